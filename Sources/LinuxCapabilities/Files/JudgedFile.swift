package import Kernel
package import LinuxSystem

/// The object of an authorized look, held as a place while it is needed. ``Capabilities/Permit`` opens it.
public final class JudgedFile: Sendable {
    private let place: Descriptor
    private let kind: FileKind?
    /// The capability that the open needs, if it is not in effect.
    private let raise: Raise?

    package init(
        _ place: consuming Descriptor,
        _ kind: FileKind?,
        raising raise: Raise? = nil
    ) {
        self.place = place
        self.kind = kind
        self.raise = raise
    }

    func open(for action: FileAccess.Action, at path: String) throws(SystemError) -> Descriptor {
        guard action.word != FileAccess.Action.execute.word else {
            return try FileCalls.duplicate(place, at: path)
        }
        guard let use = action.use else {
            let remedy = "\(action.word) is a call of its own, which opens nothing"
            throw SystemError("open(2)", path, code: .EOPNOTSUPP, remedy: remedy)
        }
        let file = try reopened(for: use, at: path)
        // The flag has no effect for such a file, but io_uring(7) answers EAGAIN for it.
        if kind?.canKeepReadersWaiting == false { try FileCalls.makeBlocking(file, at: path) }
        return file
    }

    private func reopened(for use: FileUse, at path: String) throws(SystemError) -> Descriptor {
        guard let raise else { return try FileCalls.reopen(place, for: use, at: path) }
        let number = try raise.run { () throws(SystemError) in
            try FileCalls.reopen(self.place, for: use, at: path).release()
        }
        return Descriptor(owning: number)
    }
}

extension FileAccess.Action {
    /// True if a permit opens the file.
    var isOpened: Bool { use != nil }

    /// The use for open(2) of an existing file; nil for other actions.
    fileprivate var use: FileUse? {
        switch self {
        case .read: .read
        case .write: .write
        case .readWrite: .readWrite
        case .append: .append
        case .openTruncate: .truncate
        case .list: .list
        default: nil
        }
    }
}

extension FileKind {
    fileprivate var canKeepReadersWaiting: Bool {
        switch self {
        case .regular, .directory, .blockDevice: false
        case .fifo, .characterDevice, .socket, .symbolicLink: true
        }
    }
}
