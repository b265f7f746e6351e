import Foundation
import Testing

/// A line of `can --list --format json`, in the form that a reader would decode.
struct ListedLine: Decodable {
    struct Rights: Decodable {
        let read: String?
        let write: String?
        let execute: String?
        let create: String?
        let delete: String

        /// The letters in the text report.
        var letters: String {
            letter(read, "r") + letter(write, "w") + letter(execute, "x") + letter(create, "c")
                + letter(delete, "d")
        }

        private func letter(_ verdict: String?, _ yes: String) -> String {
            guard let verdict else { return " " }
            return ["authorized": yes, "denied": "-"][verdict] ?? "?"
        }
    }

    let path: String
    let rights: Rights

    /// Returns the entries without the final line.
    static func all(_ output: String) throws -> [ListedLine] {
        try output.split(separator: "\n").dropLast().map {
            try JSONDecoder().decode(ListedLine.self, from: Data($0.utf8))
        }
    }
}
