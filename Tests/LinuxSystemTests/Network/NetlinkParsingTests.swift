import Kernel
import TestSupport
import Testing

@testable import LinuxSystem

@Suite struct `A netlink answer` {
    @Test func `A netlink answer is split into messages`() {
        let messages = NetlinkMessage.all(
            in: (message(type: 20, [1, 2, 3]) + message(type: 3, []))[...]
        )
        #expect(messages?.map(\.payload.count) == [3, 0])
    }

    @Test func `A truncated netlink answer is refused`() {
        let whole = message(type: 20, [1, 2, 3, 4])
        for length in 1..<whole.count { #expect(NetlinkMessage.all(in: whole[..<length]) == nil) }
        #expect(NetlinkMessage.all(in: [][...])?.count == 0)
    }

    @Test func `A message that is shorter than its header is refused`() {
        #expect(
            NetlinkMessage.all(in: (bytes(of: UInt32(8)) + [UInt8](repeating: 0, count: 12))[...])
                == nil
        )
        #expect(NetlinkMessage.all(in: [UInt8](repeating: 0, count: 16)[...]) == nil)
    }

    @Test func `A message has its attributes by type, without the flags`() {
        let attribute = bytes(of: UInt16(5)) + bytes(of: UInt16(0x8000 | 11)) + [1, 0, 0, 0]
        let parsed = NetlinkMessage.all(in: message(type: 20, [0, 0, 0, 0] + attribute)[...])?.first
        #expect(parsed?.attributes(after: 4)?[11]?.load(UInt8.self) == 1)
        #expect(parsed?.attributes(after: 4)?[11]?.count == 1)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `Random bytes do not trap the parser`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for _ in 0..<2000 {
            for message in NetlinkMessage.all(in: randomAnswer(&random)[...]) ?? [] {
                _ = PortSocket(.tcp, message)
                _ = message.attributes(after: Int.random(in: 0...100, using: &random))
            }
        }
    }

    /// Returns noise in which the lengths are often right, so that the bytes after them are read too.
    private func randomAnswer(_ random: inout SplitMix) -> [UInt8] {
        let noise = (0..<Int.random(in: 0...200, using: &random)).map { _ -> UInt8 in
            Bool.random(using: &random) ? random.next() : UInt8.random(in: 0...12, using: &random)
        }
        guard Int.random(in: 0...3, using: &random) > 0 else { return noise }
        let family: UInt8 = Bool.random(using: &random) ? 2 : 10
        return message(type: 20, [family] + noise)
    }

    private func message(type: UInt16, _ payload: [UInt8]) -> [UInt8] {
        let length = UInt32(16 + payload.count)
        let header = bytes(of: length) + bytes(of: type) + [UInt8](repeating: 0, count: 10)
        let padding = [UInt8](
            repeating: 0,
            count: payload.count % 4 == 0 ? 0 : 4 - payload.count % 4
        )
        return header + payload + padding
    }
}
