import Capabilities
import LinuxCapabilities

/// The output of `warrant who-can --format json`.
struct WhoCanJSON: Encodable {
    let version = 1
    let command = "who-can"
    let exit: Int32
    let action: String
    let object: String
    let argument: String?
    let answer: FoundJSON?
    /// The reason why there is no answer.
    let problem: String?
    /// The question that was probably meant; nil if it is this one.
    let likely: LikelyJSON?

    struct LikelyJSON: Encodable {
        let action: String
        let object: String
        let answer: FoundJSON?
        let problem: String?

        init(_ report: WhoCanReport) {
            action = report.asked.action
            object = report.asked.object
            answer = report.answer.map(FoundJSON.init)
            problem = report.problem
        }
    }

    struct FoundJSON: Encodable {
        let others: String
        let othersReason: String?
        let rootReason: String?
        let authorized: [UserJSON]
        let denied: [UserJSON]
        let undetermined: [UserJSON]
        let groups: [String]
        let whole: Bool
    }

    struct UserJSON: Encodable {
        let name: String
        let uid: UInt32

        init(_ user: WhoCan.User) {
            name = user.name
            uid = user.uid
        }
    }
}

extension WhoCanJSON.FoundJSON {
    init(_ found: WhoCan) {
        self.init(
            others: found.others.rawValue,
            othersReason: found.othersReason,
            rootReason: found.rootReason,
            authorized: found.allowed.map(WhoCanJSON.UserJSON.init),
            denied: found.denied.map(WhoCanJSON.UserJSON.init),
            undetermined: found.unknown.map(WhoCanJSON.UserJSON.init),
            groups: found.groups,
            whole: found.isWhole
        )
    }
}

extension WhoCanReport {
    fileprivate var answer: WhoCan? {
        if case .success(let found) = found { found } else { nil }
    }

    fileprivate var problem: String? {
        if case .failure(let unknown) = found { unknown.message } else { nil }
    }

    func json() throws -> String {
        try encoded(
            WhoCanJSON(
                exit: status.rawValue,
                action: asked.action,
                object: asked.object,
                argument: asked.argument,
                answer: answer.map(WhoCanJSON.FoundJSON.init),
                problem: problem,
                likely: likely.first.map(WhoCanJSON.LikelyJSON.init)
            )
        )
    }
}
