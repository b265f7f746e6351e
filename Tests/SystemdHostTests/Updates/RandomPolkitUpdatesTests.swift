import Capabilities
import Foundation
import LinuxCapabilities
import TestSupport
import Testing

extension `A real systemd` {
    /// Rules are rewritten on disk while polkit runs, and its own signals report the changes.
    @Suite struct `Updates of a polkit action at random` {
        @Test func `Updates end with the last answer of polkit`() async throws {
            let scene = try await PolkitScene()
            try await withFreshSeed { seed in
                var random = SplitMix(seed: seed)
                let action = scene.action("rule")
                let audience = Audience(action.updates)
                try await audience.isTold(action.authorizationStatus())
                var left = 1000
                var last = ""
                while left > 0 {
                    for _ in 1...min(left, 1 + random.below(8)) {
                        last = random.pick(Self.results.keys.sorted().filter { $0 != last })
                        try Self.write(last, scene)
                        left -= 1
                    }
                    let answer = Self.results[last]
                    await audience.isTold { _, look in
                        (try? look.get())?.answer == answer
                    }
                    try Task.checkCancellation()
                }
                // This answer did not occur before. When it arrives, polkit has read all rules.
                try Self.write("NO", scene)
                await audience.isTold { _, look in (try? look.get())?.answer == .no }
                #expect(await audience.leave() == nil)
                #expect(try await audience.statuses().last == action.authorizationStatus())
                // Two of three results are a challenge, so about 105 bursts change the answer.
                #expect(audience.told.count > 50, "hardly anything has changed")
            }
            try await scene.rule(nil)
        }

        private static let results: [String: PolkitActionStatus.Answer] = [
            "YES": .yes, "AUTH_SELF": .challenge, "AUTH_ADMIN": .challenge,
        ]

        private static func write(_ result: String, _ scene: PolkitScene) throws {
            let text =
                "polkit.addRule(function(action, subject) "
                + "{ if (action.id.endsWith('.rule')) return polkit.Result.\(result); });\n"
            let file = scene.systemd.path("/etc/polkit-1/rules.d/00-test.rules")
            try text.write(toFile: file, atomically: true, encoding: .utf8)
        }
    }
}
