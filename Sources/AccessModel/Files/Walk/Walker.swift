import Kernel

/// The kernel's link_path_walk, walk_component and pick_link (fs/namei.c).
struct Walker {
    /// `MAXSYMLINKS`.
    static let linkLimit = 40
    private static let nameLimit = 255
    /// `PATH_MAX`, which includes the NUL.
    private static let pathLimit = 4096

    private let tree: FileTree
    private let mode: WalkMode
    private var walked: Walk
    private var current: PlaceID
    private var linkCount = 0
    /// The path, and the targets of links in its middle that are being walked.
    private var frames: [Frame] = []
    private var last = LastName(kind: .root, bytes: [], hasSlash: false)

    private struct Frame {
        let bytes: [UInt8]
        var position = 0

        var isAtEnd: Bool { position >= bytes.count }

        mutating func skipSlashes() {
            while position < bytes.count, bytes[position] == UInt8(ascii: "/") { position += 1 }
        }

        mutating func nextName() -> [UInt8] {
            let start = position
            while position < bytes.count, bytes[position] != UInt8(ascii: "/") { position += 1 }
            return Array(bytes[start..<position])
        }
    }

    init(_ tree: FileTree, from start: PlaceID, _ mode: WalkMode) {
        self.tree = tree
        self.mode = mode
        current = start
        walked = Walk(end: .reached(start), directory: start)
    }

    mutating func walk(_ path: [UInt8]) throws(Stop) -> Walk {
        do throws(Stop) {
            guard path.count < Self.pathLimit else { throw refused(.pathTooLong, .ENAMETOOLONG) }
            try walkWay(path)
            walked.end = mode == .parent ? .name(last, in: current) : try walkLast()
        } catch .lacks(let fact) {
            throw .lacks(fact)
        } catch {
            walked.end = .stopped(error)
        }
        return walked
    }

    /// Walks all components of a path but the last.
    private mutating func walkWay(_ path: [UInt8]) throws(Stop) {
        frames = [Frame(bytes: path)]
        frames[0].skipSlashes()
        while !frames[frames.count - 1].isAtEnd {
            walked.steps.append(.search(current))
            let name = frames[frames.count - 1].nextName()
            let end = frames[frames.count - 1].position
            frames[frames.count - 1].skipSlashes()
            let hasSlash = frames[frames.count - 1].position > end
            if frames[frames.count - 1].isAtEnd {
                guard frames.count > 1 else {
                    last = LastName(kind: Self.kind(of: name), bytes: name, hasSlash: hasSlash)
                    return
                }
                frames.removeLast()
            }
            try enter(name)
        }
    }

    /// Enters a name that is not the last of the path.
    private mutating func enter(_ name: [UInt8]) throws(Stop) {
        if let body = try component(name, Self.kind(of: name), isLast: false, follow: true) {
            var frame = Frame(bytes: body)
            frame.skipSlashes()
            if !frame.isAtEnd {
                frames.append(frame)
                return
            }
        }
        guard tree[current].kind == .directory else { throw refused(.notADirectory, .ENOTDIR) }
    }

    /// Walks the last component, and the whole target of each last link; the kernel's path_lookupat, or path_openat for
    /// the modes that create.
    private mutating func walkLast() throws(Stop) -> Walk.End {
        var mustBeDirectory = mode.wantsDirectory
        var follows = mode.follows
        while last.kind != .root {
            if mode.creates, last.kind == .name, last.hasSlash {
                throw refused(.trailingSlash, .EISDIR)
            }
            // A slash after a name sets these for the rest of the walk.
            if last.hasSlash, last.kind == .name { (mustBeDirectory, follows) = (true, true) }
            walked.directory = current
            if mode.creates, try isMissing(last) { return .name(last, in: current) }
            guard let body = try component(last.bytes, last.kind, isLast: true, follow: follows)
            else { break }
            last = LastName(kind: .root, bytes: [], hasSlash: false)
            try walkWay(body)
        }
        guard !mustBeDirectory || tree[current].kind == .directory else {
            throw refused(.notADirectory, .ENOTDIR)
        }
        return .reached(current)
    }

    private func isMissing(_ last: LastName) throws(Stop) -> Bool {
        guard last.kind == .name, last.bytes.count <= Self.nameLimit else { return false }
        guard case .missing = try tree.entry(last.bytes, in: current) else { return false }
        return true
    }

    /// Steps to a name.
    ///
    /// - Returns: The target of a link that must be walked.
    private mutating func component(
        _ name: [UInt8],
        _ kind: LastName.Kind,
        isLast: Bool,
        follow: Bool
    ) throws(Stop) -> [UInt8]? {
        switch kind {
        case .dot, .root: return nil
        case .dotDot:
            current = try tree.above(current)
            return nil
        case .name: break
        }
        let found = try lookUp(name)
        guard tree[found].kind == .symbolicLink, follow else {
            current = found
            return nil
        }
        return try body(of: found, isLast: isLast)
    }

    private func lookUp(_ name: [UInt8]) throws(Stop) -> PlaceID {
        guard name.count <= Self.nameLimit else { throw refused(.nameTooLong, .ENAMETOOLONG) }
        switch try tree.entry(name, in: current) {
        case .place(let place): return place
        case .missing(let nothing): throw .refused(Refusal(.missing, .ENOENT, at: nothing))
        case .unknown(let cause): throw .unknown(Unknown(cause, at: current))
        }
    }

    /// The kernel's pick_link: checks the limit, then `fs.protected_symlinks`, then the link's own mount.
    private mutating func body(of link: PlaceID, isLast: Bool) throws(Stop) -> [UInt8] {
        linkCount += 1
        guard linkCount <= Self.linkLimit else {
            throw .refused(Refusal(.linkLoop, .ELOOP, at: link))
        }
        walked.steps.append(isLast ? .follow(link, in: current, after: linkCount) : .pass(link))
        guard !tree.mount(of: link).flags.contains(.noSymlinkFollow) else {
            throw .refused(Refusal(.noSymlinkFollow, .ELOOP, at: link))
        }
        guard let target = tree.details[Int(link.index)].target else {
            throw .unknown(Unknown(.magicLink, at: link))
        }
        if target.first == UInt8(ascii: "/") { current = tree.root }
        return target
    }

    private func refused(_ cause: Refusal.Cause, _ error: Errno) -> Stop {
        .refused(Refusal(cause, error, at: current))
    }

    private static func kind(of name: [UInt8]) -> LastName.Kind {
        switch name {
        case [UInt8(ascii: ".")]: .dot
        case [UInt8(ascii: "."), UInt8(ascii: ".")]: .dotDot
        default: .name
        }
    }
}
