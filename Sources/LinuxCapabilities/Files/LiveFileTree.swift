package import AccessModel
package import LinuxSystem

// STAND-IN until branch facts is merged.
package final class LiveFileTree {
    package let tree: FileTree

    package init(root: consuming Descriptor? = nil) throws(SystemError) {
        let place = try Self.place("/")
        tree = FileTree(root: place!, on: Mount(), settings: FileSettings())
    }

    package func refusal(of question: FileQuestion, for subject: Credentials) -> Stop? {
        while true {
            let stop = tree.refusal(of: question, for: subject)
            guard case .lacks(let request) = stop else { return stop }
            switch request {
            case .name(let name, let directory):
                let above = tree.path(of: directory)
                let path = (above == "/" ? "" : above) + "/" + String(decoding: name, as: UTF8.self)
                if let place = try? Self.place(path) {
                    var target: [UInt8]?
                    if place.kind == .symbolicLink, let open = try? FileCalls.openPlace(path, follow: false),
                        let text = try? FileCalls.target(of: open, at: path)
                    {
                        target = Array(text.utf8)
                    }
                    tree.add(place, named: name, in: directory, mount: 0, target: target)
                } else {
                    tree.add(.missing, named: name, in: directory)
                }
            case .emptiness(let place): tree.add(isEmpty: false, of: place)
            case .covered(let place): tree.add(covered: nil, by: place)
            case .program(let place): tree.add(program: Program(.elf(interpreter: nil)), of: place)
            }
        }
    }

    private static func place(_ path: String) throws(SystemError) -> Place? {
        let open = try FileCalls.openPlace(path, follow: false)
        let facts = try FileCalls.facts(of: open, at: path)
        let kind: FileKind =
            switch facts.kind {
            case .directory: .directory
            case .symbolicLink: .symbolicLink
            case .socket: .socket
            case .fifo: .fifo
            default: .regular
            }
        return Place(kind, mode: UInt16(facts.mode & 0o7777), uid: facts.uid, gid: facts.gid)
    }
}
