import LinuxCapabilities

extension Word {
    /// `restart: nginx.service`.
    static let restart = control(.restart)
}
