"""Finds the places of Swift sources that can be changed, and says how, for scripts/mutate."""

import re

SHIFTED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}

TOKEN = re.compile(
    r"""(?P<space>[ \t]+|//[^\n]*|/\*.*?\*/) | (?P<newline>\n) | (?P<string>\#*")
      | (?P<number>0[xob][0-9A-Fa-f_]+|\d[\d_]*(?:\.\d[\d_]*)?) | (?P<word>[$@#]?`[^`\n]+`|[$@#]?\w+)
      | (?P<operator>[-+*/%<>=!&|^~?.]+) | (?P<other>.)""",
    re.X | re.S,
)


class Token:
    def __init__(self, kind, text, start):
        self.kind, self.text, self.start, self.end = kind, text, start, start + len(text)
        self.partner = None  # the index of the bracket that closes this one, or that this one closes


class Mutant:
    """A change at one place, by functions of its number: edits (start, end, text), and what the library has for it."""

    def __init__(self, kind, path, line, change, edits, library):
        self.kind, self.path, self.line, self.change = kind, path, line, change
        self.edits, self.library = edits, library


def end_of_string(text, start):
    """Where a string literal ends, with what is interpolated."""
    hashes = re.match("#*", text[start:]).group()
    position = start + len(hashes)
    quote = '"""' if text.startswith('"""', position) else '"'
    position += len(quote)
    while position < len(text):
        if text.startswith(quote + hashes, position):
            return position + len(quote) + len(hashes)
        if text.startswith("\\" + hashes + "(", position):
            depth, position = 1, position + len(hashes) + 2
            while depth:
                if text[position] == '"':
                    position = end_of_string(text, position)
                    continue
                depth += {"(": 1, ")": -1}.get(text[position], 0)
                position += 1
        else:
            position += 2 + len(hashes) if text.startswith("\\" + hashes, position) else 1
    return position


def tokens_of(text):
    tokens, open_brackets, position = [], [], 0
    while position < len(text):
        match = TOKEN.match(text, position)
        kind, part = match.lastgroup, match.group()
        if kind == "string":
            part = text[position : end_of_string(text, position)]
        position += len(part)
        if kind == "space":
            continue
        token = Token(kind, part, position - len(part))
        if part in ("(", "[", "{"):
            open_brackets.append(len(tokens))
        elif part in (")", "]", "}") and open_brackets:
            token.partner = open_brackets.pop()
            tokens[token.partner].partner = len(tokens)
        tokens.append(token)
    return tokens


