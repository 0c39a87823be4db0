// The canonical text of a strategy.

#include "engine/strategy/scalars.h"
#include "engine/strategy/text_limits.h"
#include "engine/strategy/yaml.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace strategy {
namespace {

// Written even where they are the default: what a person looks for first.
constexpr std::array<std::string_view, 4> kAlways{"model.layers", "parallel.pipeline",
                                                  "batch.micro", "schedule.name"};

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Words that need no quotes whoever reads them: a letter first, or one of our names.
bool needsNoQuotes(std::string_view text)
{
    // What some version of YAML reads as something other than text.
    constexpr std::array<std::string_view, 10> kMeaningful{"null", "true", "false", "yes", "no",
                                                           "on",   "off",  "y",     "n",   "nan"};
    // "1f1b" begins with a digit, and every reader takes it for text all the same.
    if (plan::findSchedule(text) != nullptr)
        return true;
    const auto harmless = [](char c) {
        return isLetter(c) || (c >= '0' && c <= '9') || c == ' ' || c == '-' || c == '_'
            || c == '.';
    };
    if (text.empty() || !isLetter(text.front()) || text.back() == ' '
        || !std::all_of(text.begin(), text.end(), harmless))
        return false;
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::find(kMeaningful.begin(), kMeaningful.end(), lower) == kMeaningful.end();
}

std::string inQuotes(std::string_view text)
{
    if (needsNoQuotes(text))
        return std::string(text);
    std::string result = "\"";
    for (const char c : text) {
        // The two that end or escape a text in double quotes; control characters were refused when
        // it was read.
        if (c == '"' || c == '\\')
            result += '\\';
        result += c;
    }
    return result + '"';
}

template <class Items, class ToText>
std::string list(const Items& items, const ToText& toText)
{
    std::string text = "[";
    for (const auto& item : items)
        text.append(text.size() == 1 ? "" : ", ").append(toText(item));
    return text + ']';
}

// Collects the lines of one section: fields that differ from `defaults`.
template <class Source>
class FieldWriter {
public:
    FieldWriter(std::string_view section, const Source& source)
        : m_section(section)
        , m_source(source)
    {
    }

    void integer(std::string_view key, int Source::*member, const Range&)
    {
        field(key, member, [](int value) { return std::to_string(value); });
    }
    void boolean(std::string_view key, bool Source::*member)
    {
        field(key, member, [](bool value) { return value ? "true" : "false"; });
    }
    template <class Choice>
    void choice(std::string_view key, Choice Source::*member)
    {
        field(key, member, [](Choice value) { return inQuotes(wordOf(value)); });
    }
    void text(std::string_view key, std::string Source::*member) { field(key, member, inQuotes); }
    void decimal(std::string_view key, double Source::*member, const DecimalRange&)
    {
        field(key, member, decimalText);
    }
    void integers(std::string_view key, std::vector<int> Source::*member, const Range&)
    {
        field(key, member, [](const std::vector<int>& values) {
            return list(values, [](int value) { return std::to_string(value); });
        });
    }
    template <class Accessor>
    void optionalInteger(std::string_view key, Accessor accessor, const Range&)
    {
        // Written whenever it is given: its absence is the default.
        if (const std::optional<int>& value = accessor(m_source))
            line(key, std::to_string(*value));
    }

    void line(std::string_view key, const std::string& value)
    {
        m_lines.append("  ").append(key).append(": ").append(value).append("\n");
    }
    const std::string& lines() const { return m_lines; }

private:
    template <class Field, class ToText>
    void field(std::string_view key, Field Source::*member, const ToText& toText)
    {
        const std::string path = m_section + '.' + std::string(key);
        const bool always = std::find(kAlways.begin(), kAlways.end(), path) != kAlways.end();
        if (always || m_source.*member != m_defaults.*member)
            line(key, toText(m_source.*member));
    }

