package import LinuxSystem

/// The object that a look said yes to, held as a place until nobody needs it.
package final class JudgedFile: Sendable {
    private let place: Descriptor
    private let kind: FileFacts.Kind

    package init(_ place: consuming Descriptor, _ kind: FileFacts.Kind) {
        self.place = place
        self.kind = kind
    }

    func open(for action: FileAccess.Action, at path: String) throws(SystemError) -> Descriptor {
        guard action.word != FileAccess.Action.execute.word else {
            return try FileCalls.duplicate(place, at: path)
        }
        guard let use = action.use else {
            let remedy = "\(action.word) is a call of its own, which opens nothing"
            throw SystemError("open(2)", path, code: Errno.EOPNOTSUPP, remedy: remedy)
        }
        let file = try FileCalls.reopen(place, for: use, at: path)
        // A flag without meaning here, but not to everyone: io_uring(7) answers EAGAIN for it.
        if !kind.canKeepReadersWaiting { try FileCalls.makeBlocking(file, at: path) }
        return file
    }
}

extension FileAccess.Action {
    /// Nil where the action is no open(2) of what is there.
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

extension FileFacts.Kind {
    fileprivate var canKeepReadersWaiting: Bool {
        switch self {
        case .regular, .directory, .blockDevice: false
        case .fifo, .characterDevice, .socket, .symbolicLink, .unknown: true
        }
    }
}
