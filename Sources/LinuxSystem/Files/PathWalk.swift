import CLinux
import Glibc

/// One component of a path as the kernel met it.
package struct WalkStep: Hashable, Sendable {
    /// The path so far: `/etc/ssl`.
    package var path: String
    package var facts: FileFacts
    package var list: AccessList?
    package var mount: MountFacts
    /// Where it points to, for a symbolic link.
    package var target: String?
    /// For a directory that the walk went through: the errno by which the kernel refuses to search
    /// it, nil where it does not.
    package var searchRefusal: Int32?

    package init(
        path: String,
        facts: FileFacts,
        list: AccessList? = nil,
        mount: MountFacts = MountFacts(),
        target: String? = nil,
        searchRefusal: Int32? = nil
    ) {
        self.path = path
        self.facts = facts
        self.list = list
        self.mount = mount
        self.target = target
        self.searchRefusal = searchRefusal
    }
}

/// A path, component by component, as far as the kernel lets this thread go.
package struct PathWalk: Hashable, Sendable {
    package var steps: [WalkStep]
    /// Why the walk ended before the file, and at which path; nil where it reached the file.
    package var stop: SystemError?

    package init(steps: [WalkStep], stop: SystemError? = nil) {
        self.steps = steps
        self.stop = stop
    }
}

extension PathWalk {
    /// The kernel follows at most 40 links in one walk, see path_resolution(7).
    private static let linkLimit = 40

    /// Walks an absolute path and looks at each component; changes nothing.
    package init(_ path: String, follow: Bool) {
        var walker = Walker(path, follow: follow)
        do {
            try walker.walk()
            self.init(steps: walker.steps)
        } catch {
            self.init(steps: walker.steps, stop: error)
        }
    }

    private struct Walker {
        private(set) var steps: [WalkStep] = []
        private var pending: [Substring]
        private var links = 0
        private let path: String
        private let follow: Bool
        private let wantsDirectory: Bool

        init(_ path: String, follow: Bool) {
            self.path = path
            self.follow = follow
            wantsDirectory = path.endsInSlash
            pending = Self.components(path)
        }

        /// The components, the next one last.
        private static func components(_ path: String) -> [Substring] {
            path.pathNames.filter { $0 != "." }.reversed()
        }

        mutating func walk() throws(SystemError) {
            try FileCalls.refuseNUL(path, "open(2)")
            var place = try root()
            while let name = pending.popLast() {
                let next = try FileCalls.openPlace(String(name), in: place.number, follow: false)
                var step = try look(at: next, named: name)
                guard step.facts.kind == .symbolicLink, !pending.isEmpty || follow || wantsDirectory
                else {
                    try pass(&step, next)
                    place = next
                    continue
                }
                steps.append(step)
                links += 1
                guard links <= PathWalk.linkLimit else {
                    throw SystemError("open(2)", step.path, code: ELOOP)
                }
                place = try through(step, next, name, from: place)
            }
        }

        private mutating func root() throws(SystemError) -> Descriptor {
            let root = try FileCalls.openPlace("/", follow: true)
            var step = try look(at: root, named: "")
            try pass(&step, root)
            return root
        }

        /// Notes a component that is no link to follow; a directory must let us search it.
        private mutating func pass(
            _ step: inout WalkStep,
            _ place: borrowing Descriptor
        ) throws(SystemError) {
            let isThrough = !pending.isEmpty || (wantsDirectory && step.facts.kind != .directory)
            if isThrough, step.facts.kind == .directory {
                step.searchRefusal = FileCalls.refusal(of: .execute, for: place)
            }
            steps.append(step)
            guard isThrough else { return }
            if step.facts.kind != .directory {
                throw SystemError("open(2)", step.path, code: ENOTDIR)
            }
            if let code = step.searchRefusal { throw SystemError("open(2)", step.path, code: code) }
        }

        /// Goes where a link leads: back to where it stands, or to the root.
        private mutating func through(
            _ step: WalkStep,
            _ link: borrowing Descriptor,
            _ name: Substring,
            from place: consuming Descriptor
        ) throws(SystemError) -> Descriptor {
            if step.mount.magic == procMagic {
                // A link of /proc may jump; what it reads as must not be resolved by hand.
                let reached = try FileCalls.openPlace(
                    String(name),
                    in: place.number,
                    follow: true
                )
                var end = try look(at: reached, named: "")
                end.path = step.path
                if end.facts.kind == .directory { directory = step.path }
                try pass(&end, reached)
                return reached
            }
            guard let target = step.target else { return place }
            pending += Self.components(target)
            guard target.isAbsolutePath else { return place }
            directory = ""
            return try FileCalls.openPlace("/", follow: true)
        }

        /// The path of the directory that the walk stands in; empty for the root.
        private var directory = ""

        private func directoryBefore(_ path: String) -> String {
            path.lastSlash.map { String(path[..<$0]) } ?? ""
        }

        private mutating func look(
            at place: borrowing Descriptor,
            named name: Substring
        ) throws(SystemError) -> WalkStep {
            let path = spelled(name)
            let facts = try FileCalls.facts(of: place, at: path)
            let isLink = facts.kind == .symbolicLink
            if facts.kind == .directory { directory = path == "/" ? "" : path }
            return WalkStep(
                path: path,
                facts: facts,
                list: isLink ? nil : try AccessList.read(of: place.number, at: path),
                mount: try FileCalls.mount(of: place, at: path),
                target: isLink ? try FileCalls.target(of: place, at: path) : nil
            )
        }

        private func spelled(_ name: Substring) -> String {
            if name.isEmpty { return "/" }
            if name == ".." { return directory.isEmpty ? "/" : directoryBefore(directory).orRoot }
            return "\(directory)/\(name)"
        }
    }
}

/// `PROC_SUPER_MAGIC`, statfs(2).
let procMagic: Int64 = 0x9FA0

extension String {
    fileprivate var orRoot: String { isEmpty ? "/" : self }
}
