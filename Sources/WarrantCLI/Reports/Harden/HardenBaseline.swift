import ArgumentParser
import FoundationEssentials
import LinuxSystem
import Policies
import PolicyLanguage
import Text

/// The surplus of an earlier report of `warrant harden --format json`.
struct HardenBaseline: Decodable {
    let surplus: Set<String>
    /// The uses about which that report had no answer.
    let unknownSurplus: Set<String>

    /// The maximum number of bytes of a report.
    private static let limit = 1 << 20

    /// - Throws: The exit status, after the reason is written to standard error.
    init(path: String) throws {
        do {
            let file = try RegularFile.contents(at: path, limit: Self.limit)
            self = try JSONDecoder().decode(Self.self, from: Data(file.bytes))
        } catch let problem as RegularFile.Problem {
            complain("cannot read \(path.quoted): \(problem.words)")
            throw ExitStatus.unreadablePolicy.code
        } catch {
            complain("\(path.quoted) is not a report of `warrant harden --format json`")
            throw ExitStatus.unreadablePolicy.code
        }
    }
}
