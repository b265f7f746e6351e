/// The kinds of problem that the policy language itself reports.
package enum LanguageRule: String, CaseIterable, Sendable {
    // The text
    case fileTooLarge = "file-too-large"
    case notUTF8 = "not-utf-8"
    case byteOrderMark = "byte-order-mark"
    case controlCharacter = "control-character"
    case directiveUsed = "directive-used"
    case emptyFile = "empty-file"
    case tooManyProblems = "too-many-problems"

    // The tree
    case notYAML = "not-yaml"
    case tooDeep = "too-deep"
    case tooManyNodes = "too-many-nodes"
    case aliasUsed = "alias-used"
    case tagUsed = "tag-used"
    case mergeKey = "merge-key"
    case secondDocument = "second-document"
    case keyNotText = "key-not-text"
    case duplicateKey = "duplicate-key"

    // The policy
    case unknownVersion = "unknown-version"
    case missingKey = "missing-key"
    case unknownKey = "unknown-key"
    case misplacedKey = "misplaced-key"
    case wrongType = "wrong-type"
    case emptyList = "empty-list"
    case requiresNothing = "requires-nothing"
    case invalidSubject = "invalid-subject"
    case invalidNamespace = "invalid-namespace"

    // Parameters
    case invalidParameter = "invalid-parameter"
    case missingValue = "missing-value"
    case invalidSetting = "invalid-setting"
    case refusedEnvironment = "refused-environment"
    case unknownParameter = "unknown-parameter"
    case invalidSubstitution = "invalid-substitution"
    case textTooLarge = "text-too-large"

    // Requirements
    case missingWord = "missing-word"
    case unknownWord = "unknown-word"
    case severalWords = "several-words"
    case unknownValue = "unknown-value"
    case unquotedMode = "unquoted-mode"
    case invalidMode = "invalid-mode"
    case invalidBoolean = "invalid-boolean"
    case invalidDuration = "invalid-duration"
    case invalidIdentifier = "invalid-id"
    case duplicateIdentifier = "duplicate-id"
}
