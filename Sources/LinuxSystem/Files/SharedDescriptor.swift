/// A descriptor with several owners. It is closed when the last of them ends.
package final class SharedDescriptor: Sendable {
    package let descriptor: Descriptor

    package init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
}
