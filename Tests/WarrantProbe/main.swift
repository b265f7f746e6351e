// What a service is that a policy guards: `RepositoryTests` looks at what is linked into it.
import Warrant

let policy = try Policy(path: CommandLine.arguments[1])
let queue = ProcedureQueue(width: 1)
let outcome = await queue.run(Procedure("serve") {}.condition(Satisfies(policy)))
print(outcome)
