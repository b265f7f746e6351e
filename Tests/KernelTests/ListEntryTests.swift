import Kernel
import Testing

@Suite struct `The entries of an access list` {
    @Test(
        arguments: [
            [], [1, 0, 0, 0], [2, 0, 0, 0, 1], [2, 0, 0, 0, 3, 0, 7, 0, 0, 0, 0, 0],
            [2, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0, 0],
        ] as [[UInt8]]
    )
    func `Malformed bytes yield no entries`(bytes: [UInt8]) {
        #expect(ListEntry.list(ofAttribute: bytes) == nil)
    }
}
