// One import under way: settings are taken one by one, and what nobody took is remarked and
// kept at the end. Internal to this folder.
//
// A reader of a format says which keys it understands by taking them, in any order. Whatever is
// left becomes a remark and a KeptKey without its help, so that forgetting a key loses nothing
// silently. Keys are those of Setting: dotted paths, or flags without their dashes.

#pragma once

#include "engine/strategy/convert/format.h"
#include "engine/strategy/convert/known_keys/known_keys.h"
#include "engine/strategy/convert/settings.h"
#include "engine/strategy/fields.h"

#include <map>
#include <span>

namespace strategy {

// A field that a key of the file stands for as it is.
struct FieldKey {
    std::string_view field; // our dotted path, of field_access.h
    std::string_view key;
};

class Importing {
public:
    // Problems that the settings already have are those of the import, too.
    explicit Importing(Settings settings);

    Strategy strategy; // so far

    // Whether it is in the file, with a value other than null.
    bool has(std::string_view key) const;

    // The setting, from now on a known one; nullptr if the file lacks it or says null.
    const Setting* take(std::string_view key);

    // Whether it says null where that means something else than leaving it out; known then.
    bool saysNull(std::string_view key);

    // The other setting counts as this one too, which the file lacks.
    void standIn(std::string_view key, std::string_view other);

    // A setting from elsewhere, on the line of the key that names that. Where the file has it too,
    // both must say the same.
    void addBeside(Setting setting, std::string_view key);

    // Every setting whose key begins so, in the order of the file; none becomes known.
    std::vector<const Setting*> startingWith(std::string_view prefix) const;

    // Reads the key into the field, by the field's own range. False if the file lacks it, says
    // null, or has something else there, which is a problem then.
    bool into(std::string_view field, std::string_view key);
    void into(std::span<const FieldKey> fields);

    // Likewise where the framework has fewer words than the field: any other is a problem.
    bool into(std::string_view field, std::string_view key,
              std::span<const std::string_view> words);

    // Values that are no field as they stand; the caller makes something of them. Nothing where the
    // file lacks the key or says null, and where it has something else, which is a problem then.
    std::optional<int> whole(std::string_view key, const Range& range);
    std::optional<bool> boolean(std::string_view key);
    std::optional<double> decimal(std::string_view key, const DecimalRange& range);
    std::optional<std::string> text(std::string_view key);
    std::optional<std::vector<int>> wholes(std::string_view key, const Range& range);

    // From now on a problem of check() with that field is told with that key and its line.
    void standsFor(std::string_view field, std::string_view key);

    // What is told names the key as the file spells it. At the line of the key; at none where the
    // file lacks it.
    void problem(std::string_view key, std::string sentence);
    void problemAt(int line, const std::string& key, std::string sentence);
    void remark(Remark::Kind kind, std::string_view key, std::string sentence);
    void remarkAt(Remark::Kind kind, int line, const std::string& key, std::string sentence);

    // A key that is taken, yet must be in a file written back; and one that means nothing here,
    // with a sentence of its own instead of the usual one.
    void keep(std::string_view key);
    void ignore(std::string_view key, std::string sentence);

    // What nobody takes is told by these tables, and is unknown where they lack it. Without tables
    // all of it is ignored. Must outlive the import.
    void review(const KnownKeys& known) { m_known = &known; }

    // No problem so far, so that a result that depends on several keys means something.
    bool isSound() const { return m_result.problems.empty(); }

    // Remarks the settings nobody took, but for null ones, and holds the strategy against check().
    // To be called once, at the end; of very many problems or remarks only the first are told.
    ImportResult finish();

private:
    struct Place {
        std::string key;
        int line = 0;
    };

    const Setting* find(std::string_view key) const;
    bool isTaken(std::string_view key) const;
    void holdAgainst(const Setting& first, const Setting& again);
    template <class Value, class Read>
    std::optional<Value> read(std::string_view key, const Read& read);
    void addCheck();
    void tellUntaken(const Setting& setting);

    const KnownKeys* m_known = nullptr;
    std::vector<Setting> m_settings; // in the order of the file
    std::map<std::string, std::size_t, std::less<>> m_index;
    std::vector<bool> m_taken;
    std::vector<bool> m_kept;
    std::size_t m_ofFile = 0; // settings of the file itself, which come first
    std::map<std::string, Place, std::less<>> m_standing; // our field -> theirs
    ImportResult m_result;
};

// A result of one problem.
ImportResult refusedImport(int line, std::string key, std::string sentence);

} // namespace strategy
