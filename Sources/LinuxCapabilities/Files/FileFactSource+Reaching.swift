package import AccessModel

// Where the rules cannot follow a path, and the kernel can.
extension FileFactSource {
    package func reached(by inquiry: FileInquiry) -> PlaceID? { nil }

    /// What a call asks besides the permissions; where that is not known either, what was not known before.
    func rest(
        of question: FileQuestion,
        onPermitted file: PlaceID,
        after unknown: Stop?
    ) -> Stop? {
        var stop = tree.refusal(of: question.operation, onPermitted: file)
        while case .lacks(let request)? = stop {
            read(request)
            stop = tree.refusal(of: question.operation, onPermitted: file)
        }
        if case .unknown(let rest)? = stop, rest.cause == .fileSystem { return unknown }
        return stop
    }
}
