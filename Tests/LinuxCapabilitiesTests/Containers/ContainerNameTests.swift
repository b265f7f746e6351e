import LinuxCapabilities
import Testing

@Suite struct `The name of a container` {
    @Test(
        arguments: [
            ("web", nil, nil, "web"), ("podman:web", "podman", nil, "web"),
            ("containerd:k8s.io/4f5a", "containerd", "k8s.io", "4f5a"),
            ("_a.b+c,d-e", nil, nil, "_a.b+c,d-e"),
        ] as [(String, String?, String?, String)]
    )
    func `The parts are the runtime, the namespace and the name`(
        text: String,
        runtime: String?,
        namespace: String?,
        name: String
    ) throws {
        let found = try ContainerName(text)

        #expect(found.runtime?.rawValue == runtime)
        #expect(found.namespace == namespace)
        #expect(found.text == name)
    }

    @Test(arguments: [
        "", ".", "..", "-web", "a b", "web:", ":web", "a/b/c", "/web", "web/", "wéb", "a\nb",
        "../web", String(repeating: "a", count: 256),
    ])
    func `A name that is no name of a directory is refused`(text: String) {
        let fault = #expect(throws: ContainerName.Fault.self) { try ContainerName(text) }
        let isOfRuntime = text.contains(":")

        #expect(
            fault?.problem
                == (isOfRuntime
                    ? "names an unknown container runtime; use one of podman, docker, containerd, runc, crun"
                    : "is not a valid container name; write NAME, ID or RUNTIME:NAME")
        )
    }

    @Test func `A misspelt runtime is corrected`() {
        let fault = #expect(throws: ContainerName.Fault.self) { try ContainerName("dockr:web") }

        #expect(fault?.problem == "names an unknown container runtime; did you mean `docker:`?")
    }
}
