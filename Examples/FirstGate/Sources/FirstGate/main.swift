// Serves only if web.yaml, a policy in the working directory, holds.

// README begins
import Warrant

let queue = ProcedureQueue(width: 4)
let users = FileAccess(.read, "/etc/passwd")
let serve = Procedure("serve", permitted: users) { permit in
    let file = try permit.open()  // the file that was judged
    print("serving \(file.path)")
}
.condition(Satisfies(try Policy(path: "web.yaml")))
.condition(MutuallyExclusive("web"))

switch await queue.run(serve) {
case .succeeded: print("served")
case .refused(let refusal): print(refusal)
case let other: print(other)
}
// README ends
