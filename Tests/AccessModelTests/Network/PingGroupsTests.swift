import AccessModel
import Testing

@Suite struct `Groups that may ping` {
    private static let groups = PingGroups(from: 10, through: 12)

    @Test func `A range of groups includes its first and last one`() {
        #expect((0...20).filter { Self.groups.contains($0) } == [10, 11, 12])
    }

    @Test func `A range is empty if the last is below the first`() {
        #expect(PingGroups.none.isEmpty)
        #expect(!PingGroups.none.contains(0))
        #expect(!PingGroups.none.contains(1))
        #expect(!PingGroups(from: 5, through: 5).isEmpty)
        #expect(!Self.groups.isEmpty)
    }

    @Test func `A range grows only as far as needed`() {
        #expect(Self.groups.including([11]) == Self.groups)
        #expect(Self.groups.including([20, 5]) == PingGroups(from: 5, through: 20))
        #expect(Self.groups.including([]) == Self.groups)
        #expect(PingGroups.none.including([8]) == PingGroups(from: 8, through: 8))
        #expect(PingGroups.none.including([]) == .none)
    }
}
