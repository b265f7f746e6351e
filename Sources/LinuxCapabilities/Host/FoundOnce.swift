/// Values that are found once, also by several askers at a time. A failure is not kept.
actor FoundOnce<Key: Hashable & Sendable, Value: Sendable> {
    private var found: [Key: Task<Value, any Error>] = [:]

    func value(
        of key: Key,
        finding find: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let finding = found[key] ?? Task { try await find() }
        found[key] = finding
        do {
            return try await finding.value
        } catch {
            if found[key] == finding { found[key] = nil }
            throw error
        }
    }
}
