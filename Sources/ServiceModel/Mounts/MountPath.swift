/// An absolute path as the names on it. Paths compare name by name, so a directory comes before everything below it;
/// systemd's path_compare (src/basic/path-util.c).
package struct MountPath: Hashable, Sendable {
    package var names: [[UInt8]]

    package init(names: [[UInt8]] = []) { self.names = names }

    /// Creates a path without empty names and `.`; systemd's path_simplify.
    package init(_ bytes: some Sequence<UInt8>) {
        let all = Array(bytes).split(separator: UInt8(ascii: "/")).map { Array($0) }
        names = all.filter { $0 != [UInt8(ascii: ".")] }
    }

    package init(_ path: String) { self.init(path.utf8) }

    package var bytes: [UInt8] {
        names.isEmpty ? [UInt8(ascii: "/")] : names.flatMap { [UInt8(ascii: "/")] + $0 }
    }

    /// Returns whether this is a path itself or is below it; systemd's path_startswith.
    package func starts(with other: MountPath) -> Bool { names.starts(with: other.names) }

    package func appending(_ name: [UInt8]) -> MountPath { MountPath(names: names + [name]) }

    /// Returns the directory of the last name; `/` for `/`.
    package var parent: MountPath { MountPath(names: names.dropLast()) }
}

extension MountPath: Comparable {
    package static func < (left: MountPath, right: MountPath) -> Bool {
        left.names.lexicographicallyPrecedes(right.names) { $0.lexicographicallyPrecedes($1) }
    }
}

extension MountPath: CustomStringConvertible {
    package var description: String { String(decoding: bytes, as: UTF8.self) }
}
