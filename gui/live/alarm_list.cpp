#include "gui/live/alarm_list.h"

#include "gui/live/run_text.h"
#include "gui/text/joined.h"

#include <QStringList>

#include <algorithm>
#include <set>

namespace gui {
namespace {

// In place of a rank: the ranks that have no line of their own.
constexpr int kOtherRanks = -2;
constexpr qsizetype kMostNamedRanks = 12;

Finding restOf(const std::vector<Finding>& findings)
{
    Finding rest = findings.front();
    rest.rank = kOtherRanks;
    QStringList ranks;
    QStringList lines;
    for (const Finding& each : findings) {
        rest.step = std::min(rest.step, each.step);
        lines << each.what;
        if (ranks.size() < kMostNamedRanks)
            ranks << QString::number(each.rank);
    }
    if (findings.size() > static_cast<std::size_t>(kMostNamedRanks))
        ranks << QStringLiteral("…");
    rest.what = runText(QT_TRANSLATE_NOOP("Run", "%1: %2 more ranks: %3"))
                    .arg(alarmName(rest.kind), QString::number(findings.size()), enumerated(ranks));
    rest.evidence = lines.join(QLatin1Char('\n'));
    return rest;
}

} // namespace

std::vector<Finding> foldedFindings(const std::vector<Finding>& findings, std::size_t most)
{
    std::vector<Finding> folded;
    for (std::size_t kind = 0; kind < kAlarmKinds; ++kind) {
        std::vector<Finding> standing;
        for (const Finding& each : findings) {
            if (each.kind != static_cast<AlarmKind>(kind))
                continue;
            (each.isOver ? folded : standing).push_back(each);
        }
        if (standing.size() > most) {
            const auto first = standing.begin() + static_cast<std::ptrdiff_t>(most) - 1;
            const Finding rest = restOf({first, standing.end()});
            standing.erase(first, standing.end());
            standing.push_back(rest);
        }
        folded.insert(folded.end(), standing.begin(), standing.end());
    }
    return folded;
}

// The alarm that this finding is of: one that stands, or is known to be over, or ended just now.
Alarm* AlarmList::place(const Finding& finding, const QDateTime& at)
{
    Alarm* recent = nullptr;
    for (auto each = m_alarms.rbegin(); each != m_alarms.rend(); ++each) {
        const Finding& known = each->found;
        if (known.kind != finding.kind || known.rank != finding.rank)
            continue;
        const bool isSame = known.step == finding.step && finding.step >= 0;
        if (isSame || (!known.isOver && !finding.isOver))
            return &*each;
        if (recent == nullptr && !finding.isOver && at.isValid() && each->at.isValid()
            && each->at.secsTo(at) < kFoldSeconds)
            recent = &*each;
    }
    return recent;
}

// It was taken for a later finding since, which came back too soon to be an alarm of its own.
bool AlarmList::isFolded(const Finding& finding) const
{
    return std::any_of(m_alarms.begin(), m_alarms.end(), [&](const Alarm& alarm) {
        return alarm.times > 1 && alarm.found.kind == finding.kind
            && alarm.found.rank == finding.rank && alarm.found.step > finding.step;
    });
}

std::vector<std::uint64_t> AlarmList::update(const std::vector<Finding>& findings,
                                             const QDateTime& at)
{
    std::vector<std::uint64_t> raised;
    std::set<std::uint64_t> standing;
    for (const Finding& finding : foldedFindings(findings, kMostOfAKind)) {
        Alarm* alarm = place(finding, at);
        if (alarm == nullptr && finding.isOver && isFolded(finding))
            continue;
        if (alarm == nullptr) {
            alarm = &m_alarms.emplace_back();
            alarm->number = ++m_newest;
            alarm->at = at;
            if (!finding.isOver)
                raised.push_back(alarm->number);
        } else if (alarm->found.isOver && !finding.isOver) {
            ++alarm->times;
            alarm->at = at;
        }
        alarm->found = finding;
        if (!finding.isOver)
            standing.insert(alarm->number);
    }
    for (Alarm& alarm : m_alarms)
        if (!standing.contains(alarm.number))
            alarm.found.isOver = true;
    while (m_alarms.size() > kMost) {
        const auto over = std::find_if(m_alarms.begin(), m_alarms.end(),
                                       [](const Alarm& alarm) { return alarm.found.isOver; });
        m_alarms.erase(over == m_alarms.end() ? m_alarms.begin() : over);
    }
    return raised;
}

void AlarmList::acknowledge(std::uint64_t number)
{
    for (Alarm& alarm : m_alarms)
        if (alarm.number == number)
            alarm.isAcknowledged = true;
}

void AlarmList::acknowledgeAll()
{
    for (Alarm& alarm : m_alarms)
        alarm.isAcknowledged = true;
}

const Alarm* AlarmList::find(std::uint64_t number) const
{
    const auto found = std::find_if(m_alarms.begin(), m_alarms.end(),
                                    [&](const Alarm& alarm) { return alarm.number == number; });
    return found == m_alarms.end() ? nullptr : &*found;
}

const Alarm* AlarmList::worst() const
{
    const Alarm* worst = nullptr;
    for (const Alarm& alarm : m_alarms)
        if (!alarm.found.isOver && (worst == nullptr || alarm.found.kind <= worst->found.kind))
            worst = &alarm;
    return worst;
}

int AlarmList::waiting() const
{
    return static_cast<int>(std::count_if(m_alarms.begin(), m_alarms.end(), [](const Alarm& alarm) {
        return !alarm.found.isOver && !alarm.isAcknowledged;
    }));
}

} // namespace gui
