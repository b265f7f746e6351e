extension SystemError {
    /// Throws a refusal that a seccomp filter of this process may have made: it answers in place of the
    /// kernel, which was not asked then.
    func throwIfPerhapsFiltered() throws(SystemError) {
        guard ProcessCalls.hasSystemCallFilter else { return }
        let remedy = "the seccomp filter of this process may be the cause"
        throw SystemError(call, object, code: code, remedy: remedy)
    }
}
