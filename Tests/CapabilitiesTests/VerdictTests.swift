import Capabilities
import Procedures
import Testing

@Suite struct `A verdict` {
    static let all: [Verdict] = [
        .authorized(), .denied([Reason("no", "a", "no")]),
        .undetermined([Reason("what", "b", "what")]),
    ]

    /// Written plainly from the truth table of the design, to be compared with what ships.
    private func kind(_ verdict: Verdict) -> Int {
        switch verdict {
        case .denied: 0
        case .undetermined: 1
        case .authorized: 2
        }
    }

    @Test(arguments: all, all)
    func `of all is the weakest, of any the strongest`(one: Verdict, other: Verdict) {
        #expect(kind(.all([one, other])) == min(kind(one), kind(other)))
        #expect(kind(.any([one, other])) == max(kind(one), kind(other)))
    }

    @Test(arguments: all, all)
    func `keeps the reasons of all parts that decide`(one: Verdict, other: Verdict) {
        let both = Verdict.all([one, other])
        let deciding = [one, other].filter { kind($0) == kind(both) }
        #expect(both.reasons == deciding.flatMap(\.reasons))
    }

    @Test func `of an empty group is a denial, for all and for any`() {
        #expect(kind(.all([])) == 0)
        #expect(kind(.any([])) == 0)
    }

    @Test(arguments: all)
    func `that is unknown stays unknown when negated`(verdict: Verdict) {
        let negated = verdict.negated(Reason("held", "c", "held"))
        #expect(kind(negated) == [0: 2, 1: 1, 2: 0][kind(verdict)])
    }
}
