import ArgumentParser

@main
struct Floor: ParsableCommand {
    func run() {}
}
