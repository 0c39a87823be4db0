#include "engine/strategy/search/field_access.h"

#include "engine/strategy/fields.h"
#include "engine/strategy/problem.h"
#include "engine/strategy/scalars.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace strategy {
namespace {

constexpr std::string_view kMicrobatches = "batch.microbatches";

template <class Value>
std::optional<Value> numberOf(std::string_view text)
{
    Value value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

// Reads or writes the one field of a section whose key it is.
template <class Section>
class FieldVisitor {
public:
    FieldVisitor(Section& section, std::string_view key, const std::string_view* value)
        : m_section(section)
        , m_key(key)
        , m_value(value)
    {
    }

    bool found = false;
    std::string now;   // what it is, or was
    std::string wrong; // what the value must be instead

    void integer(std::string_view key, int Section::*member, const Range&)
    {
        if (take(key))
            number(m_section.*member);
    }
    void decimal(std::string_view key, double Section::*member, const DecimalRange&)
    {
        if (!take(key))
            return;
        now = decimalText(m_section.*member);
        if (m_value == nullptr)
            return;
        if (const auto value = numberOf<double>(*m_value))
            m_section.*member = *value;
        else
            wrong = "a number";
    }
    void boolean(std::string_view key, bool Section::*member)
    {
        if (!take(key))
            return;
        now = m_section.*member ? "true" : "false";
        if (m_value == nullptr)
            return;
        if (*m_value != "true" && *m_value != "false")
            wrong = "true or false";
        else
            m_section.*member = *m_value == "true";
    }
    void choice(std::string_view key, std::string Section::*member, Names names)
    {
        if (!take(key))
            return;
        now = m_section.*member;
        if (m_value == nullptr)
            return;
        if (std::find(names.begin(), names.end(), *m_value) == names.end())
            wrong = "one of " + listed(names);
        else
            m_section.*member = std::string(*m_value);
    }
    // Of free text only a name that a schedule is known by.
    void text(std::string_view key, std::string Section::*member)
    {
        if (key != "name" || !take(key))
            return;
        now = m_section.*member;
        if (m_value != nullptr)
            m_section.*member = std::string(*m_value);
    }
    void integers(std::string_view, std::vector<int> Section::*, const Range&) {}
    template <class Accessor>
    void optionalInteger(std::string_view key, Accessor accessor, const Range&)
    {
        if (!take(key))
            return;
        std::optional<int>& field = accessor(m_section);
        int value = field.value_or(0);
        number(value);
        if (m_value != nullptr && wrong.empty())
            field = value;
    }

private:
    bool take(std::string_view key)
    {
        found = found || key == m_key;
        return key == m_key;
    }
    void number(int& member)
    {
        now = std::to_string(member);
        if (m_value == nullptr)
            return;
        if (const auto value = numberOf<int>(*m_value))
            member = *value;
        else
            wrong = "a whole number";
    }

    Section& m_section;
    std::string_view m_key;
    const std::string_view* m_value;
};

struct Visited {
    bool found = false;
    std::string now;
    std::string wrong;
};

template <class Section>
Visited visitSection(Section& section, std::string_view key, const std::string_view* value)
{
    FieldVisitor<Section> visitor(section, key, value);
    visitFields(visitor, std::type_identity<Section>{});
    return {visitor.found, visitor.now, visitor.wrong};
}

Visited visitField(Strategy& strategy, std::string_view path, const std::string_view* value)
{
    const std::size_t dot = path.find('.');
    if (dot == std::string_view::npos)
        return {};
    const std::string_view section = path.substr(0, dot), key = path.substr(dot + 1);
    if (section == "model")
        return strategy.model ? visitSection(*strategy.model, key, value) : Visited{};
    if (section == "parallel")
        return visitSection(strategy.parallel, key, value);
    if (section == "batch")
        return visitSection(strategy.batch, key, value);
    if (section == "schedule")
        return visitSection(strategy.schedule, key, value);
    if (section == "recompute")
        return visitSection(strategy.recompute, key, value);
    if (section == "precision")
        return visitSection(strategy.precision, key, value);
    if (section == "overlap")
        return visitSection(strategy.overlap, key, value);
    if (section == "kernels")
        return visitSection(strategy.kernels, key, value);
    return section == "cluster" ? visitSection(strategy.cluster, key, value) : Visited{};
}

void followUp(Strategy& strategy, std::string_view key)
{
    const auto isOneOf
        = [key](std::initializer_list<std::string_view> keys) { return std::ranges::count(keys, key) > 0; };
    if (strategy.cluster.devices > 0
        && isOneOf({"parallel.tensor", "parallel.pipeline", "parallel.context", "cluster.devices"}))
        strategy.parallel.data = 0;
    if (isOneOf({"parallel.pipeline", "parallel.chunks", "schedule.name", "model.layers"})) {
        strategy.parallel.layersPerStage.clear();
        strategy.parallel.layersPerRank.clear();
    }
}

plan::Error unknownKey(std::string_view key)
{
    return plan::Error{"'" + shown(key)
                       + "' is no field that can be varied; give a dotted key as batch.micro, "
                         "batch.microbatches, parallel.tensor or recompute.granularity"};
}

// The batch that makes so many microbatches.
plan::Outcome setMicrobatches(Strategy& strategy, std::string_view text)
{
    const auto count = numberOf<int>(text);
    if (!count || *count < 1)
        return plan::Error{"batch.microbatches must be a whole number from 1, not '" + shown(text)
                           + '\''};
    const double samples
        = 1.0 * *count * std::max(1, strategy.batch.micro) * dataParallel(strategy);
    if (samples > kMaxSamples)
        return plan::Error{"batch.microbatches " + std::to_string(*count)
                           + " makes a global batch over " + std::to_string(kMaxSamples)};
    strategy.batch.global = static_cast<int>(samples);
    return plan::done();
}

} // namespace

plan::Outcome setField(Strategy& strategy, std::string_view key, std::string_view value)
{
    if (key == kMicrobatches)
        return setMicrobatches(strategy, value);
    if (key == "cluster.device") {
        strategy.cluster.device = std::string(value);
        strategy.cluster.spec.reset();
        return plan::done();
    }
    const Visited field = visitField(strategy, key, &value);
    if (!field.found)
        return unknownKey(key);
    if (!field.wrong.empty())
        return plan::Error{std::string(key) + " must be " + field.wrong + ", not '" + shown(value)
                           + '\''};
    followUp(strategy, key);
    return plan::done();
}

plan::Result<std::string> fieldText(const Strategy& strategy, std::string_view key)
{
    if (key == kMicrobatches)
        return std::to_string(microbatches(strategy));
    if (key == "cluster.device")
        return strategy.cluster.device;
    if (key == "parallel.data")
        return std::to_string(dataParallel(strategy));
    if (key == "parallel.chunks")
        return std::to_string(shapeOf(strategy).chunks);
    if (key == "batch.global")
        return std::to_string(withSizesWritten(strategy).batch.global);
    Strategy copy = strategy;
    const Visited field = visitField(copy, key, nullptr);
    if (!field.found)
        return unknownKey(key);
    return field.now;
}

Strategy withSizesWritten(Strategy strategy)
{
    const Parallel& parallel = strategy.parallel;
    const double data = dataParallel(strategy);
    const double devices = data * parallel.tensor * parallel.pipeline * parallel.context;
    if (strategy.cluster.devices == 0 && devices <= kMaxDevices)
        strategy.cluster.devices = static_cast<int>(devices);
    const double samples = data * strategy.batch.micro * microbatches(strategy);
    if (strategy.batch.global == 0 && samples <= kMaxSamples)
        strategy.batch.global = static_cast<int>(samples);
    return strategy;
}

} // namespace strategy
