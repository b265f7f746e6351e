// What a service author needs, behind one name: `import Warrant`.
@_exported public import Capabilities
@_exported public import Kernel
@_exported public import LinuxCapabilities
@_exported public import LinuxSystem
@_exported public import Policies
@_exported public import PolicyLanguage
@_exported public import Procedures
