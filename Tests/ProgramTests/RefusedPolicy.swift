/// Returns the message for a policy that the caller may not read.
func refusedPolicy(_ path: String) -> String {
    "\(path): Permission denied (EACCES); `warrant can read \(path)` shows why\n"
}
