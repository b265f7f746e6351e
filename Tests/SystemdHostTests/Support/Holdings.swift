import Foundation

/// The resources that this process holds.
struct Holdings: Equatable {
    let threads: Int
    let descriptors: Int

    init() throws {
        let files = FileManager.default
        // Swift's own threads come and go.
        threads = try files.contentsOfDirectory(atPath: "/proc/self/task").filter { thread in
            let name = try? String(
                contentsOfFile: "/proc/self/task/\(thread)/comm",
                encoding: .utf8
            )
            return name?.hasPrefix("warrant") == true
        }.count
        descriptors = try files.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
