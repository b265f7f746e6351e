import Foundation

/// Random numbers from a seed.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
    mutating func one<Element>(of all: [Element]) -> Element { all[below(all.count)] }
}

struct Count {
    var agreed = 0
    var undetermined = 0
    var disagreed = 0
    /// The number of services that did not start.
    var failed = 0

    mutating func add(_ other: Count) {
        agreed += other.agreed
        undetermined += other.undetermined
        disagreed += other.disagreed
        failed += other.failed
    }
}

@discardableResult
func run(_ command: String...) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = FileHandle.standardError
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
}
