// Values that have others within.
extension BusMessage {
    func array() throws(BusFailure) -> [String] {
        var texts: [String] = []
        _ = try enter("a", "s")
        while let text = try nextText() { texts.append(text) }
        try exit()
        return texts
    }

    func pair() throws(BusFailure) -> [String] {
        _ = try enter("r", "ss")
        let pair = [try text(), try text()]
        try exit()
        return pair
    }

    /// Reads an object that is referred to by its number and its path, such as a job.
    func numberOfReference() throws(BusFailure) -> UInt32 {
        _ = try enter("r", "uo")
        let number = try number()
        try skip("o")
        try exit()
        return number
    }

    /// Reads a list of structures, of which the rest of each is stepped over.
    func rows(of fields: String..., rest: [String] = []) throws(BusFailure) -> [[String]] {
        let structure = (fields + rest).joined()
        var rows: [[String]] = []
        _ = try enter("a", "(\(structure))")
        while try enter("r", structure) {
            var row: [String] = []
            for field in fields {
                row.append(field == "b" ? try flag() ? "yes" : "no" : try text())
            }
            for field in rest { try skip(field) }
            try exit()
            rows.append(row)
        }
        try exit()
        return rows
    }
}
