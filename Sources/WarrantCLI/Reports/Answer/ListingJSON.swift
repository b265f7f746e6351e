import Procedures
import FoundationEssentials
import Kernel
import LinuxCapabilities

/// A line of `warrant can --list --format json`: one entry.
struct EntryJSON: Encodable {
    let path: String
    let rights: RightsJSON
    var facts: FactsJSON?
    /// The reason why a directory was not entered.
    var closed: ClosedJSON?

    init(_ entry: ListedEntry) {
        path = entry.path
        rights = RightsJSON(entry.rights)
        facts = entry.facts.map(FactsJSON.init)
        closed = entry.closed.map(ClosedJSON.init)
    }
}

struct RightsJSON: Encodable {
    let read: String?
    let write: String?
    let execute: String?
    let create: String?
    let delete: String

    init(_ rights: EntryRights) {
        read = rights.read?.word
        write = rights.write?.word
        execute = rights.execute?.word
        create = rights.create?.word
        delete = rights.delete.word
    }
}

struct FactsJSON: Encodable {
    let kind: String
    let mode: String
    let list: Bool
    let owners: String
    let uid: UInt32
    let gid: UInt32
    let target: String?
    let mounted: String?

    init(_ facts: ListedEntry.Facts) {
        kind = facts.kind.word
        mode = facts.octalMode
        list = facts.hasList
        owners = facts.owners
        uid = facts.uid
        gid = facts.gid
        target = facts.target
        mounted = facts.mounted
    }
}

struct ClosedJSON: Encodable {
    let reason: String
    var entries: Int?
    var message: String?

    init(_ closed: ListedEntry.Closed) {
        switch closed {
        case .outOfReach(let count, let why):
            (reason, entries, message) = ("out-of-reach", count, why)
        case .notKnown(let why): (reason, message) = ("not-known", why)
        }
    }
}

/// The last line of the listing.
struct ListingJSON: Encodable {
    let version = 1
    let command = "list"
    let exit: Int32
    let subject: String
    let object: String
    let entries: Int
    let isCut: Bool
    let problem: String?
    let assumes: [Assumption]?
}

/// Returns a value on a line of its own.
func encodedLine(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.text(of: value)
}

extension FileJudgement.Answer {
    /// The answer as verdicts name it.
    var word: String {
        switch self {
        case .yes: "authorized"
        case .no: "denied"
        case .unknown: "undetermined"
        }
    }
}

extension FileKind {
    fileprivate var word: String {
        switch self {
        case .regular: "file"
        case .directory: "directory"
        case .symbolicLink: "symlink"
        case .fifo: "fifo"
        case .socket: "socket"
        case .blockDevice: "block-device"
        case .characterDevice: "character-device"
        }
    }
}
