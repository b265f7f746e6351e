import TestSupport
import Testing

/// A subject of a listing, and the command that gives a child the same credentials.
struct ListedSubject: CustomTestStringConvertible {
    let options: [String]
    let command: [String]

    var testDescription: String { options.joined(separator: " ") }

    init(_ options: String..., by command: String = "") {
        self.options = options
        self.command = command.split(separator: " ").map(String.init)
    }

    static let all = [
        ListedSubject(),
        ListedSubject("--as", "root"),
        ListedSubject("--as", "nobody", by: "setpriv --reuid 65534 --regid 65534 --init-groups"),
        ListedSubject("--as", "daemon", by: "setpriv --reuid 1 --regid 1 --init-groups"),
        ListedSubject("--as", "www-data", by: "setpriv --reuid 33 --regid 33 --init-groups"),
        ListedSubject(
            "--as",
            "daemon:nogroup,www-data",
            by: "setpriv --reuid 1 --regid 65534 --groups 33"
        ),
        ListedSubject(
            "--as",
            "4242:4242",
            "--capabilities",
            "CAP_DAC_READ_SEARCH",
            by: "setpriv --reuid 4242 --regid 4242 --clear-groups "
                + "--inh-caps +dac_read_search --ambient-caps +dac_read_search"
        ),
        ListedSubject(
            "--as",
            "4242:4242",
            "--capabilities",
            "CAP_DAC_OVERRIDE,CAP_FOWNER",
            by: "setpriv --reuid 4242 --regid 4242 --clear-groups "
                + "--inh-caps +dac_override,+fowner --ambient-caps +dac_override,+fowner"
        ),
    ]
}

@Suite struct `Listing compared with the kernel` {
    /// A child with the subject's credentials examines each path that it reads. It also makes changes and undoes them.
    private static let judge = """
        while read -r path; do
            if [ -L "$path" ]; then letters="   "; else
                letters=
                [ -r "$path" ] && letters=r || letters=-
                [ -w "$path" ] && letters=${letters}w || letters=$letters-
                [ -x "$path" ] && letters=${letters}x || letters=$letters-
            fi
            if [ -d "$path" ] && [ ! -L "$path" ]; then
                if (: > "$path/.judge") 2>/dev/null; then
                    rm "$path/.judge"; letters=${letters}c
                else letters=$letters-; fi
            else letters="$letters "; fi
            if mv -T "$path" "$path~" 2>/dev/null; then
                mv -T "$path~" "$path"; letters=${letters}d
            else letters=$letters-; fi
            echo "$letters $path"
        done < "$1"
        """

    @Test(arguments: ListedSubject.all)
    func `Each row has the rights that the kernel grants`(subject: ListedSubject) async throws {
        try await FileSettingsLock.held { try await Self.compare(for: subject) }
    }

    private static func compare(for subject: ListedSubject) async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        let folder = try TemporaryFolder()
        let tree = try await RandomTree(in: folder, seed: seed, count: 60)
        try folder.file("paths", tree.paths.map { $0 + "\n" }.joined())
        let top = folder.path(of: "tree")
        let listing = try await folder.run(
            [TemporaryFolder.program, "can", "--list", "--format=json", top] + subject.options
        )
        try #require(listing.status == 0, "\(listing)")
        let rows = try ListedLine.all(listing.output).dropFirst()
        let told = Dictionary(uniqueKeysWithValues: rows.map { ($0.path, $0.rights.letters) })
        #expect(told.count > 0)

        let judged = try await folder.run(
            subject.command + ["sh", "-uc", Self.judge, "sh", folder.path(of: "paths")]
        )
        try #require(judged.status == 0, "\(judged)")
        let lines = judged.output.split(separator: "\n")
        #expect(lines.count == tree.paths.count)
        for line in lines {
            let letters = String(line.prefix(5))
            let path = String(line.dropFirst(6))
            // Below an unreachable directory there is no row, and nothing is permitted.
            guard let row = told[path] else {
                #expect(!letters.contains { "rwxcd".contains($0) }, "\(path), seed \(seed)")
                continue
            }
            #expect(row == letters, "\(path), seed \(seed)")
        }
    }
}
