package import LinuxSystem

/// Answers questions about files, as the thread that asks.
package protocol FileProbe: Sendable {
    /// Opens the place of a file and asks the kernel whether it may be used so.
    ///
    /// - Throws: `CancellationError`, or ``SystemError`` where not even a thread could be had to ask.
    func look(at path: String, for mode: AccessMode, follow: Bool) async throws -> FileLook

    /// Asks as ``look(at:for:follow:)`` does, and keeps the object open where the kernel says yes.
    func hold(at path: String, for mode: AccessMode, follow: Bool) async throws -> HeldLook

    /// Walks the path again, component by component, for the evidence.
    func walk(_ path: String, follow: Bool) async throws -> WalkFacts
}

/// What one look at a file found.
package enum FileLook: Hashable, Sendable {
    /// The walk did not come so far: a directory that may not be searched, a missing file.
    case stopped(SystemError)
    /// The object itself was judged; the errno of the refusal, nil for yes.
    case reached(FileFacts, MountFacts, refusal: Int32?)
}

/// What one look at a file found, and the very object that it judged, while somebody needs it.
package struct HeldLook: Sendable {
    package let look: FileLook
    /// Nil where the kernel refuses, and where there is no file behind the answer.
    package let file: JudgedFile?

    package init(_ look: FileLook, holding file: JudgedFile? = nil) {
        self.look = look
        self.file = file
    }
}

extension FileProbe {
    /// A table of answers has no file to keep.
    package func hold(
        at path: String,
        for mode: AccessMode,
        follow: Bool
    ) async throws -> HeldLook {
        HeldLook(try await look(at: path, for: mode, follow: follow))
    }
}

/// A walk, by whom, and the names of those it met.
package struct WalkFacts: Hashable, Sendable {
    package var walk: PathWalk
    package var user: UInt32
    package var group: UInt32
    package var groups: [UInt32]
    package var effective: UInt64
    package var userNames: [UInt32: String]
    package var groupNames: [UInt32: String]

    package init(
        walk: PathWalk,
        user: UInt32,
        group: UInt32,
        groups: [UInt32],
        effective: UInt64,
        userNames: [UInt32: String] = [:],
        groupNames: [UInt32: String] = [:]
    ) {
        self.walk = walk
        self.user = user
        self.group = group
        self.groups = groups
        self.effective = effective
        self.userNames = userNames
        self.groupNames = groupNames
    }
}
