import AccessModel
import Kernel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

// What the words take, for the schema. A host or an address is left to the words: no pattern tells one.
extension TextForm {
    static let absolutePath = TextForm("absolute-path") {
        Details("/[\\s\\S]*", help: "write it from / on")
    }

    static let modes = TextForm("file-modes") {
        Details("[rwx]+", help: "join r, w and x")
    }

    static let id = TextForm("id") {
        let largest = Int(UInt32.max) - 1
        return Details(
            "0+|" + Pattern.positive(upTo: largest),
            bare: [.integers(from: 0, upTo: largest)],
            help: "give a number; id(1) tells it"
        )
    }

    static let kernelCapability = TextForm("kernel-capability") {
        let names = KernelCapability.named.map(\.name)
        // Bits that have no name yet.
        let bits = (names.count..<64).map { "CAP_\($0)" }
        return Details(
            Pattern.ignoringCase(names + bits),
            proposals: names,
            help: "capabilities(7) lists them"
        )
    }

    static let peer = TextForm("endpoint") {
        Details(
            "(?:tcp|udp):[\\s\\S]+:\(port)|unix:(?:/|@[\\s\\S])[\\s\\S]*",
            help: "write tcp:HOST:PORT, tcp:[V6]:PORT, udp:…, unix:/path or unix:@name"
        )
    }

    static let ownEndpoint = TextForm("own-endpoint") {
        Details(
            "(?:tcp|udp):(?:[\\s\\S]+:)?\(port)|unix:/[\\s\\S]*",
            help: "write tcp:PORT, tcp:ADDRESS:PORT, udp:… or unix:/path"
        )
    }

    private static let port = Pattern.positive(upTo: 65535)

    static let unitName = TextForm("unit-name") {
        let types = UnitName.types.joined(separator: "|")
        // A template, with nothing between `@` and the type, is no unit.
        return Details(
            "(?=[\\s\\S]{1,255}$)(?!@)(?![^@]*@\\.[a-z]+$)[A-Za-z0-9:_.\\\\@-]+\\.(?:\(types))",
            help: "write it with its type, such as nginx.service"
        )
    }

    static let polkitAction = TextForm("polkit-action") {
        Details("[A-Za-z0-9._-]+", bare: .anything, help: "pkaction lists them")
    }

    static let question = TextForm("question") {
        // Not blank, by the White_Space of Unicode: what `\s` is differs among dialects.
        let visible =
            "[^\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]"
        return Details(
            "[\\s\\S]*\(visible)[\\s\\S]*",
            bare: .anything,
            help: "write what is to be confirmed"
        )
    }

    static let tracing = TextForm("trace-processes") {
        let values = ProcessTracing.Reach.values
        return Details(values.joined(separator: "|"), proposals: values)
    }

    static let journal = TextForm("read-journal") {
        let values = JournalAccess.Journal.values
        return Details(values.joined(separator: "|"), proposals: values)
    }

    /// What may stand after the word for a kind of socket.
    static func sockets(_ word: String) -> TextForm {
        TextForm(word) {
            let values = SocketCreation.Kind.values(of: word)
            return Details(values.joined(separator: "|"), proposals: values)
        }
    }
}
