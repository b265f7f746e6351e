import ServiceModel

/// A line for a unit that permits more than its sandbox does.
enum SandboxLine {
    case readWrite(String), exec(String), bindReadOnly(String), bind(String)
    case homeReadOnly

    var text: String {
        switch self {
        case .readWrite(let path): "ReadWritePaths=\(path)"
        case .exec(let path): "ExecPaths=\(path)"
        case .bindReadOnly(let path): "BindReadOnlyPaths=\(path)"
        case .bind(let path): "BindPaths=\(path)"
        case .homeReadOnly: "ProtectHome=read-only"
        }
    }

    /// Returns a sandbox with the line; nil if the path would need quotes, or the setting is not in use.
    func added(to sandbox: FileSandbox) -> FileSandbox? {
        var changed = sandbox
        switch self {
        case .readWrite(let path):
            guard SettingText.isPlain(path) else { return nil }
            changed.readWritePaths.append(placed(FileSandbox.Path(path)))
        case .exec(let path):
            guard SettingText.isPlain(path) else { return nil }
            changed.execPaths.append(placed(FileSandbox.Path(path)))
        case .bindReadOnly(let path):
            guard SettingText.isPlain(path) else { return nil }
            changed.binds.append(placed(FileSandbox.Bind(path, to: path, isReadOnly: true)))
        case .bind(let path):
            guard SettingText.isPlain(path) else { return nil }
            changed.binds.append(placed(FileSandbox.Bind(path, to: path, isReadOnly: false)))
        case .homeReadOnly:
            guard changed.protectHome?.value == .yes || changed.protectHome?.value == .tmpfs else {
                return nil
            }
            changed.protectHome = placed(.readOnly)
        }
        return changed
    }

    private func placed<Value>(_ value: Value) -> Placed<Value> {
        Placed(value, text, at: SettingPlace(file: "", line: 1))
    }
}
