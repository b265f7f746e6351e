import AccessModel
import Capabilities
import Procedures
package import ServiceModel

extension FileFactSource {
    /// Returns the files that a service with these settings would see; the same files if none of the settings changes
    /// them.
    ///
    /// - Throws: ``MountStop`` if systemd does not start the service with these settings, or if that is not known.
    package func seen(
        through sandbox: FileSandbox?
    ) throws(MountStop) -> any FileFactSource {
        guard let sandbox, sandbox.changesFiles else { return self }
        return try ServiceFileTree(sandbox, over: self)
    }
}

extension FileJudgement {
    /// Creates the answer about a service whose mounts are not known.
    init(_ stop: MountStop) { self.init(.unknown, message: stop.message) }
}

extension MountStop {
    /// One line that continues a path or a subject.
    package var message: String {
        switch self {
        case .failsToStart(let why, let setting, let exit):
            "cannot be asked about: the service fails to start (\(exit)): \(why)\(setting.words)"
        case .notKnown(let what, let setting):
            "cannot be known for the service: \(what)\(setting.words)"
        }
    }
}

extension NamedSetting? {
    /// The end of a sentence that names the setting; empty for none.
    var words: String { map { "; \($0.text) in \($0.place)" } ?? "" }
}

extension FileFactSource {
    /// Returns the file at a path, and reads what that takes.
    func place(at path: MountPath, follow: Bool) throws(Stop) -> PlaceID {
        while true {
            do throws(Stop) {
                return try tree.place(at: path.bytes, follow: follow)
            } catch .lacks(let request) {
                read(request)
            } catch {
                throw error
            }
        }
    }

    /// Returns the file at a path; nil if it is missing.
    ///
    /// - Parameter setting: Named if the file could not be looked at.
    func find(
        _ path: MountPath,
        follow: Bool,
        for setting: NamedSetting?
    ) throws(MountStop) -> PlaceID? {
        do throws(Stop) {
            return try place(at: path, follow: follow)
        } catch .refused(let refusal) where refusal.cause == .missing {
            return nil
        } catch {
            throw .notKnown("`\(path)`, which could not be looked at", setting)
        }
    }
}
