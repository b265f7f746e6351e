/// A descriptor of several owners, closed when the last of them goes.
package final class SharedDescriptor: Sendable {
    package let descriptor: Descriptor

    package init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
}
