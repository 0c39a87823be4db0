#include "engine/cli/json_writer.h"

#include "engine/cli/report_units.h"
#include "engine/strategy/json_text.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace cli {
namespace {

std::string dumped(const nlohmann::ordered_json& tree, int indent)
{
    return tree.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace

// What stands before a value or a key: nothing behind a key, else a comma and perhaps a new line.
void JsonWriter::separate(std::string_view comma)
{
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    std::string& text = m_out.text();
    if (m_level == 0)
        return;
    // Down to this depth each value has a line of its own; deeper ones stand in one line, or a
    // timeline would have a line for every number.
    if (m_level <= m_depth)
        text.append(m_first ? "\n" : ",\n").append(static_cast<std::size_t>(m_level), ' ');
    else if (!m_first)
        text += comma;
    m_first = false;
    // Hands on what has come together, so that a large document never lies in memory whole.
    m_out.pass();
}

void JsonWriter::begin(char bracket)
{
    separate();
    m_out.text() += bracket;
    ++m_level;
    m_first = true;
}

void JsonWriter::end(char bracket)
{
    if (!m_first && m_level <= m_depth)
        m_out.text().append(1, '\n').append(static_cast<std::size_t>(m_level - 1), ' ');
    --m_level;
    m_first = false; // there is one in what it stands in
    m_out.text() += bracket;
}

void JsonWriter::finish() { m_out.text() += '\n'; }

JsonWriter& JsonWriter::key(std::string_view key)
{
    separate(", ");
    strategy::appendJsonString(m_out.text(), key);
    m_out.text() += ": ";
    m_afterKey = true;
    return *this;
}

void JsonWriter::plainValue(std::string_view text)
{
    separate();
    m_out.text() += text;
}

void JsonWriter::value(std::string_view text)
{
    separate();
    strategy::appendJsonString(m_out.text(), text);
}

void JsonWriter::value(bool is) { plainValue(is ? "true" : "false"); }

void JsonWriter::value(double number)
{
    separate();
    strategy::appendJsonNumber(m_out.text(), number);
}

void JsonWriter::value(plan::Nanoseconds time)
{
    separate();
    appendUs(m_out.text(), time);
}

void JsonWriter::value(const plan::Op& op)
{
    separate();
    m_out.text() += '"';
    plan::appendText(m_out.text(), op); // digits and a letter: nothing to escape
    m_out.text() += '"';
}

void JsonWriter::treeValue(const nlohmann::ordered_json& tree) { plainValue(dumped(tree, -1)); }

nlohmann::ordered_json usJson(plan::Nanoseconds time)
{
    const auto ns = time.count();
    return ns % 1000 == 0 ? nlohmann::ordered_json(ns / 1000)
                          : nlohmann::ordered_json(static_cast<double>(ns) / 1e3);
}

double rounded(double value, int digits)
{
    const double scale = std::pow(10.0, digits);
    return std::round(value * scale) / scale;
}

std::string textOf(const nlohmann::ordered_json& tree) { return dumped(tree, 2) + '\n'; }

} // namespace cli
