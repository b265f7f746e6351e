import AccessModel
import Glibc
import TestSupport
import Testing

@testable import LinuxCapabilities

@Suite struct `File that changes during a look` {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        try folder.folder("way")
        path = try folder.file("way/key", "secret", mode: 0o640)
    }

    enum Change: CaseIterable {
        case none, mode, owner, replaced, removed, way

        func make(_ path: String, in folder: TemporaryFolder) throws {
            let way = folder.path(of: "way")
            switch self {
            case .none: break
            case .mode: try #require(unsafe chmod(path, 0o600) == 0)
            case .owner: try #require(unsafe chown(path, 7, 7) == 0)
            case .replaced:
                let other = try folder.file("other", "other", mode: 0o640)
                try #require(unsafe rename(other, path) == 0)
            case .removed: try #require(unsafe unlink(path) == 0)
            case .way: try #require(unsafe rename(way, way + "-old") == 0)
            }
        }
    }

    @Test(arguments: Change.allCases)
    func `A changed file is recognized`(change: Change) throws {
        let facts = try LiveFileTree(forSelf: true)
        let question = FileQuestion(.open(.read), Array(path.utf8))
        #expect(facts.refusal(of: question, for: try .ofThisThread()) == nil)
        let trace = facts.tree.tracedRefusal(of: question, for: try .ofThisThread()).trace
        try change.make(path, in: folder)
        let changed = facts.changed(among: trace.map(\.place))
        #expect((changed == nil) == (change == .none))
        let place = changed.map { facts.tree.path(of: $0) }
        if change == .way { #expect(place == folder.path(of: "way")) }
        if change == .mode { #expect(place == path) }
    }
}
