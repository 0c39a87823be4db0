// One export under way: keys with their values in the order they are written, and what the
// format cannot say. Internal to this folder.
//
// Values are held as the text that the file will have, since some formats differ only in how they
// quote. No writer needs to remark everything it leaves out: finishExport() reads the file back and
// finds what it missed.

#pragma once

#include "engine/strategy/convert/format.h"
#include "engine/strategy/convert/importing.h"

#include <set>

namespace strategy {

// As YAML and JSON write a text.
std::string wordOrQuoted(std::string_view text);

// Keys and values of a file to be written: dotted paths, values as YAML and JSON write them.
class Exporting {
public:
    // How a text stands in the file.
    using Quote = std::string (*)(std::string_view);

    // The strategy must outlive it.
    explicit Exporting(const Strategy& written, Quote quote = wordOrQuoted)
        : strategy(written)
        , m_quote(quote)
    {
    }

    const Strategy& strategy;

    // What a file of the same format had for keys that the strategy decides only in part:
    // setSoftly() takes it instead of the value given.
    std::map<std::string, std::string, std::less<>> kept;
    void setSoftly(std::string_view key, std::string_view value);

    // Replaces what the key had, whose place in the file stays; else the key comes last.
    void set(std::string_view key, std::string value);
    void set(std::string_view key, int value) { set(key, std::to_string(value)); }
    void set(std::string_view key, const char* value) { set(key, std::string(value)); }
    void setFlag(std::string_view key, bool value) { set(key, value ? "true" : "false"); }
    void setText(std::string_view key, std::string_view value); // quoted where it needs to be

    // The fields as they stand; those of an absent model are left out.
    void setFields(std::span<const FieldKey> fields);

    bool has(std::string_view key) const;

    // Keys of a file of the same format that nothing was set for.
    void addKept(std::span<const KeptKey> keys);

    // `field` is our dotted path, of a field or of a whole section.
    void remark(std::string_view field, std::string sentence,
                Remark::Kind kind = Remark::Kind::NotExpressible);

    const std::vector<KeptKey>& keys() const { return m_keys; }
    std::vector<Remark> takeRemarks() { return std::move(m_remarks); }

private:
    Quote m_quote;
    std::vector<KeptKey> m_keys;                             // in the order they are written
    std::map<std::string, std::size_t, std::less<>> m_index; // key -> place in m_keys
    std::vector<Remark> m_remarks;
};

// Nested by the dots of the keys, with two spaces a level; a key in quotes holds its dots.
std::string yamlOf(const std::vector<KeptKey>& keys);
std::string jsonOf(const std::vector<KeptKey>& keys);

// Whether the field follows from the format that is chosen: which software runs it is no loss.
bool isImplied(std::string_view field);

// The result of an export: reads the text back with the format's own import, and remarks
// every field whose meaning did not return and that no remark names yet, so that no loss is
// silent. `import` may be nullptr: then nothing can be compared.
ExportResult finishExport(const Strategy& strategy, std::string text, std::vector<Remark> remarks,
                          ImportResult (*import)(const ImportInput& input));

} // namespace strategy
