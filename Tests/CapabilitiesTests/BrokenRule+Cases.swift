import Capabilities
import Procedures
import WarrantTesting

private struct Broken: Error, CustomStringConvertible {
    let description = "the disk is on fire"
}

private let nothing = Verdict.undetermined([Reason("gone", "key", "cannot be seen")])

extension BrokenRule {
    static let identities: [BrokenRule] = {
        let made = Counter()
        let badName =
            "has a name that is empty, padded or more than one line; "
            + "name it as a report does: `read /srv/key`"
        return [
            BrokenRule(
                .equality,
                .untimed { Crooked(identity: made.next()) },
                "is not equal to one made alike; "
                    + "compare the resource, requirement, subject and host, and nothing else"
            ),
            BrokenRule(
                .equality,
                .untimed { Crooked(salt: made.next()) },
                "has another hash than its equal; hash only what `==` compares"
            ),
            BrokenRule(
                .equality,
                .untimed { Crooked(requirement: made.next()) },
                "requires something else than its equal; let `==` compare the requirement"
            ),
            BrokenRule(
                .equality,
                .untimed { Crooked() }.unlike(Crooked(name: "use another")),
                "is equal to `use another`, which asks something else; "
                    + "let `==` compare all that is asked"
            ),
            BrokenRule(.name, Crooked(name: ""), badName),
            BrokenRule(.name, Crooked(name: "key "), badName),
            BrokenRule(.name, Crooked(name: "use\nthe key"), badName),
        ]
    }()

    static let looks: [BrokenRule] = {
        let touched = Counter()
        let writing = Crooked(find: { _, _ in
            touched.next()
            return Crooked.no
        })
        return [
            BrokenRule(
                .repetition,
                Crooked(find: { looks, _ in looks == 1 ? .authorized() : Crooked.no }),
                "is authorized at first and denied (key-missing) at the next look; "
                    + "look at the world anew, and change nothing by it"
            ),
            BrokenRule(
                .looking,
                .untimed { writing }.keeping("the file") { touched.value },
                "changed the file from 0 to 4 by looking; "
                    + "ask, and change, in `requestAuthorization` alone"
            ),
            BrokenRule(
                .availability,
                Crooked(
                    availability: .unavailable(Reason("no-lock", "key", "no lock here")),
                    find: { _, _ in .authorized() }
                ),
                "is authorized although it is unavailable; "
                    + "let the status say what `isAvailable` says"
            ),
            BrokenRule(
                .cancellation,
                Crooked(find: { _, isCancelled in isCancelled ? .authorized() : Crooked.no }),
                "is authorized by a cancelled look alone; let a cancelled look throw"
            ),
            BrokenRule(
                .cancellation,
                Crooked(find: { looks, _ in looks > 5 ? nothing : Crooked.no }),
                "is undetermined (gone) after a look was cancelled, and was denied (key-missing); "
                    + "let no look depend on another"
            ),
            BrokenRule(
                .errors,
                Crooked(
                    find: { _, _ in throw Broken() },
                    permitted: { _, isCancelled in isCancelled ? nothing : .authorized() }
                ),
                "lets work in by `look` although `authorizationStatus` threw "
                    + "`the disk is on fire`; let both throw"
            ),
            BrokenRule(
                .verdict,
                Crooked(find: { looks, _ in looks == 3 ? nothing : Crooked.no }),
                "is undetermined (gone), and its status comes to denied (key-missing); "
                    + "let `meets` judge by the status and the requirement alone"
            ),
        ]
    }()

    static let findings: [BrokenRule] = [
        BrokenRule(
            .reasons,
            Crooked(find: { _, _ in .denied([]) }),
            "is denied without a reason; say what was looked at and what was found"
        ),
        BrokenRule(
            Reason("", "key", "is not there"),
            "has a reason with the code ``; programs read it: write `search-refused`"
        ),
        BrokenRule(
            Reason("Not there", "key", "is not there"),
            "has a reason with the code `Not there`; programs read it: write `search-refused`"
        ),
        BrokenRule(
            Reason("no", "", "is not there"),
            "has a reason `no` about nothing; name the path, the address or the unit"
        ),
        BrokenRule(
            Reason("no", "key", ""),
            "has a reason `no` whose message is empty or not one line; "
                + "write one that reads on after the object"
        ),
        BrokenRule(
            Reason("no", "key", "is \u{1B}[31mnot there"),
            "has a reason `no` whose message is empty or not one line; "
                + "write one that reads on after the object"
        ),
        BrokenRule(
            Reason("no", "key", "is not there."),
            "has a reason `no` whose message ends in a full stop; leave it off"
        ),
        BrokenRule(
            .permit,
            Crooked(permitted: { _, _ in nothing }),
            "is undetermined (gone) by `look` and denied (key-missing) by `authorizationStatus`; "
                + "let both look at the same"
        ),
        BrokenRule(
            .holding,
            Crooked(held: 7),
            "holds something although it is denied; hold only what was authorized"
        ),
        BrokenRule(
            .asking,
            Crooked(asking: { _, _ in .authorized() }),
            "is authorized by asking and denied (key-missing) at the next look; "
                + "return what the next look finds"
        ),
        BrokenRule(
            .updates,
            Crooked(telling: {
                StatusUpdates(once: Reason("no", "key", "is not told")) {
                    Crooked.Status { .authorized() }
                }
            }),
            "is authorized by the first update and denied (key-missing) by a look; "
                + "let `updates` look as `authorizationStatus` does"
        ),
        BrokenRule(
            .situation,
            .untimed { Crooked() }.authorized {},
            "is denied (key-missing); arrange what makes it authorized, or mend the look"
        ),
    ]
}
