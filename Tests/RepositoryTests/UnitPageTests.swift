import Testing

@Suite struct `The page about units` {
    /// The settings in the text of two files: those that are not modelled, and those without effect.
    private static func settings() throws -> Set<Substring> {
        let folder = "Sources/ServiceModel/UnitFiles/"
        let unknown = try Repository.text(folder + "UnmodelledSetting.swift")
            .matches(of: /"([A-Z][A-Za-z]+)": Self\(/).map(\.1)
        // A name of a setting is a word with a second capital letter, or one of these.
        let short: Set<Substring> = [
            "Type", "Restart", "Sockets", "Nice", "Environment", "Personality", "Capabilities",
        ]
        let harmless = try Repository.text(folder + "SettingsWithoutEffect.swift")
            .split(separator: "\n").filter { !$0.contains("///") && !$0.contains("enum ") }
            .flatMap { $0.matches(of: /\b[A-Z][A-Za-z]+\b/).map(\.0) }
            .filter { short.contains($0) || $0.dropFirst().contains(where: \.isUppercase) }
        return Set(unknown + harmless)
    }

    /// A misspelt setting is compared with these names.
    @Test func `The list of names has every modelled setting of the page`() throws {
        let page = try Repository.text("docs/units.md")
        let table = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("Modelled") })
        let first = table.split(separator: "\n### ")[0]
        let rows = first.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let named = rows.flatMap {
            $0.split(separator: "|")[0].matches(of: /`([A-Za-z]+)`/).map(\.1)
        }
        let list = try Repository.text("Sources/ServiceModel/UnitFiles/SettingNames.swift")
        let names = Set(list.matches(of: /\b[A-Z][A-Za-z]+\b/).map(\.0))
        #expect(named.count > 30)
        #expect(named.filter { !names.contains($0) } == [])
    }

    @Test func `The page names every setting that has a line in the model`() throws {
        let page = try Repository.text("docs/units.md")
        let named = Set(page.matches(of: /`([A-Z][A-Za-z]+)`/).map(\.1))
        let settings = try Self.settings()
        #expect(settings.count > 150)
        #expect(settings.subtracting(named).sorted() == [])
    }
}