    std::string m_section;
    const Source& m_source;
    const Source m_defaults{};
    std::string m_lines;
};

template <class Source>
std::string linesOf(std::string_view section, const Source& source)
{
    FieldWriter<Source> writer(section, source);
    visitFields(writer, std::type_identity<Source>{});
    return writer.lines();
}

std::string sectionOf(std::string_view name, const std::string& lines)
{
    return lines.empty() ? "" : std::string(name) + ":\n" + lines;
}

// A row of an order; the list of its pieces where it is longer than a text may be.
std::string rowText(std::string_view row)
{
    constexpr std::size_t kMost = kMaxScalarBytes - 1; // the quote before it counts
    if (row.size() <= kMost)
        return inQuotes(row);
    std::string text = "[";
    while (row.size() > kMost) {
        const std::size_t space = row.rfind(' ', kMost);
        if (space == std::string_view::npos)
            break; // no op is that long: whoever reads it refuses it
        text += inQuotes(row.substr(0, space)) + ", ";
        row.remove_prefix(space + 1);
    }
    return text + inQuotes(row) + ']';
}

std::string scheduleLines(const ScheduleChoice& schedule)
{
    FieldWriter<ScheduleChoice> writer("schedule", schedule);
    visitFields(writer, std::type_identity<ScheduleChoice>{});
    if (!schedule.order.empty())
        writer.line("order", list(schedule.order.rows(), rowText));
    return writer.lines();
}

std::string clusterLines(const Cluster& cluster)
{
    std::string lines = linesOf("cluster", cluster);
    if (!cluster.spec)
        return cluster.device == Cluster{}.device
            ? lines
            : lines + "  device: " + inQuotes(cluster.device) + '\n';
    lines += "  device:\n    name: " + inQuotes(cluster.device) + '\n';
    const std::string spec = linesOf("cluster.device", *cluster.spec);
    for (std::size_t begin = 0; begin < spec.size();) {
        const std::size_t end = spec.find('\n', begin) + 1;
        lines += "  " + spec.substr(begin, end - begin);
        begin = end;
    }
    return lines;
}

std::string transferText(const plan::Costs& costs)
{
    if (!costs.hops.empty())
        return list(costs.hops, microsecondsText);
    if (!costs.link)
        return microsecondsText(costs.transfer);
    std::string text = "{latency: " + microsecondsText(costs.link->latency)
        + ", bytes: " + std::to_string(costs.link->bytes);
    if (costs.link->gigabytesPerSecond != 0)
        text += ", bandwidth: " + decimalText(costs.link->gigabytesPerSecond);
    return text + '}';
}

// The ranks that differ, where they are few; else one factor a rank.
std::string rankFactorsText(const std::vector<double>& factors)
{
    const auto others
        = std::count_if(factors.begin(), factors.end(), [](double factor) { return factor != 1; });
    if (others == 0 || 2 * others > static_cast<long long>(factors.size()))
        return list(factors, decimalText);
    std::string text = "{";
    for (std::size_t rank = 0; rank < factors.size(); ++rank)
        if (factors[rank] != 1)
            text.append(text.size() == 1 ? "" : ", ")
                .append(std::to_string(rank))
                .append(": ")
                .append(decimalText(factors[rank]));
    return text + '}';
}

std::string costLines(const plan::Costs& costs, const std::string& fittedTo)
{
    std::string lines;
    const auto line = [&](const char* key, const std::string& value) {
        lines.append("  ").append(key).append(": ").append(value).append("\n");
    };
    // Where stages differ, a part in which they do not is one number: another's list says how many.
    const auto& stages = costs.stages;
    const auto allAs = [&stages](const auto& isSame) {
        return std::all_of(stages.begin(), stages.end(), isSame);
    };
    const bool alike
        = allAs([&](const plan::StageCosts& stage) { return stage == stages.front(); });
    const auto part = [&](const char* key, plan::Nanoseconds plan::StageCosts::*member) {
        const auto text
            = [&](const plan::StageCosts& stage) { return microsecondsText(stage.*member); };
        // A single number where all stages agree, unless it is the only sign of how many stages
        // there are.
        const bool one = stages.size() == 1 || (!alike && allAs([&](const plan::StageCosts& stage) {
                             return stage.*member == stages.front().*member;
                         }));
        line(key, one ? text(stages.front()) : list(stages, text));
    };
    part("forward", &plan::StageCosts::forward);
    part("input_grad", &plan::StageCosts::inputGrad);
    part("weight_grad", &plan::StageCosts::weightGrad);
    const auto partIfGiven = [&](const char* key, plan::Nanoseconds plan::StageCosts::*member) {
        if (std::any_of(
                costs.stages.begin(), costs.stages.end(),
                [&](const plan::StageCosts& stage) { return (stage.*member).count() != 0; }))
            part(key, member);
    };
    partIfGiven("recompute", &plan::StageCosts::recompute);
    partIfGiven("forward_collective", &plan::StageCosts::forwardCollective);
    partIfGiven("input_grad_collective", &plan::StageCosts::inputGradCollective);
    partIfGiven("recompute_collective", &plan::StageCosts::recomputeCollective);
    partIfGiven("forward_transfer", &plan::StageCosts::forwardTransfer);
    partIfGiven("input_grad_transfer", &plan::StageCosts::inputGradTransfer);
    partIfGiven("backward_wait", &plan::StageCosts::backwardWait);
    partIfGiven("input_grad_wait", &plan::StageCosts::inputGradWait);
    partIfGiven("weight_grad_wait", &plan::StageCosts::weightGradWait);
    line("transfer", transferText(costs));
    if (costs.transferBetweenNodes)
        line("transfer_between_nodes", microsecondsText(*costs.transferBetweenNodes));
    if (!costs.rankFactors.empty())
        line("rank_factors", rankFactorsText(costs.rankFactors));
    if (costs.pairOverlap != 0)
        line("pair_overlap", decimalText(costs.pairOverlap));
    if (costs.gradientReduction.count() != 0)
        line("gradient_reduction", microsecondsText(costs.gradientReduction));
    if (costs.optimizer.count() != 0)
        line("optimizer", microsecondsText(costs.optimizer));
    if (!fittedTo.empty())
        line("fitted_to", inQuotes(fittedTo));
    return lines;
}

} // namespace

std::string writeStrategy(const Strategy& strategy)
{
    std::string text = "bubblescope: " + std::to_string(kFormatVersion)
        + "\nname: " + inQuotes(strategy.name) + '\n';
    if (strategy.model)
        text += sectionOf("model", linesOf("model", *strategy.model));
    text += sectionOf("parallel", linesOf("parallel", strategy.parallel));
    text += sectionOf("batch", linesOf("batch", strategy.batch));
    text += sectionOf("schedule", scheduleLines(strategy.schedule));
    text += sectionOf("recompute", linesOf("recompute", strategy.recompute));
    text += sectionOf("precision", linesOf("precision", strategy.precision));
    text += sectionOf("overlap", linesOf("overlap", strategy.overlap));
    text += sectionOf("kernels", linesOf("kernels", strategy.kernels));
    text += sectionOf("training", linesOf("training", strategy.training));
    text += sectionOf("cluster", clusterLines(strategy.cluster));
    if (strategy.costs)
        text += sectionOf("costs", costLines(*strategy.costs, strategy.costsFittedTo));
    return text;
}

} // namespace strategy
