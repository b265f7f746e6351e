import Capabilities
import Glibc
import LinuxCapabilities
import LinuxSystem
import Policies
import PolicyAuthoring
import PolicyLanguage

/// Reads, parses, binds and lints the policy of a file, and finds its last requirement by what that asks;
/// prints a line for each: its name, and the nanoseconds of processor time that it takes, by round.
@main
enum PolicyBenchmark {
    private static let rounds = 9

    static func main() throws {
        let path = CommandLine.arguments[1]
        let bytes = try RegularFile.contents(at: path, limit: Limits.bytes).bytes
        for _ in 0..<rounds {
            let catalogue = Catalogue<Subject>.linux
            let (tree, read) = try timed { try YAMLTree.parse(bytes, file: path) }
            let (syntax, parsed) = try timed {
                try PolicySyntax.parse(tree, vocabulary: catalogue.vocabulary)
            }
            let (policy, bound) = try timed { try Policy(syntax, to: catalogue) { _ in nil } }
            let (linted, placed) = try timed {
                LintedPolicy(
                    text: PolicyText(bytes, file: path),
                    tree: tree,
                    syntax: syntax,
                    policy: policy,
                    whole: LintedPolicy.Whole(syntax, bound: policy)
                )
            }
            let (findings, found) = try timed { Linter.linux.findings(in: linted) }
            let (whole, all) = try timed { LintResult(bytes, file: path) }
            guard !whole.isInvalid, whole.findings == findings else { throw Failed() }
            print("read", read, "\nparse", parsed, "\nbind", bound, "\nplace", placed)
            print("rules", found, "\nall", all)
            print("find", try find(in: linted))
        }
    }

    /// As lint finds what is implied: by what is asked, without a look at the other requirements.
    private static func find(in policy: LintedPolicy) throws -> Double {
        guard let last = policy.requirements.last, let asked = last.capability else {
            throw Failed()
        }
        let count = 100_000
        let (hits, nanoseconds) = try timed {
            (0..<count).count { _ in
                policy.index.first(asking: asked, in: last.list)?.syntax.location
                    == last.syntax.location
            }
        }
        guard hits == count else { throw Failed() }
        return nanoseconds / Double(count)
    }

    private static func timed<Value>(_ body: () throws -> Value) throws -> (Value, Double) {
        let start = clock()
        let value = try body()
        return (value, Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1e9)
    }
}

private struct Failed: Error {}
