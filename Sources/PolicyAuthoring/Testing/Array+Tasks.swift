extension Array where Element: Sendable {
    /// Returns the result for each element, in order. A few tasks work on the threads of all processors.
    func mappedInTasks<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) async -> Result
    ) async -> [Result] {
        let tasks = Swift.min(count, 16)
        return await withTaskGroup { group in
            for task in 0..<tasks {
                let part = self[count * task / tasks..<count * (task + 1) / tasks]
                group.addTask {
                    var results: [Result] = []
                    for element in part { results.append(await transform(element)) }
                    return (task, results)
                }
            }
            var parts = [[Result]](repeating: [], count: tasks)
            for await (task, results) in group { parts[task] = results }
            return parts.flatMap(\.self)
        }
    }
}
