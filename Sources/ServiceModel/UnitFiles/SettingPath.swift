/// Checks the path of a setting, and removes slashes and dots without a meaning.
///
/// - Returns: nil for a path that systemd ignores: a relative one if `isAbsolute` is true, an absolute one if not, and
///   one with `..`.
/// - SeeAlso: `path_simplify_and_warn` in src/shared/parse-helpers.c of systemd.
func settingPath(_ bytes: [UInt8], isAbsolute: Bool = true) -> String? {
    let slash = UInt8(ascii: "/")
    guard (bytes.first == slash) == isAbsolute, let text = validText(bytes) else { return nil }
    let names = text.utf8.split(separator: slash).filter { !$0.elementsEqual(".".utf8) }
    guard !names.contains(where: { $0.elementsEqual("..".utf8) || $0.count > 255 }) else {
        return nil
    }
    let path = (isAbsolute ? "/" : "") + names.map { String(Substring($0)) }.joined(separator: "/")
    return path.isEmpty || path.utf8.count >= 4096 ? nil : path
}
