/// A wrong text and its diagnostic, without the name of the file.
struct Wrong: Sendable {
    let text: String
    let complaint: String

    init(_ text: String, _ complaint: String) {
        self.text = text
        self.complaint = complaint
    }
}
