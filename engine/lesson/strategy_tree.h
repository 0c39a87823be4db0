// The sections of a strategy as a tree that fields are put into by their dotted names, each with
// the line that it came from: what the states of a lesson are made of.

#pragma once

#include "engine/plan/result.h"
#include "engine/strategy/document.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

class StrategyTree {
public:
    StrategyTree() = default;

    // The sections of a mapping. Lists of anything but words and numbers, as those of a schedule's
    // order, are kept as they are. Precondition: `node` is a map of that document.
    StrategyTree(const strategy::Document& document, const strategy::Node& node);

    // Puts a value where a dotted name says: "batch.global". Fails with a sentence where a part of
    // the name is a field and no section.
    plan::Outcome put(std::string_view name, const strategy::Document& document,
                      const strategy::Node& value, int line);
    // A word, a number or a list of whole numbers, as it stands in a file.
    plan::Outcome put(std::string_view name, std::string_view word, int line);

    // Takes all fields of the other one, over those that are here.
    void putAll(const StrategyTree& other);
    void remove(std::string_view section);
    // As if all of it stood on that line.
    void setLines(int line);

    // As a strategy file that readStrategy() reads.
    std::string text() const;

    // Of the field with that dotted name, or of the nearest section around it; 0: of none.
    int lineOf(std::string_view name) const;
    // The word that stands at that name; empty where there is none.
    std::string wordAt(std::string_view name) const;

private:
    struct Value {
        std::string text{}; // as YAML's flow style writes it; of a field
        std::string word{}; // a scalar's, without quotes
        int line = 0;
        std::map<std::string, Value> parts{}; // of a section
        bool isSection = false;
    };
    static Value valueOf(const strategy::Document& document, const strategy::Node& node, int depth);
    static void write(std::string& out, const Value& value);
    static void merge(Value& into, const Value& from);
    static void setLines(Value& value, int line);
    plan::Outcome put(std::string_view name, Value value);
    const Value* find(std::string_view name, int* line) const;

    Value m_root{.isSection = true};
};

} // namespace lesson
