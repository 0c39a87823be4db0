#include "engine/strategy/check.h"

#include "engine/strategy/checking.h"
#include "engine/strategy/hardware.h"
#include "engine/strategy/scalars.h"
#include "engine/strategy/text_limits.h"

#include <algorithm>

namespace strategy {
namespace {

// Holds the fields of fields.h of one section against their ranges.
template <class Source>
class RangeChecker {
public:
    RangeChecker(Checking& checking, std::string section, const Source& source)
        : m_checking(checking)
        , m_section(std::move(section))
        , m_source(source)
    {
    }

    void integer(std::string_view key, int Source::*member, const Range& range)
    {
        within(key, m_source.*member, range);
    }
    void boolean(std::string_view, bool Source::*) {}
    template <class Choice>
    void choice(std::string_view, Choice Source::*) // every value of an enum will do
    {
    }
    void text(std::string_view key, std::string Source::*member)
    {
        if ((m_source.*member).size() > kMaxTextBytes || !isOneLine(m_source.*member))
            tell(key,
                 "must be one line of at most " + number(kMaxTextBytes)
                     + " bytes of printable text");
    }
    void decimal(std::string_view key, double Source::*member, const DecimalRange& range)
    {
        const double value = m_source.*member;
        if (!(value >= range.low && value <= range.high)) // not-a-number is outside, too
            tell(key, rangeSentence(range, decimalText(value)));
    }
    template <class Accessor>
    void optionalInteger(std::string_view key, Accessor accessor, const Range& range)
    {
        if (const std::optional<int>& value = accessor(m_source))
            within(key, *value, range);
    }
    void integers(std::string_view key, std::vector<int> Source::*member, const Range& range)
    {
        const std::vector<int>& values = m_source.*member;
        if (values.size() > kMaxListEntries)
            tell(key,
                 "has " + number(static_cast<long long>(values.size())) + " entries; the limit is "
                     + number(kMaxListEntries));
        const auto outside = std::find_if(values.begin(), values.end(), [&](int value) {
            return value < range.low || value > range.high;
        });
        if (outside != values.end())
            tell(key,
                 "entry " + number(outside - values.begin() + 1) + " "
                     + rangeSentence(range, number(*outside)));
    }

private:
    void within(std::string_view key, int value, const Range& range)
    {
        if (value < range.low || value > range.high)
            tell(key, rangeSentence(range, number(value)));
    }
    void tell(std::string_view key, std::string sentence)
    {
        m_checking.problem(m_section + '.' + std::string(key), std::move(sentence));
    }

    Checking& m_checking;
    std::string m_section;
    const Source& m_source;
};

template <class Source>
void checkSection(Checking& checking, std::string section, const Source& source)
{
    RangeChecker<Source> checker(checking, std::move(section), source);
    visitFields(checker, std::type_identity<Source>{});
}

void checkDeviceName(Checking& checking)
{
    const Cluster& cluster = checking.strategy.cluster;
    if (cluster.spec) {
        checkSection(checking, "cluster.device", *cluster.spec);
        if (cluster.device.size() > kMaxTextBytes || !isOneLine(cluster.device))
            checking.problem("cluster.device.name", "must be one line of printable text");
        return;
    }
    const std::span<const std::string_view> known = deviceNames();
    if (std::find(known.begin(), known.end(), cluster.device) != known.end())
        return;
    const std::string_view near = nearest(cluster.device, known);
    checking.problem("cluster.device",
                     "names no device known here: '" + shown(cluster.device) + "'; "
                         + (near.empty() ? "known: " + listed(known)
                                         : "did you mean '" + std::string(near) + "'?"));
}

} // namespace

void Checking::problem(std::string key, std::string sentence)
{
    if (!areSound({key}))
        return; // one problem a field is enough
    m_wrong.insert(key);
    findings.problems.push_back({0, std::move(key), std::move(sentence)});
}

void Checking::warning(std::string key, std::string sentence)
{
    findings.warnings.push_back({0, std::move(key), std::move(sentence)});
}

bool Checking::isWrongWithin(std::string_view section) const
{
    const std::string key(section);
    // The set is sorted, so the first key at or behind "section." tells.
    const auto within = m_wrong.lower_bound(key + '.');
    return m_wrong.contains(key) || (within != m_wrong.end() && within->starts_with(key + '.'));
}

bool Checking::areSound(std::initializer_list<std::string_view> keys) const
{
    return std::none_of(keys.begin(), keys.end(), [&](std::string_view key) {
        const std::string path(key);
        return m_wrong.contains(path) || m_wrong.contains(path.substr(0, path.find('.')));
    });
}

std::string number(long long value) { return std::to_string(value); }

void checkRanges(Checking& checking)
{
    const Strategy& strategy = checking.strategy;
    if (strategy.name.size() > kMaxTextBytes || !isOneLine(strategy.name))
        checking.problem("name",
                         "must be one line of at most " + number(kMaxTextBytes)
                             + " bytes of printable text");
    if (strategy.model)
        checkSection(checking, "model", *strategy.model);
    // In the order of a file, so that problems come as its lines do.
    checkSection(checking, "parallel", strategy.parallel);
    checkSection(checking, "batch", strategy.batch);
    checkSection(checking, "schedule", strategy.schedule);
    checkSection(checking, "recompute", strategy.recompute);
    checkSection(checking, "precision", strategy.precision);
    checkSection(checking, "overlap", strategy.overlap);
    checkSection(checking, "kernels", strategy.kernels);
    checkSection(checking, "training", strategy.training);
    checkSection(checking, "cluster", strategy.cluster);
    checkDeviceName(checking);
}

Findings check(const Strategy& strategy, const std::set<std::string>& unreadable)
{
    Checking checking(strategy, unreadable);
    checkRanges(checking);
    checkDevices(checking);
    checkBatch(checking);
    checkSchedule(checking);
    if (strategy.model) {
        checkModel(checking);
        checkExperts(checking);
    }
    checkLayers(checking);
    checkEfficiency(checking);
    checkFolds(checking);
    checkCosts(checking);
    // Warnings of what a strategy costs would be about values that the file does not have.
    if (unreadable.empty())
        checkPrediction(checking);
    return std::move(checking.findings);
}

} // namespace strategy
