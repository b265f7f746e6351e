// A service that a policy guards: `RepositoryTests` examines what is linked into it.
import Warrant

let policy = try Policy(path: CommandLine.arguments[1])
let queue = ProcedureQueue(width: 1)
let outcome = await queue.run(Procedure("serve") {}.condition(Satisfies(policy)))
print(outcome)
