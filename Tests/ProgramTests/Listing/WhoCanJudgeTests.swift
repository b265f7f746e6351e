import Foundation
import TestSupport
import Testing

@Suite struct `Answers of who-can, compared with the kernel` {
    private struct Report: Decodable {
        struct Answer: Decodable {
            struct User: Decodable { let name: String }

            let others: String
            let authorized: [User]
            let denied: [User]
            let undetermined: [User]
            let groups: [String]
        }

        let answer: Answer
    }

    /// Prints each path of a list that the current user may read, and then write.
    private static let judge = """
        while read -r path; do
            [ -r "$path" ] && echo "read $path"
            [ -w "$path" ] && echo "write $path"
        done < "$1"
        true
        """

    /// Returns the host's entries, names and numbers, from another program.
    private static func table(_ name: String, _ folder: TemporaryFolder) async throws
        -> [(name: String, id: String)]
    {
        try await folder.run(["getent", name]).output.split(separator: "\n").map { line in
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            return (String(fields[0]), String(fields[2]))
        }
    }

    @Test func `The listed users and groups are those that the kernel authorizes`() async throws {
        try await FileSettingsLock.held { try await compare() }
    }

    private func compare() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        let folder = try TemporaryFolder()
        let tree = try await RandomTree(in: folder, seed: seed, count: 16)
        try folder.file("paths", tree.paths.map { $0 + "\n" }.joined())
        let users = try await Self.table("passwd", folder)
        let groups = try await Self.table("group", folder)
        var can: [String: Set<Substring>] = [:]
        for user in users {
            can[user.name] = try await does("--init-groups", uid: user.id, folder)
        }
        let others = try await does("--clear-groups", uid: "4000000000", folder)
        var canByGroup: [String: Set<Substring>] = [:]
        for group in groups {
            let option = "--groups=\(group.id)"
            canByGroup[group.name] = try await does(option, uid: "4000000000", folder)
        }
        for question in tree.paths.flatMap({ ["read \($0)", "write \($0)"] }) {
            let words = question.split(separator: " ").map(String.init)
            let mode = words[0] == "read" ? "r" : "w"
            let answer = try await ask(["access", words[1], mode], folder)
            let asked = Substring(question)
            let may = users.filter { can[$0.name]?.contains(asked) == true }.map(\.name)
            #expect(answer.authorized.map(\.name) == may, "\(question), seed \(seed)")
            #expect(answer.undetermined.isEmpty)
            #expect(answer.authorized.count + answer.denied.count == users.count)
            let othersMay = others.contains(asked)
            #expect(answer.others == (othersMay ? "authorized" : "denied"), "\(question)")
            let turning = groups.map(\.name).filter {
                canByGroup[$0]?.contains(asked) != othersMay
            }
            #expect(answer.groups == turning, "\(question), seed \(seed)")
        }
    }

    private func does(
        _ groups: String,
        uid: String,
        _ folder: TemporaryFolder
    ) async throws -> Set<Substring> {
        let gid = uid == "4000000000" ? uid : try await primaryGroup(uid, folder)
        let subject = ["setpriv", "--reuid", uid, "--regid", gid, groups]
        let command = ["sh", "-uc", Self.judge, "sh", folder.path(of: "paths")]
        let ended = try await folder.run(subject + command)
        try #require(ended.status == 0, "\(ended)")
        return Set(ended.output.split(separator: "\n"))
    }

    private func primaryGroup(_ uid: String, _ folder: TemporaryFolder) async throws -> String {
        try await folder.run(["id", "-g", uid]).output.filter(\.isNumber)
    }

    private func ask(_ words: [String], _ folder: TemporaryFolder) async throws -> Report.Answer {
        let program = [TemporaryFolder.program, "who-can", "--format=json"]
        let ended = try await folder.run(program + words)
        #expect(ended.status == 0)
        return try JSONDecoder().decode(Report.self, from: Data(ended.output.utf8)).answer
    }
}
