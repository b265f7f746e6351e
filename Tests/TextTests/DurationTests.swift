import Testing
import Text

@Suite struct `Duration in words` {
    @Test(
        arguments: [
            (.zero, "0 s"), (.seconds(5), "5 s"), (.seconds(3600), "3600 s"),
            (.milliseconds(1500), "1.5 s"), (.milliseconds(999), "999 ms"),
            (.microseconds(250), "250 µs"), (.microseconds(1_000_001), "1.000001 s"),
            (.nanoseconds(1), "0 s"), (.seconds(1) + .nanoseconds(500), "1 s"),
            (.seconds(Int64.max) - .milliseconds(500), "9223372036854775806.5 s"),
            (.milliseconds(-500), "-500 ms"),
            (.milliseconds(-1500), "-1.5 s"), (.seconds(Int64.min), "-9223372036854775808 s"),
        ] as [(Duration, String)]
    )
    func `is a number with the largest unit that it fills`(duration: Duration, words: String) {
        #expect(duration.inWords == words)
    }
}
