import LinuxCapabilities

extension Word {
    /// `reload: nginx.service`.
    static let reload = control(.reload)
}
