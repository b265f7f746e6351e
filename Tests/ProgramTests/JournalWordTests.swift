import TestSupport
import Testing

/// A child with the subject's credentials does the same as journalctl(1): it lists the directories and opens the file.
/// The rules, and the program run as the subject, must agree with its success.
@Suite struct `Access to the journal, compared with the kernel` {
    private static let id = "0123456789abcdef0123456789abcdef"

    /// Exits with 0 for yes, 3 if the file does not exist, and 1 if it is refused.
    private static let judge = """
        use POSIX;
        my ($folder, $id) = @ARGV;
        exit 0 if open(my $file, "<", "$folder/$id/system.journal")
            && opendir(my $own, "$folder/$id") && opendir(my $all, $folder);
        open(my $there, "<", "$folder/$id/system.journal") or $! == ENOENT and exit 3;
        exit 1;
        """

    /// Combines the answers for both places: the worse of two, or the other's if one does not exist. The result is 2 if
    /// the kernel gives both answers.
    private static let check = """
        places() {
            volatile=0 persistent=0
            $become perl judge.pl /run/log/journal \(id) || volatile=$?
            $become perl judge.pl /var/log/journal \(id) || persistent=$?
        }
        mend() {
            for name in run var; do
                rm -rf /$name/log/journal
                [ ! -d /mnt/$name ] || cp -a /mnt/$name /$name/log/journal
            done
        }
        # Each change of files that would help is made, and taken back.
        help() {
            rm -rf /mnt/run /mnt/var
            for name in run var; do
                [ ! -d /$name/log/journal ] || cp -a /$name/log/journal /mnt/$name
            done
            # What may stand behind it, after two spaces, is its note.
            sed -nE '/^    (setfacl|chmod) /{s/^    //;s/  .*//;p}' /mnt/told >/mnt/changes
            while read -r change; do
                sh -euc "$change"
                places
                echo "help $volatile$persistent $become: $change"
                mend
            done </mnt/changes
        }
        answer() {
            become=$1 who=$2 rules=0 own=0
            places
            case $volatile$persistent in
            33) kernel=1 ;;
            3?) kernel=$persistent ;;
            ?3) kernel=$volatile ;;
            00) kernel=0 ;;
            11) kernel=1 ;;
            *) kernel=2 ;;
            esac
            "$program" can $who read-journal system >/mnt/told || rules=$?
            $become "$program" can read-journal system >/dev/null || own=$?
            echo "$kernel$rules$own $volatile$persistent $become"
            help
        }
        program=$1
        mount -t tmpfs none /mnt
        echo \(id) >/mnt/id
        mount --bind /mnt/id /etc/machine-id
        mount -t tmpfs none /run
        mount -t tmpfs none /var/log
        mkdir /run/log

        """

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `The rules deny access exactly if the kernel does`(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let folder = try TemporaryFolder()
        try folder.file("judge.pl", Self.judge)
        var script = Self.check
        for _ in 0..<6 {
            script += Self.stores(&random)
            for _ in 0..<4 { script += Self.subject(&random) }
        }
        let program = try await folder.sharedProgram()
        let namespaces = ["unshare", "--mount", "--propagation", "private"]
        let command = namespaces + ["sh", "-euc", script, "sh", program]
        let ended = try await folder.run(command, seconds: 300)
        try #require(
            ended.status == 0,
            "\(ended.errors); setpriv(1), setfacl(1) and perl(1) are needed"
        )
        let all = ended.output.split(separator: "\n")
        let lines = all.filter { !$0.hasPrefix("help ") }
        #expect(lines.count == 24)
        let answers = lines.map { Array($0.prefix(3)) }
        let wrong = zip(lines, answers).filter { $1 != Array(repeating: $1[0], count: 3) }
        #expect(wrong.map(\.0) == [], "seed \(seed)")
        #expect(Set(answers.map { $0[0] }).isSuperset(of: ["0", "1"]), "seed \(seed)")
        let helps = all.filter { $0.hasPrefix("help ") }
        let useless = helps.filter { !["00", "03", "30"].contains($0.dropFirst(5).prefix(2)) }
        #expect(useless == [], "seed \(seed)")
        #expect(!helps.isEmpty, "seed \(seed)")
    }

    /// Returns no journal, one or both, each in a random state.
    private static func stores(_ random: inout SplitMix) -> String {
        let kept = random.pick(["v", "p", "v", "p", "vp", "vp", ""])
        var script = "rm -rf /run/log/journal /var/log/journal\n"
        for (letter, folder) in [("v", "/run/log/journal"), ("p", "/var/log/journal")] {
            guard kept.contains(letter) else { continue }
            let own = "\(folder)/\(id)"
            let file = "\(own)/system.journal"
            script += """
                mkdir -p \(own)
                chmod \(random.pick(["2755", "2755", "2750", "711"])) \(folder)
                chgrp -R 4101 \(folder)
                chmod \(random.pick(["2755", "2750", "2750", "751"])) \(own)

                """
            if random.below(8) > 0 {
                let mode = random.pick(["640", "640", "640", "644", "600"])
                script +=
                    "install -m \(mode) -g \(random.pick(["4101", "4102"])) /dev/null \(file)\n"
                if random.below(2) == 0 { script += "setfacl -m g:4103:r \(file)\n" }
            }
            if random.below(2) == 0 { script += "setfacl -m g:4103:rx \(own)\n" }
        }
        return script
    }

    private static func subject(_ random: inout SplitMix) -> String {
        let groups = ["4101", "4102", "4103"].filter { _ in random.below(3) == 0 }
        let all = ["4001"] + groups
        let capability = random.pick(["kill", "kill", "dac_read_search", "dac_override"])
        let become =
            "setpriv --reuid 4001 --regid 4001 --groups \(all.joined(separator: ",")) "
            + "--inh-caps=+\(capability) --ambient-caps=+\(capability)"
        let who =
            "--as 4001:\(all.joined(separator: ",")) --capabilities CAP_\(capability.uppercased())"
        return "answer '\(become)' '\(who)'\n"
    }
}
