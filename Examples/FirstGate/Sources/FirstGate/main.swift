// Serves only where web.yaml, a policy in the working directory, holds.

// README begins
import Warrant

let serve = Procedure("serve") { print("serving") }
    .condition(AuthorizedFor(FileAccess(.read, "/etc/passwd")))
    .condition(Satisfies(try Policy(path: "web.yaml")))

switch await ProcedureQueue(width: 1).run(serve) {
case .succeeded: print("served")
case .refused(let refusal): print(refusal)
case let other: print(other)
}
// README ends
