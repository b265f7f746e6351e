import AccessModel
import Kernel
import TestSupport

/// Makes random credentials and the calls that they attempt.
struct CaseMaker {
    /// The ids are few, so that equal ones occur often.
    static let ids: [UInt32] = [0, 0, 1, 2, 1000, 1001, 1002, 100_000, 100_001, 101_000]

    var random: SplitMix
    let scene: Scene

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        scene = Scene(&random)
    }

    mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    mutating func process() -> JudgedProcess {
        let number = one(in: 2) ? 0 : Int.random(in: scene.namespaces.indices, using: &random)
        let namespace = scene.namespaces[number]
        let danger = one(in: 4) ? pick(JudgedProcess.Danger.allCases) : .none
        var credentials = ProcessCredentials(
            user: processIDs(namespace.own.ids.users),
            group: processIDs(namespace.own.ids.groups),
            groups: Set((0..<pick([0, 0, 1, 3])).map { _ in pick(Self.ids) }),
            sets: sets(of: number == 0 ? .ours : Judge.kernel?.known ?? .none),
            secureBits: secureBits(),
            hasNoNewPrivileges: one(in: 6),
            namespace: namespace
        )
        credentials.sharesFileSystem = danger == .sharesFileSystem
        credentials.isTracedWithoutPrivilege =
            danger == .tracedByItself && !credentials.sets.effective.contains(.sysPtrace)
        return JudgedProcess(credentials: credentials, namespace: number, danger: danger)
    }

    private mutating func processIDs(_ map: IDMap) -> CredentialIDs {
        let first = id(map)
        guard !one(in: 3) else { return CredentialIDs(first) }
        var ids = (0..<3).map { _ in one(in: 2) ? first : id(map) }
        ids.append(one(in: 4) ? id(map) : ids[0])
        return CredentialIDs(real: first, effective: ids[0], saved: ids[1], fileSystem: ids[3])
    }

    /// Returns an id that the namespace mostly maps.
    mutating func id(_ map: IDMap) -> UInt32 {
        if one(in: 3), let root = map.outside(of: 0) { return root }
        guard !one(in: 3), map != .identity, let range = map.ranges.randomElement(using: &random)
        else { return pick(Self.ids) }
        return range.outside + UInt32.random(in: 0..<range.count, using: &random)
    }

    private mutating func sets(of all: KernelCapabilitySet) -> KernelCapabilitySets {
        let permitted = subset(of: all)
        let inheritable = subset(of: one(in: 2) ? permitted : all)
        return KernelCapabilitySets(
            effective: subset(of: permitted),
            permitted: permitted,
            inheritable: inheritable,
            bounding: one(in: 2) ? all : subset(of: all),
            ambient: one(in: 2) ? .none : subset(of: permitted.intersection(inheritable))
        )
    }

    mutating func subset(of all: KernelCapabilitySet) -> KernelCapabilitySet {
        let mask: UInt64 =
            switch Int.random(in: 0..<5, using: &random) {
            case 0: 0
            case 1: .max
            case 2: random.next() & random.next() & random.next()
            default: random.next()
            }
        return all.intersection(KernelCapabilitySet(mask: mask))
    }

    private mutating func secureBits() -> SecureBits {
        let all = SecureBits.known(to: Judge.kernel)
        let bits = UInt32.random(in: 0...all.rawValue, using: &random)
        return one(in: 2) ? [] : SecureBits(rawValue: bits & all.rawValue)
    }
}

extension SecureBits {
    /// Returns the known bits with their locks, as in linux/securebits.h. Those of interpreters exist since Linux 6.14.
    static func known(to kernel: RunningKernel?) -> Self {
        guard let kernel, kernel.version >= KernelVersion(6, 14) else {
            return Self(rawValue: 0xFF)
        }
        return Self(rawValue: 0xFFF)
    }
}
