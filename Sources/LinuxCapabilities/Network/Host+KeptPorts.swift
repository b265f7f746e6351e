import LinuxSystem

extension Host {
    private static let keptPortFamily = Family<FoundOnce<PortLook, PortFacts>?>(live: nil)

    /// The facts about ports that the questions about services share; nil to find them for each question.
    var keptPorts: FoundOnce<PortLook, PortFacts>? { self[Self.keptPortFamily] }

    /// Returns this host with ports that do not change any more for services, once they are looked at.
    package func keepingPorts() -> Host { asking(Self.keptPortFamily, by: FoundOnce()) }
}
