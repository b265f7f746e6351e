import AccessModel
import ArgumentParser
import Kernel
import LinuxCapabilities
import PolicyLanguage

/// What a line asks, apart from whom it is about.
enum BatchQuestion {
    case file(FileQuestion)
    /// Having it in effect, or being able to raise it: both are so for what a line's subject holds.
    case kernelCapability(KernelCapability)
    /// A socket made in the file system.
    case bindPath(FileQuestion)
    case bindPort(PortLook)
    /// A socket of the file system, which takes write permission, and someone who listens.
    case connectPath(FileQuestion, Endpoint)
    /// A way to an address, which a rule may give some users alone.
    case route(String)
    /// The same for every subject.
    case shared(any SharedQuestion)

    init(
        _ line: BatchLine,
        _ scanner: JSONScanner,
        _ accounts: inout KnownAccounts
    ) throws(BadLine) {
        guard let action = line.action else {
            throw BadLine("`action` is missing; name one, such as \"read\"")
        }
        guard let object = line.object else {
            throw BadLine("`object` is missing; name what the action is about")
        }
        let word = scanner.words(action)
        let argument = try Self.argument(line.argument, scanner, of: word, &accounts)
        if let action = try Self.checked({ try Question.fileAction(word, argument) }) {
            let path = try absolutePath(scanner.text(object))
            self = .file(FileQuestion(action.operation, path, follow: line.follow))
            return
        }
        let name = scanner.words(object)
        self = try Self.checked { try Self.other(word, name, argument) }
        guard line.follow != false else {
            throw BadLine("`follow` belongs to the file actions; leave it out")
        }
    }

    private static func argument(
        _ value: JSONValue?,
        _ scanner: JSONScanner,
        of action: String,
        _ accounts: inout KnownAccounts
    ) throws(BadLine) -> String? {
        switch value {
        case .string(let text):
            let text = scanner.words(text)
            let isNumber = text.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
            if action == "chown", !isNumber { return "\(try accounts.user(text))" }
            if action == "chgrp", !isNumber { return "\(try accounts.group(text))" }
            return text
        case .number(let range):
            guard ["chown", "chgrp", "touch"].contains(action) else {
                let help = action == "chmod" ? "; write the mode as \"0644\"" : ""
                throw BadLine("`argument` is a number, and has to be a string\(help)")
            }
            return String(decoding: scanner.bytes[range], as: UTF8.self)
        default: return nil
        }
    }

    private static func other(
        _ action: String,
        _ object: String,
        _ argument: String?
    ) throws -> BatchQuestion {
        if action == "unit" { return .shared(try Question.unit(object, argument)) }
        guard Question.actions.contains(action) else {
            let help = Question.unknownAdvice(action, among: Question.actions)
            throw BadLine("unknown action \(action.quoted); \(help)")
        }
        guard !Question.personal.contains(action) else {
            throw BadLine("\(action.quoted) is asked of one subject here; `warrant can` answers it")
        }
        if let argument {
            throw BadLine("\(action.quoted) takes no argument, but here is \(argument.quoted)")
        }
        switch action {
        case "bind": return try binding(try Question.endpoint(object))
        case "connect": return try connection(try Question.endpoint(object))
        case "resolve":
            return .shared(try Question.network(NetworkReachability(.resolve, object)))
        case "route":
            _ = try Question.network(NetworkReachability(.route, to: object))
            return .route(object)
        default: return .kernelCapability(try knownCapability(object))
        }
    }

    private static func binding(_ endpoint: Endpoint) throws -> BatchQuestion {
        _ = try Question.network(NetworkReachability(.bind, to: endpoint))
        if case .unix(let path) = endpoint.form {
            // mknod(2) and bind(2) ask the same of the way and the directory.
            return .bindPath(FileQuestion(.create(.fifo), try absolutePath(Array(path.utf8))))
        }
        return .bindPort(try PortLook(endpoint))
    }

    private static func connection(_ endpoint: Endpoint) throws -> BatchQuestion {
        let capability = try Question.network(NetworkReachability(.connect, to: endpoint))
        if case .unix(let path) = endpoint.form {
            let path = try absolutePath(Array(path.utf8))
            return .connectPath(FileQuestion(.access(.write), path), endpoint)
        }
        return .shared(capability)
    }

    /// What the command line would call a question asked wrongly is a bad line.
    private static func checked<Value>(_ body: () throws -> Value) throws(BadLine) -> Value {
        do {
            return try body()
        } catch {
            throw error as? BadLine ?? BadLine((error as? ValidationError)?.message ?? "\(error)")
        }
    }
}

func absolutePath(_ path: [UInt8]) throws(BadLine) -> [UInt8] {
    guard path.first == UInt8(ascii: "/") else {
        let text = String(decoding: path, as: UTF8.self)
        throw BadLine("\(text.quoted) is not an absolute path; write it from `/` on")
    }
    guard !path.contains(0) else { throw BadLine("a path contains a NUL; no file has such a name") }
    return path
}
