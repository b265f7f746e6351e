import LinuxCapabilities

/// `warrant who-can --format json`.
struct WhoCanJSON: Encodable {
    let version = 1
    let command = "who-can"
    let exit: Int32
    let action: String
    let object: String
    let argument: String?
    let answer: FoundJSON?
    /// Why there is no answer.
    let problem: String?

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
            others: found.others.word,
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
    func json(_ action: String, _ path: String, _ argument: String?) throws -> String {
        var answer: WhoCan?
        var problem: String?
        switch found {
        case .success(let found): answer = found
        case .failure(let unknown): problem = unknown.message
        }
        return try encoded(
            WhoCanJSON(
                exit: status.rawValue,
                action: action,
                object: path,
                argument: argument,
                answer: answer.map(WhoCanJSON.FoundJSON.init),
                problem: problem
            )
        )
    }
}
