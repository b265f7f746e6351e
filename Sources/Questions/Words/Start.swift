import LinuxCapabilities

extension Word {
    /// `start: nginx.service`.
    static let start = control(.start)
}
