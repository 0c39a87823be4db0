// One pass over a document: what the parts of the reader share. Internal to this
// folder.

#pragma once

#include "engine/strategy/document.h"
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

    // A value of the mapping; the document owns the node.
    struct Value {
        const Node* node = nullptr;
        int line = 0; // of its key
    };

    // Nothing if the file lacks it. Makes the key a known one.
    std::optional<Value> find(std::string_view key);

    // "model.layers" for "layers" of the section "model"; of the root the key as it is.
    std::string pathOf(std::string_view key) const;
    Reading& reading() { return m_reading; }

    // Problems for keys that find() was never asked for, with the nearest known key in spelling
    // as a suggestion. To be called when every key of the section has been looked for.
    void refuseUnknown() const;

private:
    struct Entry {
        std::string_view key;
        Value value;
    };

    // A key that is no word, such as a list, is a problem and no entry.
    void addEntry(const Node& key, const Node& value);

    Reading& m_reading;
    std::string m_path;
    std::vector<Entry> m_entries;          // sorted by key, each once
    std::vector<std::string_view> m_known; // asked for by find(), in the file or not
};

// Reads the fields of fields.h from a section into `target`; a field with a problem keeps the
// value it had, as does one that the file lacks. It is a visitor of visitFields(), whose ranges
// it hands on to the conversions of scalars.h.
template <class Target>
class FieldReader {
public:
    // Borrows both.
    FieldReader(Section& section, Target& target)
        : m_section(section)
        , m_target(target)
    {
    }

    void integer(std::string_view key, int Target::*member, const Range& range)
    {
        assign(key, m_target.*member, [&](const Node& node) { return integerOf(node, range); });
    }
    void boolean(std::string_view key, bool Target::*member)
    {
        assign(key, m_target.*member, booleanOf);
    }
    template <class Choice>
    void choice(std::string_view key, Choice Target::*member)
    {
        assign(key, m_target.*member, [](const Node& node) -> plan::Result<Choice> {
            const auto word = textOf(node);
            if (!word)
                return word.error();
            if (const auto value = choiceOf<Choice>(*word))
                return *value;
            return plan::Error{wordSentence(kWords<Choice>, *word)
                               + suggestion(kWords<Choice>, *word)};
        });
    }
    void text(std::string_view key, std::string Target::*member)
    {
        assign(key, m_target.*member, textOf);
    }
    void decimal(std::string_view key, double Target::*member, const DecimalRange& range)
    {
        assign(key, m_target.*member, [&](const Node& node) { return decimalOf(node, range); });
    }
    template <class Accessor>
    void optionalInteger(std::string_view key, Accessor accessor, const Range& range)
    {
        assign(key, accessor(m_target), [&](const Node& node) { return integerOf(node, range); });
    }
    void integers(std::string_view key, std::vector<int> Target::*member, const Range& range)
    {
        const auto value = m_section.find(key);
        if (!value)
            return;
        if (value->node->kind != Node::Kind::List) {
            tell(*value, key, "must be a list of whole numbers, like [3, 3, 2]");
            return;
        }
        std::vector<int> numbers;
        for (const int child : value->node->children) {
            const Node& node = m_section.reading().at(child);
            const auto number = integerOf(node, range);
            if (!number) {
                m_section.reading().problem(node.line, m_section.pathOf(key),
                                            number.error().message);
                return; // one problem a list: the others are seldom news
            }
            numbers.push_back(*number);
        }
        m_target.*member = std::move(numbers);
    }

private:
    // `convert` makes a Result of the field's type out of a Node.
    template <class Field, class Convert>
    void assign(std::string_view key, Field& field, const Convert& convert)
    {
        const auto value = m_section.find(key);
        if (!value)
            return;
        auto converted = convert(*value->node);
        if (converted)
            field = *std::move(converted);
        else
            tell(*value, key, converted.error().message);
    }

    void tell(const Section::Value& value, std::string_view key, std::string sentence)
    {
        m_section.reading().problem(value.line, m_section.pathOf(key), std::move(sentence));
    }

    Section& m_section;
    Target& m_target;
};

// Reads all fields of `Target`, one of the structs of strategy.h, from a section. They are then
// known keys of it; the caller looks for what is no plain field and calls refuseUnknown().
template <class Target>
void readFields(Section& section, Target& target)
{
    FieldReader<Target> reader(section, target);
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
