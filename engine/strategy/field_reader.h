// Sets the fields of fields.h from the nodes of a document: the one visitor behind the project's
// own files (reading.h) and the tables of keys of other frameworks (field_access.h). Where a value
// is found, in which notations it may be written and who is told what is wrong with it are the
// Source's to say. Internal to this folder.

#pragma once

#include "engine/strategy/choices.h"
#include "engine/strategy/document.h"
#include "engine/strategy/fields.h"
#include "engine/strategy/scalars.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strategy {

// A value of a document, which owns the node.
struct FoundValue {
    const Node* node = nullptr;
    int line = 0; // where to point at what is wrong with it
};

// Reads the fields of `Target`, one of the structs of strategy.h, of which a field with a problem
// keeps the value it had, as does one that the Source does not find. It is a visitor of
// visitFields(), whose ranges it hands on. A Source has
//
//   std::optional<FoundValue> find(std::string_view key);
//   plan::Result<int> integer(const Node&, const Range&);
//   plan::Result<bool> boolean(const Node&);
//   plan::Result<double> decimal(const Node&, const DecimalRange&);
//   std::string unknownWord(std::span<const std::string_view> words, std::string_view found);
//   std::optional<std::vector<const Node*>> items(const Node&);   nothing: it is no list
//   void refuse(int line, std::string_view key, std::string sentence);
template <class Source, class Target>
class FieldReader {
public:
    // Borrows both.
    FieldReader(Source& source, Target& target)
        : m_source(source)
        , m_target(target)
    {
    }

    void integer(std::string_view key, int Target::*member, const Range& range)
    {
        assign(key, m_target.*member,
               [&](const Node& node) { return m_source.integer(node, range); });
    }
    void boolean(std::string_view key, bool Target::*member)
    {
        assign(key, m_target.*member, [&](const Node& node) { return m_source.boolean(node); });
    }
    template <class Choice>
    void choice(std::string_view key, Choice Target::*member)
    {
        assign(key, m_target.*member, [&](const Node& node) -> plan::Result<Choice> {
            const auto word = textOf(node);
            if (!word)
                return word.error();
            if (const auto value = choiceOf<Choice>(*word))
                return *value;
            return plan::Error{m_source.unknownWord(kWords<Choice>, *word)};
        });
    }
    void text(std::string_view key, std::string Target::*member)
    {
        assign(key, m_target.*member, textOf);
    }
    void decimal(std::string_view key, double Target::*member, const DecimalRange& range)
    {
        assign(key, m_target.*member,
               [&](const Node& node) { return m_source.decimal(node, range); });
    }
    template <class Accessor>
    void optionalInteger(std::string_view key, Accessor accessor, const Range& range)
    {
        assign(key, accessor(m_target),
               [&](const Node& node) { return m_source.integer(node, range); });
    }
    void integers(std::string_view key, std::vector<int> Target::*member, const Range& range)
    {
        const std::optional<FoundValue> value = m_source.find(key);
        if (!value)
            return;
        const auto items = m_source.items(*value->node);
        if (!items) {
            m_source.refuse(value->line, key, "must be a list of whole numbers, like [3, 3, 2]");
            return;
        }
        std::vector<int> numbers;
        for (const Node* node : *items) {
            const auto number = m_source.integer(*node, range);
            if (!number) {
                m_source.refuse(node->line, key, number.error().message);
                return; // one problem per list: the others are seldom news
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
        const std::optional<FoundValue> value = m_source.find(key);
        if (!value)
            return;
        auto converted = convert(*value->node);
        if (converted)
            field = *std::move(converted);
        else
            m_source.refuse(value->line, key, converted.error().message);
    }

    Source& m_source;
    Target& m_target;
};

} // namespace strategy
