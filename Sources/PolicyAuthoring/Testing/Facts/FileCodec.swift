import AccessModel
import Kernel
import LinuxCapabilities
import PolicyLanguage

/// Files, each in the form of ls(1).
enum FileCodec: FactCodec {
    static let keys = ["files"]

    static func schema(of key: String) -> SchemaValue {
        let line = FactSchema.text(
            matching: "missing|unknown|-> [\\s\\S]+|[-dlpsbc][-rwxsStT]{9}[+.]?(?: [\\s\\S]*)?",
            "the file as `ls -l` shows it"
        )
        let file = FactSchema.mapping(
            [
                ("is", line), ("acl", FactSchema.texts),
                ("attributes", FactSchema.texts), ("mount", FactSchema.anyText),
                ("complete", ["type": ["boolean", "string"]]), ("program", FactSchema.anyText),
                ("file-capabilities", FactSchema.anyText),
            ])
        return FactSchema.named(["anyOf": [line, file]], "each path, as `ls -l` shows the file")
    }

    static func read(_ fields: Fields, into reader: FactReader) {
        reader.each(in: fields, "files") { entry throws(Diagnostic) in
            let path = entry.key
            guard isClean(path.value) else {
                let help = "begin it with `/`, and leave out `.`, `..` and a `/` at its end"
                throw .invalidFact(path, "is not the one path of a file", help: help)
            }
            reader.facts.describe(try file(entry, in: reader), at: path.value)
        }
    }

    private static func isClean(_ path: String) -> Bool {
        let names = path.utf8.split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        return path == "/"
            || names.count > 1 && names[0].isEmpty
                && !names.dropFirst().contains { ["", ".", ".."].contains(Substring($0)) }
    }

    /// Returns the lines of all files. A path with bytes that are not valid text is left out.
    static func lines(by writer: FactWriter) -> [String] {
        let paths = writer.facts.paths.filter { !$0.unicodeScalars.contains("\u{FFFD}") }
        let lines = paths.flatMap { path in
            writer.facts[path].map { Self.lines(of: $0, at: path, by: writer) } ?? []
        }
        return writer.section("files", lines)
    }

    private static func file(
        _ entry: Node.Entry,
        in reader: FactReader
    ) throws(Diagnostic) -> HostFacts.File {
        let path = entry.key.value
        if entry.value.word != nil {
            return try Self.file(entry.value.text(of: path), in: reader)
        }
        let help = "write it as `ls -l` does, such as `-rw-r----- root:adm`"
        let fields = try Fields(entry.value, of: "the file \(path.quoted)", help: help)
        let known = [
            "is", "acl", "attributes", "mount", "complete", "program", "file-capabilities",
        ]
        fields.reportUnknown(except: known, to: reader.problems)
        var file = HostFacts.File.ordinaryDirectory
        if let node = fields["is"] { file = try Self.file(node.text(of: "is"), in: reader) }
        if let node = fields["mount"] {
            let kernel = reader.facts.settings.kernel
            file.mount = try MountCodec.read(node.text(of: "mount"), kernel: kernel)
            file.place?.isMountRoot = true
        }
        if let node = fields["acl"] {
            file.list = try AccessListCodec.read(node, mode: file.place?.mode ?? 0, in: reader)
        }
        if let node = fields["attributes"] { try readAttributes(node, of: &file) }
        if let node = fields["complete"] { file.isComplete = try node.isTrue("complete") }
        if let node = fields["program"] {
            file.program.format = try ProgramCodec.read(node.text(of: "program"))
        }
        if let node = fields["file-capabilities"] {
            let text = try node.text(of: "file-capabilities")
            file.program.capabilities = try ProgramCodec.attribute(text)
        }
        return file
    }

    static func lines(
        of file: HostFacts.File,
        at path: String,
        by writer: FactWriter
    ) -> [String] {
        guard let place = file.place else { return ["\(path.inYAML): missing"] }
        let listed = ListedFile.text(
            of: place,
            owners: "\(writer.user(place.uid)):\(writer.group(place.gid))",
            target: file.target
        )
        // The arrow of a link has a meaning in YAML.
        let text = file.target == nil ? listed : listed.inYAML
        var more: [String] = []
        if let mount = file.mount { more.append("mount: \(MountCodec.text(mount))") }
        if let list = file.list {
            more.append("acl: \(writer.list(AccessListCodec.texts(list, by: writer)))")
        }
        let attributes = Self.attributes.filter { place[keyPath: $0.path] }.map(\.word)
        if !attributes.isEmpty { more.append("attributes: \(writer.list(attributes))") }
        if file.isComplete { more.append("complete: true") }
        if let program = ProgramCodec.text(file.program.format) {
            more.append("program: \(program)")
        }
        if let attribute = file.program.capabilities {
            more.append("file-capabilities: \"\(ProgramCodec.text(ofAttribute: attribute))\"")
        }
        guard !more.isEmpty else { return ["\(path.inYAML): \(text)"] }
        return writer.section(path.inYAML, ["is: \(text)"] + more)
    }

    private static func file(
        _ text: Located<String>,
        in reader: FactReader
    ) throws(Diagnostic) -> HostFacts.File {
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
            uid: try reader.user(Located(listed.owner, at: text.location)),
            gid: try reader.group(Located(listed.group, at: text.location))
        )
        if let device = listed.device { place.deviceNumber = device }
        return HostFacts.File(place, target: listed.target)
    }

    private static func readAttributes(
        _ node: Node,
        of file: inout HostFacts.File
    ) throws(Diagnostic) {
        for text in try node.words(of: "attributes") {
            guard let attribute = attributes.first(where: { $0.word == text.value }) else {
                throw .unknownValue(text, of: "attributes", known: attributes.map(\.word))
            }
            file.place?[keyPath: attribute.path] = true
        }
    }

    private static var attributes: [(word: String, path: WritableKeyPath<Place, Bool>)] {
        [("immutable", \.isImmutable), ("append-only", \.isAppendOnly)]
    }
}
