/// Who of a host may use a file so, and who may not.
package struct WhoCan: Hashable, Sendable {
    package typealias Answer = FileJudgement.Answer

    package struct User: Hashable, Sendable {
        package var name: String
        package var uid: UInt32

        package init(_ name: String, uid: UInt32) {
            self.name = name
            self.uid = uid
        }
    }

    /// The answer for whoever owns nothing there and is in no group: for all whom nothing else names.
    package var others: Answer
    /// Why the others may not, or why that is not known; nil where they may.
    package var othersReason: String?
    /// Why not even root may; nil where root may.
    package var rootReason: String?
    /// In the order of the name service.
    package var allowed: [User] = []
    package var denied: [User] = []
    package var unknown: [User] = []
    /// The groups by which alone one of the others would have the opposite answer.
    package var groups: [String] = []
    /// Whether the tables of users and groups had no more entries than were asked for.
    package var isWhole: Bool

    package init(
        others: Answer,
        othersReason: String? = nil,
        rootReason: String? = nil,
        isWhole: Bool = true
    ) {
        self.others = others
        self.othersReason = othersReason
        self.rootReason = rootReason
        self.isWhole = isWhole
    }

    /// Whether everybody's answer is known.
    package var isKnown: Bool { others != .unknown && unknown.isEmpty && isWhole }
}
