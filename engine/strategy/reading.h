// One pass over a document: what the readers of the project's own files share, strategies and
// lessons (engine/lesson).

#pragma once

#include "engine/strategy/document.h"
#include "engine/strategy/field_reader.h"
#include "engine/strategy/scalars.h"
#include "engine/strategy/yaml.h"

#include <set>

namespace strategy {

// Gathers what reading finds: the problems and warnings, and the line of every known key. The
// document must outlive it, and every Section of it refers to it.
class Reading {
public:
    explicit Reading(const Document& document)
        : m_document(document)
    {
    }

    const Document& document() const { return m_document; }
    const Node& at(int index) const { return m_document.at(index); }
    const Node& root() const { return m_document.root(); }

    // `key` is the dotted path of the field, "parallel.tensor", or "file". Only a problem marks
    // the key as wrong.
    void problem(int line, std::string key, std::string sentence);
    void warning(int line, std::string key, std::string sentence);

    // Keys with a problem. check() is told of them, so that it says nothing of what follows
    // from a value that could not be read.
    bool isWrong(const std::string& key) const { return m_wrong.contains(key); }
    const std::set<std::string>& wrong() const { return m_wrong; }

    // What is found so far. Whoever reads the whole file sets its strategy, draft and text.
    ReadResult result;

private:
    const Document& m_document;
    std::set<std::string> m_wrong; // keys with a problem
};

// One mapping of the file. Finds its values by key, and when done names the keys that
// nobody asked for. A key given twice is a problem, and its first value counts.
class Section {
public:
    // `path` is empty for the root, else "model". `node` that is no mapping is a
    // problem, told at `line`, and reads as an empty one.
    Section(Reading& reading, const Node& node, std::string path, int line);

    // The value, with the line of its key. Nothing if the file lacks it. Makes the key a known one.
    std::optional<FoundValue> find(std::string_view key);

    // "model.layers" for "layers" of the section "model"; of the root the key as it is.
    std::string pathOf(std::string_view key) const;
    Reading& reading() { return m_reading; }

    // Problems for keys that find() was never asked for, with the nearest known key in spelling
    // as a suggestion. To be called when every key of the section has been looked for.
    void refuseUnknown() const;

private:
    struct Entry {
        std::string_view key;
        FoundValue value;
    };

    // A key that is no word, such as a list, is a problem and no entry.
    void addEntry(const Node& key, const Node& value);

    Reading& m_reading;
    std::string m_path;
    std::vector<Entry> m_entries;          // sorted by key, each once
    std::vector<std::string_view> m_known; // asked for by find(), in the file or not
};

// A section as the source of a FieldReader: values are read as strictly as scalars.h does, and what
// is wrong with one becomes a problem of the file.
class SectionFields {
public:
    // Borrows the section.
    explicit SectionFields(Section& section)
        : m_section(section)
    {
    }

    std::optional<FoundValue> find(std::string_view key) { return m_section.find(key); }
    static plan::Result<int> integer(const Node& node, const Range& range)
    {
        return integerOf(node, range);
    }
    static plan::Result<bool> boolean(const Node& node) { return booleanOf(node); }
    static plan::Result<double> decimal(const Node& node, const DecimalRange& range)
    {
        return decimalOf(node, range);
    }
    static std::string unknownWord(std::span<const std::string_view> words, std::string_view found)
    {
        return wordSentence(words, found) + suggestion(words, found);
    }
    std::optional<std::vector<const Node*>> items(const Node& list) const;
    void refuse(int line, std::string_view key, std::string sentence);

private:
    Section& m_section;
};

// Reads all fields of `Target`, one of the structs of strategy.h, from a section. They are then
// known keys of it; the caller looks for what is no plain field and calls refuseUnknown().
template <class Target>
void readFields(Section& section, Target& target)
{
    SectionFields source(section);
    FieldReader<SectionFields, Target> reader(source, target);
    visitFields(reader, std::type_identity<Target>{});
}

// How long the lists of costs must be: one number for each rank, or for each stage. 0 if unknown,
// because the fields that say so could not be read; any length will do then.
struct CostsShape {
    int ranks = 0;
    long long stages = 0;
};

// Reads the section "costs": times in microseconds, shares, how a hop is made up, and the run they
// were fitted to. What is wrong is told to the section's Reading.
void readCosts(Section& section, std::optional<plan::Costs>& costs, std::string& fittedTo,
               const CostsShape& shape);

} // namespace strategy
