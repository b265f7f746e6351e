"""Compares the predictions with the judge, and prints the differences and the totals."""

import collections
import re

COMMONEST = 25


def cause_of(answer):
    """Returns the first reason of an answer, without what differs between units."""
    code, message = (answer["reasons"] or [("no reason", "")])[0]
    if setting := re.search(r"\b([A-Z][A-Za-z]+)=", message):
        return f"{code}, {setting.group(1)}="
    message = re.sub(r"`[^`]*`|/\S+", "…", message.split(";")[0])
    return f"{code}, {message}"


def agrees(verdict, judged):
    return (verdict == "authorized") == (judged == "yes")


class Report:
    def __init__(self):
        self.totals = collections.Counter()
        self.causes, self.probes = collections.Counter(), collections.Counter()
        self.wrong, self.wrong_probes, self.problems = [], [], []
        self.packages = set()

    def add(self, result):
        """Compares the answers about a unit, and prints a line about it."""
        label = f"{result['package']}/{result['unit']}"
        self.totals["units"] += 1
        self.packages.add(result["package"])
        if problem := result.get("problem"):
            self.problems.append(f"{label}: {problem}")
        elif len(result["judged"]) != len(result["questions"]):
            state = " ".join(f"{name}={value}" for name, value in result["state"].items())
            count = f"{len(result['judged'])} of {len(result['questions'])}"
            self.problems.append(f"{label}: the judge answered {count} questions: {state}")
        counts = self.compare(label, result)
        self.compare_probe(label, result)
        self.totals += counts
        columns = " ".join(f"{counts[name]:6}" for name in ("asked", "agree", "wrong", "unknown"))
        print(f"{label:52} {columns}", flush=True)

    def compare(self, label, result):
        counts = collections.Counter()
        judged = result.get("judged", [])
        for place, answer in enumerate(result.get("predicted", [])):
            counts["asked"] += 1
            if answer["verdict"] == "undetermined":
                counts["unknown"] += 1
                self.causes[cause_of(answer)] += 1
            elif place >= len(judged):
                counts["not judged"] += 1
            elif agrees(answer["verdict"], judged[place]):
                counts["agree"] += 1
            else:
                counts["wrong"] += 1
                question = result["questions"][place]
                self.wrong.append(
                    f"{label} {question}: predicted {answer['verdict']} ({cause_of(answer)}), judged {judged[place]}"
                )
        return counts

    def compare_probe(self, label, result):
        probe = result.get("probe") or {}
        if "problem" in probe:
            self.probes[f"units without answers ({probe['problem'].split(':')[0]})"] += 1
        judged = result.get("judged", [])
        for answer in probe.get("answers", []):
            place = answer["requirement"]
            if answer["verdict"] == "undetermined" or place >= len(judged):
                self.probes["unknown"] += 1
            elif agrees(answer["verdict"], judged[place]):
                self.probes["agree"] += 1
            else:
                self.probes["differ"] += 1
                self.wrong_probes.append(
                    f"{label} {result['questions'][place]}: probe {answer['verdict']}, judged {judged[place]}"
                )

    def finish(self):
        """Prints the totals, and returns the exit status."""
        section("Not known because", [f"{count:6} {cause}" for cause, count in self.causes.most_common(COMMONEST)])
        section("A probe differs from the judge", self.wrong_probes)
        section("Units without all results", self.problems)
        section("Predictions that are wrong", self.wrong)
        units, known = self.totals["units"], self.totals["agree"] + self.totals["wrong"]
        print(f"\n{units} units of {len(self.packages)} packages, {self.totals['asked']} questions")
        print(f"predictions: {known} known, {self.totals['wrong']} of them wrong, {self.totals['unknown']} not known")
        if self.probes:
            print("--probe:", ", ".join(f"{count} {name}" for name, count in self.probes.most_common()))
        if self.wrong:
            return 1
        return 2 if self.problems or not known else 0


def section(title, lines):
    if lines:
        print(f"\n{title}:")
        for line in lines:
            print(f"  {line}")
