"""What others take to find the one rule of a thousand that matches: the last, in microseconds a question.

Run by `run`, with the Python that has the packages. Prints a line for each: its name and its time.
"""

import pathlib
import statistics
import sys
import time

import casbin
import cedarpy
import regopy

COUNT = 1000
PATHS = [f"/srv/data/{number}" for number in range(COUNT)]
CASBIN_MODEL = """
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.sub == p.sub && r.obj == p.obj && r.act == p.act
"""


def microseconds(ask, count):
    """The median of five rounds."""
    def once():
        start = time.perf_counter()
        for _ in range(count):
            ask()
        return (time.perf_counter() - start) / count * 1e6
    ask()
    return statistics.median(once() for _ in range(5))


def must(name, answer, wanted):
    if answer != wanted:
        sys.exit(f"{name} answered {answer!r}, and not {wanted!r}")


def cedar():
    rule = 'permit(principal, action == Action::"read", resource == File::"{}");'
    policies = cedarpy.PolicySet.from_str("\n".join(map(rule.format, PATHS)))
    entities = cedarpy.Entities.from_json_str("[]")
    request = {"principal": 'User::"a"', "action": 'Action::"read"', "resource": f'File::"{PATHS[-1]}"', "context": {}}
    def ask():
        return cedarpy.is_authorized(request, policies, entities)
    must("cedar", ask().diagnostics.reasons, [f"policy{COUNT - 1}"])
    return microseconds(ask, 20)


def casbin_rules(scratch):
    model, rules = scratch / "model.conf", scratch / "rules.csv"
    model.write_text(CASBIN_MODEL)
    rules.write_text("".join(f"p, a, {path}, read\n" for path in PATHS))
    enforcer = casbin.Enforcer(str(model), str(rules))
    def ask():
        return enforcer.enforce_ex("a", PATHS[-1], "read")
    must("casbin", ask(), (True, ["a", PATHS[-1], "read"]))
    return microseconds(ask, 20)


def rego_keyed():
    """Where the rules are data, by their word and value."""
    rego = regopy.Interpreter()
    rego.add_module("rules", "package rules\nimport rego.v1\nfound := data.keyed[input.word][input.value]\n")
    rego.add_data({"keyed": {"read": {path: number for number, path in enumerate(PATHS)}}})
    rego.set_input({"word": "read", "value": PATHS[-1]})
    bundle = rego.build("data.rules.found", [])
    def ask():
        return rego.query_bundle(bundle)
    must("rego", ask().results[0].expressions[0], COUNT - 1)
    return microseconds(ask, 500)


print("cedarpy", cedar())
print("casbin", casbin_rules(pathlib.Path(sys.argv[1])))
print("regopy", rego_keyed())
