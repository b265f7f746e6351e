import Testing

@testable import LinuxCapabilities

@Suite struct `Time as text` {
    @Test(arguments: [
        "0", "-1", "1700000000", "1700000000.5", "2026-01-31T12:00:00Z", "2026-01-31t12:00:00z",
        "2024-02-29T23:59:60.123456789+23:59", "2000-02-29T00:00:00-00:30",
    ])
    func `A time is seconds or an RFC 3339 date and time`(text: String) {
        #expect(Timestamp.isOne(text))
    }

    @Test(arguments: [
        "", "-", "--1", "1.", ".5", "1e3", "99999999999999999999", "2026-01-31",
        "2026-01-31T12:00:00",
        "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z",
        "2026-04-31T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
        "2026-01-01T00:00:61Z",
        "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+01:00x",
        "2026-01-01 00:00:00Z", "٢٠٢٦-01-01T00:00:00Z",
    ])
    func `Other texts are no time`(text: String) {
        #expect(!Timestamp.isOne(text))
    }
}
