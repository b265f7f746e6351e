import Kernel
import Testing

@Suite struct `A map of ids` {
    @Test func `A map is read in the form that the kernel writes`() throws {
        let map = try #require(
            IDMap(parsing: "         0       1000          1\n         1     100000      65536\n")
        )
        #expect(
            map.ranges == [
                .init(inside: 0, outside: 1000, count: 1),
                .init(inside: 1, outside: 100_000, count: 65_536),
            ]
        )
        #expect(map.inside(of: 1000) == 0 && map.inside(of: 100_000) == 1)
        #expect(map.inside(of: 165_535) == 65_536 && map.inside(of: 165_536) == nil)
        #expect(map.outside(of: 0) == 1000 && map.outside(of: 65_536) == 165_535)
        #expect(map.outside(of: 65_537) == nil)
    }

    @Test func `The map of the initial namespace maps each id to itself`() throws {
        let map = try #require(IDMap(parsing: "         0          0 4294967295\n"))
        #expect(map.inside(of: 0) == 0 && map.inside(of: 4_294_967_294) == 4_294_967_294)
        #expect(map.inside(of: .max) == nil && map.outside(of: .max) == nil)
    }

    @Test func `An empty map maps no id`() {
        #expect(IDMap(parsing: "")?.inside(of: 0) == nil)
        #expect(IDMap(parsing: "")?.ranges == [])
    }

    @Test(arguments: [
        "0 0", "0 0 1 1", "0 0 0", "-1 0 1", "a b c", "0 4294967295 2", "2 0 4294967295",
    ])
    func `A malformed map is refused`(text: String) {
        #expect(IDMap(parsing: text) == nil)
    }

    @Test func `A map has at most 340 ranges`() {
        func text(_ count: Int) -> String {
            (0..<count).map { "\($0) \($0) 1\n" }.joined()
        }
        #expect(IDMap(parsing: text(340))?.outside(of: 339) == 339)
        #expect(IDMap(parsing: text(341)) == nil)
    }
}
