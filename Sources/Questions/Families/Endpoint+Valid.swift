import LinuxCapabilities
import PolicyLanguage

extension Endpoint {
    /// Returns the endpoint that a text describes.
    static func valid(_ text: String) throws(InvalidUse) -> Endpoint {
        do throws(InvalidEndpoint) {
            return try Endpoint(text)
        } catch {
            throw InvalidUse(error)
        }
    }
}

extension NetworkReachability {
    /// Returns this question, if it can be asked.
    func valid() throws(InvalidUse) -> Self {
        if let invalid { throw InvalidUse(invalid) }
        return self
    }
}

extension InvalidUse {
    init(_ error: InvalidEndpoint) {
        let problem = "\(error.text.quoted) \(error.problem)"
        self.init("invalid-endpoint", problem, help: error.help, typed: error.description)
    }
}

extension Word.Line {
    /// Creates a line whose object is the path of a socket.
    init(path: String) { self.init(object: Array(path.utf8), argument: nil, follow: nil) }
}

extension TextForm {
    /// The pattern of a number from 1 to 65535.
    static let port = Pattern.positive(upTo: 65535)
}
