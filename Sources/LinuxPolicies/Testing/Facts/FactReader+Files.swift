import AccessModel
import Kernel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

// Files, each as ls(1) lists it.
extension FactReader {
    private static let fileKeys = [
        "is", "acl", "attributes", "mount", "complete", "program",
        "file-capabilities",
    ]

    /// What `/etc/machine-id` holds; or `missing`.
    func machineID(_ node: Node) throws(Diagnostic) -> MachineID? {
        let text = try node.text(of: "machine-id")
        if text.value == "missing" { return nil }
        if let id = MachineID(Array(text.value.utf8)) { return id }
        let help = "write what /etc/machine-id holds, 32 hexadecimal digits, or `missing`"
        throw .invalidFact(text, "is no id of a machine", help: help)
    }

    func readFile(_ entry: Node.Entry) throws(Diagnostic) {
        let path = entry.key
        let names = path.value.utf8.split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        let isClean =
            path.value == "/"
            || names.count > 1 && names[0].isEmpty
                && !names.dropFirst().contains { ["", ".", ".."].contains(Substring($0)) }
        guard isClean else {
            let help = "write it from `/` on, without `.`, `..` or a `/` at its end"
            throw .invalidFact(path, "is not the one path of a file", help: help)
        }
        if entry.value.word != nil {
            facts.tell(try file(entry.value.text(of: path.value)), of: path.value)
            return
        }
        let help = "write it as `ls -l` does, such as `-rw-r----- root:adm`"
        let owner = "the file \(path.value.quoted)"
        let fields = try Fields(entry.value, of: owner, help: help)
        fields.reportUnknown(except: Self.fileKeys, to: problems)
        var told = HostFacts.File.ordinaryDirectory
        if let node = fields["is"] { told = try file(node.text(of: "is")) }
        try readMore(fields, of: &told)
        facts.tell(told, of: path.value)
    }

    private func file(_ text: Located<String>) throws(Diagnostic) -> HostFacts.File {
        guard text.value != "missing" else { return HostFacts.File(nil) }
        guard let listed = ListedFile(text.value) else {
            throw .invalidFact(
                text,
                "is not what `ls -l` shows of a file",
                help: "write `-rw-r----- root:adm`, `-> /target`, or `missing`"
            )
        }
        var place = Place(
            listed.kind,
            mode: listed.mode,
            uid: try user(Located(listed.owner, at: text.location)),
            gid: try group(Located(listed.group, at: text.location))
        )
        if let device = listed.device { place.deviceNumber = device }
        return HostFacts.File(place, target: listed.target)
    }

    private func readMore(_ fields: Fields, of file: inout HostFacts.File) throws(Diagnostic) {
        if let node = fields["mount"] {
            file.mount = try mount(node.text(of: "mount"))
            file.place?.isMountRoot = true
        }
        if let node = fields["acl"] { file.list = try list(node, mode: file.place?.mode ?? 0) }
        if let node = fields["attributes"] { try readAttributes(node, of: &file) }
        if let node = fields["complete"] {
            let text = try node.text(of: "complete")
            guard ["true", "false"].contains(text.value) else {
                throw .unknownValue(text, of: "complete", known: ["true", "false"])
            }
            file.isComplete = text.value == "true"
        }
        if let node = fields["program"] { file.program.format = try format(node) }
        if let node = fields["file-capabilities"] {
            file.program.capabilities = try bytes(node.text(of: "file-capabilities"))
        }
    }

    private func readAttributes(
        _ node: Node,
        of file: inout HostFacts.File
    ) throws(Diagnostic) {
        for text in try node.words(of: "attributes") {
            switch text.value {
            case "immutable": file.place?.isImmutable = true
            case "append-only": file.place?.isAppendOnly = true
            default:
                let known = ["immutable", "append-only"]
                throw .unknownValue(text, of: "attributes", known: known)
            }
        }
    }

    /// `static`, `elf LOADER`, `script INTERPRETER`, `not-a-program` or `foreign`.
    private func format(_ node: Node) throws(Diagnostic) -> Program.Format {
        let text = try node.text(of: "program")
        let words = text.value.split(separator: " ", maxSplits: 1)
        let path = words.count == 2 ? Array(words[1].utf8) : nil
        switch (words.first, path) {
        case ("static", nil): return .elf(interpreter: nil)
        case ("not-a-program", nil): return .unknown
        case ("foreign", nil): return .undecided
        case ("elf", let path?): return .elf(interpreter: path)
        case ("script", let path?): return .script(interpreter: path)
        default:
            let help =
                "write `static`, `elf LOADER`, `script INTERPRETER`, `not-a-program` or `foreign`"
            throw .invalidFact(text, "is no kind of program", help: help)
        }
    }

    private func bytes(_ text: Located<String>) throws(Diagnostic) -> [UInt8] {
        let digits = Array(text.value.utf8)
        let pairs = stride(from: 0, to: digits.count - 1, by: 2)
        let bytes = pairs.compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
        guard digits.count % 2 == 0, bytes.count == digits.count / 2 else {
            let help = "write the attribute `security.capability` in hexadecimal digits"
            throw .invalidFact(text, "is not hexadecimal", help: help)
        }
        return bytes
    }
}
