extension SystemError {
    /// Throws if a seccomp filter of this process may have caused the refusal. A filter answers instead of the kernel,
    /// which was then not asked.
    func throwIfPerhapsFiltered() throws(SystemError) {
        guard ProcessCalls.hasSystemCallFilter else { return }
        let remedy = "the seccomp filter of this process may be the cause"
        throw SystemError(call, object, code: code, remedy: remedy)
    }
}