class File:
    """The places of one file that can be changed."""

    def __init__(self, path):
        self.path, self.text = path, path.read_text()
        self.tokens = tokens_of(self.text)
        self.significant = [i for i, token in enumerate(self.tokens) if token.kind != "newline"]
        self.mutants, self.excluded, self.case_colons = [], set(), set()
        self.exclude()
        for index, token in enumerate(self.tokens):
            if token.text in ("if", "guard", "while") and self.before(index) != ".":
                self.conditions(index)
            elif token.text == "try":
                self.check(index)
            elif index not in self.excluded and token.kind == "operator":
                self.operator(index)
            elif index not in self.excluded and token.kind == "number" and "." not in token.text:
                self.constant(index)

    def before(self, index):
        index -= 1
        while index >= 0 and self.tokens[index].kind == "newline":
            index -= 1
        return self.tokens[index].text if index >= 0 else "{"

    def skip(self, index, ends):
        """The index of the first token at this depth that is one of these."""
        while index < len(self.tokens) and self.tokens[index].text not in ends:
            token = self.tokens[index]
            if token.text in ("(", "[", "{"):
                index = token.partner or len(self.tokens)
            elif token.text in (")", "]", "}"):
                break
            index += 1
        return index

    def exclude(self):
        """Notes what stands in patterns, raw values, attributes, parameters and conditions of compilation."""
        for index, token in enumerate(self.tokens):
            last = index
            if token.text == "case":
                last = self.skip(index + 1, [":", "where", "="])
                if last < len(self.tokens) and self.tokens[last].text == "=":
                    isCondition = self.before(index) in ("if", "guard", "while", "for", ",")
                    last = last if isCondition else self.skip(last, ["\n"])  # the raw value of an enumeration
                self.case_colons.add(self.skip(index + 1, [":"]))
            elif token.text.startswith("@") or token.text in ("#available", "#unavailable"):
                last = self.tokens[index + 1].partner if self.tokens[index + 1].text == "(" else last
            elif token.text in ("func", "init", "subscript") and self.before(index) != ".":
                opening = self.skip(index + 1, ["(", "{"])
                if opening < len(self.tokens) and self.tokens[opening].text == "(":
                    last = self.tokens[opening].partner
            elif token.text in ("#if", "#elseif"):
                last = self.skip(index, ["\n"])
            if last and last > index:
                self.excluded.update(range(index, last + 1))

    def add(self, kind, token, change, edits, library=lambda number: ""):
        line = self.text.count("\n", 0, token.start) + 1
        self.mutants.append(Mutant(kind, self.path, line, change, edits, library))

    def conditions(self, index):
        keyword, start = self.tokens[index].text, index + 1
        ends = [",", "else"] if keyword == "guard" else [",", "{"]
        parts = []
        while True:
            end = self.skip(start, ends)
            if end >= len(self.tokens) or self.tokens[end].text not in ends:
                return
            parts.append([token for token in self.tokens[start:end] if token.kind != "newline"])
            if self.tokens[end].text != ",":
                break
            start = end + 1
        body = [token.text for token in self.tokens[end + 1 : end + 4] if token.text not in ("{", "\n")]
        leaves = body and body[0] in ("throw", "return", "continue", "break")
        for part in parts:
            words = {token.text for token in part}
            if not part or words & {"let", "var", "case", "#available", "#unavailable", "_"}:
                continue
            if words == {"true"}:  # the compiler knows that such a loop does not end
                continue
            self.append(part[-1], "negated", "⨂")
            if keyword == "guard":
                self.append(part[-1], "skipped", "⨁")
            elif keyword == "if" and leaves:
                self.append(part[-1], "skipped", "⨀")

    def append(self, token, change, sign):
        """Adds an operator behind a condition."""
        at = token.end
        start = self.text.rfind("\n", 0, at) + 1
        self.add(
            change,
            token,
            f"{change}: {self.text[start:at].strip()}",
            lambda number: [(at, at, f" {sign} {number}")],
        )

    def check(self, index):
        """A statement `try f(...)`, which is skipped."""
        end = index + 1
        while end < len(self.tokens) and (self.tokens[end].kind == "word" or self.tokens[end].text == "."):
            end += 1
        if end >= len(self.tokens) or self.tokens[end].text != "(" or self.tokens[index + 1].text == "await":
            return
        end = self.tokens[end].partner
        follows = self.tokens[end + 1].text
        starts = self.tokens[index - 1].text in ("\n", "{") and self.before(index) in ("{", "}", ")", ":")
        isCase = index - 1 in self.case_colons
        if follows not in ("\n", "}") or not (starts or isCase):
            return
        first, last = self.tokens[index].start, self.tokens[end].end
        self.add(
            "skipped",
            self.tokens[index],
            f"skipped: {self.text[first:last]}",
            lambda number: [(first, first, f"if !isMutant({number}) {{ "), (last, last, " }")],
        )

    def operator(self, index):
        token = self.tokens[index]
        isSpaced = self.text[token.start - 1 : token.start].isspace() and self.text[token.end].isspace()
        if not isSpaced or self.before(index) == "func":
            return
        if token.text == "?":
            before = max(i for i in self.significant if i < index)
            self.append(self.tokens[before], "negated", "⨂")
        elif token.text in SHIFTED:
            def name(number):
                return "∘" + "".join(chr(0x2200 + digit) for digit in divmod(number, 256))

            def library(number):
                isNil = self.tokens[index + 1].text == "nil"
                protocol = "Equatable" if token.text in ("==", "!=") else "Comparable"
                kind = "<T>(a: T?, b: _OptionalNilComparisonType)" if isNil else f"<T: {protocol}>(a: T, b: T)"
                return (
                    f"infix operator {name(number)}: ComparisonPrecedence\n"
                    f"public func {name(number)} {kind} -> Bool {{\n"
                    f"    isMutant({number}) ? a {SHIFTED[token.text]} b : a {token.text} b\n}}\n"
                )

            self.add(
                "shifted",
                token,
                f"{token.text} is {SHIFTED[token.text]}: {self.line(token)}",
                lambda number: [(token.start, token.end, name(number))],
                library,
            )

    def constant(self, index):
        token = self.tokens[index]
        if self.tokens[index - 1].text in (".", "?.", "!.") and self.tokens[index - 1].end == token.start:
            return
        self.add(
            "constant",
            token,
            f"{token.text} + 1: {self.line(token)}",
            lambda number: [(token.start, token.end, f"mutantConstant({number}, {token.text})")],
        )

    def line(self, token):
        return self.text[self.text.rfind("\n", 0, token.start) + 1 :].split("\n", 1)[0].strip()
