#include "engine/strategy/trace_writer.h"

#include "engine/strategy/json_text.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

namespace strategy {

TraceWriter::TraceWriter()
    : m_text("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n")
{
}

void TraceWriter::begin(std::string_view kind, std::string_view name)
{
    // JSON allows no comma after the last event, and which one is the last is not known yet.
    m_text += std::exchange(m_first, false) ? "" : ",\n";
    m_text.append(R"({"ph":")").append(kind).append(R"(","name":)");
    appendJsonString(m_text, name);
}

void TraceWriter::append(const Place& place)
{
    fmt::format_to(std::back_inserter(m_text), R"(,"pid":{},"tid":{})", place.process,
                   place.thread);
}

// When it is, in microseconds.
void TraceWriter::appendTime(std::int64_t time)
{
    fmt::format_to(std::back_inserter(m_text), R"(,"ts":{}.{:03})", time / 1000, time % 1000);
}

void TraceWriter::appendDetails(std::initializer_list<Detail> details)
{
    m_text += ",\"args\":{";
    const char* comma = "";
    for (const Detail& detail : details) {
        m_text += std::exchange(comma, ",");
        appendJsonString(m_text, detail.key);
        m_text += ':';
        if (detail.text.empty())
            m_text += std::to_string(detail.number);
        else
            appendJsonString(m_text, detail.text);
    }
    m_text += '}';
}

void TraceWriter::nameProcess(std::uint64_t process, std::string_view name)
{
    begin("M", "process_name");
    m_text.append(",\"pid\":").append(std::to_string(process));
    appendDetails({{.key = "name", .text = name}});
    m_text += '}';
}

void TraceWriter::nameThread(const Place& place, std::string_view name)
{
    begin("M", "thread_name");
    append(place);
    appendDetails({{.key = "name", .text = name}});
    m_text += '}';
}

void TraceWriter::sortThread(const Place& place, std::uint64_t index)
{
    begin("M", "thread_sort_index");
    append(place);
    appendDetails({{.key = "sort_index", .number = static_cast<std::int64_t>(index)}});
    m_text += '}';
}

void TraceWriter::slice(const Place& place, std::string_view name, std::string_view category,
                        const Times& times, std::initializer_list<Detail> details)
{
    begin("X", name);
    m_text += ",\"cat\":";
    appendJsonString(m_text, category);
    append(place);
    appendTime(times.start);
    // One event with a duration instead of two of begin and end: half the text, and no order to
    // keep.
    const std::int64_t lasts = times.end - times.start;
    fmt::format_to(std::back_inserter(m_text), R"(,"dur":{}.{:03})", lasts / 1000, lasts % 1000);
    if (details.size() > 0)
        appendDetails(details);
    m_text += '}';
}

void TraceWriter::counter(const Place& place, std::string_view name, std::int64_t time,
                          const Detail& value)
{
    begin("C", name);
    append(place);
    appendTime(time);
    appendDetails({value});
    m_text += '}';
}

void TraceWriter::arrow(std::uint64_t id, std::string_view name, std::string_view category,
                        const End& from, const End& to)
{
    const auto end = [&](std::string_view kind, const End& one) {
        begin(kind, name);
        m_text += ",\"cat\":";
        appendJsonString(m_text, category);
        m_text.append(",\"id\":").append(std::to_string(id));
        append(one.place);
        appendTime(one.time);
    };
    end("s", from);
    m_text += '}';
    end("f", to);
    m_text += R"(,"bp":"e"})"; // the slice around it, not the next one
}

void TraceWriter::finish() { m_text += "\n]}\n"; }

std::string TraceWriter::take() { return std::exchange(m_text, {}); }

} // namespace strategy
