import LinuxCapabilities

extension Word {
    /// `stop: nginx.service`.
    static let stop = control(.stop)
}
