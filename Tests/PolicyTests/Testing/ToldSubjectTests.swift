import LinuxPolicies
import Testing

@Suite struct `Who is told of` {
    @Test func `is no process that nothing is told of, were it the first`() async throws {
        let files = "files: { /x: -rw------- }\n"
        let question = "read: /x, as: { pid: 1 }"
        #expect(try await ToldHost(files).answers(question) == ["undetermined look-failed"])
        let told = try ToldHost(files + "processes: { 1: root }")
        #expect(try await told.answers(question) == ["holds file-permitted"])
    }
}
