// Writes one JSON text, member by member, to a sink.
//
// For what can have millions of members, as the bubbles of a large schedule: such a text goes out
// in pieces and is never held as a whole, nor as a tree of values. Smaller ones are built as
// nlohmann::ordered_json, and so are members of a large one: value() takes them.
//
// An object or list is laid out over lines as far down as `depth` says; below, it stands on one.

#pragma once

#include "engine/cli/output.h"
#include "engine/plan/costs.h"
#include "engine/plan/op.h"

#include <nlohmann/json_fwd.hpp>

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// Keeps no more than how deep it stands, so what it is told must be in order: it checks nothing,
// and text that breaks a precondition is no JSON. Text is escaped; bytes of it
// that are no UTF-8 become U+FFFD.
class JsonWriter {
public:
    // `sink` must outlive it. `depth`: of the deepest level whose members begin a line.
    explicit JsonWriter(const TextSink& sink, int depth)
        : m_out(sink)
        , m_depth(depth)
    {
    }

    // Precondition of all that writes a value: what is open is a list, or a key was just written.
    void beginObject() { begin('{'); }
    void endObject() { end('}'); }
    void beginList() { begin('['); }
    void endList() { end(']'); }

    // Ends the line, and with it the text. Precondition: nothing is open.
    void finish();

    JsonWriter& key(std::string_view key); // precondition: an object is open

    void value(std::string_view text);
    void value(const char* text) { value(std::string_view(text)); }
    void value(const std::string& text) { value(std::string_view(text)); }
    void value(bool is);
    void value(double number); // null where it is not finite
    void value(std::integral auto number) { plainValue(std::to_string(number)); }
    void value(plan::Nanoseconds time); // in microseconds, exactly: 33, 1.5
    void value(const plan::Op& op);
    void value(std::nullptr_t) { plainValue("null"); }
    // Of no other type: much converts to a tree.
    void value(const std::same_as<nlohmann::ordered_json> auto& tree) { treeValue(tree); }
    template <class Value>
    void value(const std::vector<Value>& list)
    {
        beginList();
        for (const Value& one : list)
            value(one);
        endList();
    }

    // A key and its value in one.
    template <class Value>
    void member(std::string_view name, const Value& is)
    {
        key(name);
        value(is);
    }

private:
    void begin(char bracket);
    void end(char bracket);
    void separate(std::string_view comma = ",");
    void plainValue(std::string_view text);
    void treeValue(const nlohmann::ordered_json& tree);

    TextBuffer m_out;
    int m_depth;
    int m_level = 0;     // how many are open
    bool m_first = true; // nothing is in the one that was opened last and is open
    bool m_afterKey = false;
};

// As JsonWriter writes it: microseconds, whole where they are.
nlohmann::ordered_json usJson(plan::Nanoseconds time);

// `value` to so many digits behind the point, halves away from zero.
double rounded(double value, int digits);

// A tree over lines, with the bytes that are no UTF-8 replaced, and a line's end.
std::string textOf(const nlohmann::ordered_json& tree);

} // namespace cli
