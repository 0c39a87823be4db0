#include "gui/window/session_made.h"

#include "engine/strategy/yaml.h"
#include "gui/search/asked_text.h"
#include "gui/search/open_search.h"
#include "gui/search/open_sweep.h"
#include "gui/workspace/open_comparison.h"

#include <QFileInfo>

#include <array>

namespace gui {
namespace {

// By ComparedSource::Kind. They stand in the settings: do not change them.
constexpr std::array<const char*, 5> kSourceKinds{"prediction", "schedule", "step", "run",
                                                  "import"};

QString wordOf(ComparedSource::Kind kind)
{
    return QLatin1String(kSourceKinds[static_cast<std::size_t>(kind)]);
}

bool isOfStrategy(ComparedSource::Kind kind)
{
    return kind != ComparedSource::Kind::Run && kind != ComparedSource::Kind::Import;
}

SessionTab comparisonTab(const OpenComparison& open,
                         const std::function<int(const OpenItem*)>& tabOf)
{
    SessionTab tab{.kind = TabKind::Compare, .name = open.name()};
    tab.of = open.first() ? tabOf(open.first()) : -1;
    for (const ComparedSource& source : open.sources()) {
        SessionSource kept{.kind = wordOf(source.kind)};
        if (isOfStrategy(source.kind)) {
            kept.of = source.from ? tabOf(source.from) : -1;
            if (kept.of < 0)
                continue;
            kept.schedule = QString::fromStdString(source.schedule.name);
            kept.chunks = source.schedule.chunks.value_or(0);
        } else if (source.kind == ComparedSource::Kind::Run) {
            kept.path = source.run.directory;
        } else {
            kept.path = source.trace->folder;
            kept.iteration = static_cast<int>(source.iteration);
        }
        tab.sources.push_back(kept);
    }
    return tab;
}

SessionTab explorationTab(const Exploration& open, TabKind kind,
                          const std::function<int(const OpenItem*)>& tabOf)
{
    SessionTab tab{.kind = kind};
    tab.of = open.first() ? tabOf(open.first()) : -1;
    if (tab.of < 0) {
        tab.name = open.baseName();
        tab.text = QString::fromStdString(strategy::writeStrategy(open.base()));
    }
    return tab;
}

void addStepOf(OpenComparison& comparison, OpenStrategy& of, const SessionSource& source)
{
    plan::ComparedSchedule schedule{.name = source.schedule.toStdString()};
    if (source.kind == wordOf(ComparedSource::Kind::Schedule)) {
        if (source.chunks > 0)
            schedule.chunks = source.chunks;
        const strategy::Strategy& strategy = of.document().strategy();
        if (schedule.name == strategy.schedule.name)
            schedule.options = strategy.schedule.options;
        comparison.add(of, ComparedSource::Kind::Schedule, schedule);
    } else {
        comparison.add(of,
                       source.kind == wordOf(ComparedSource::Kind::Step)
                           ? ComparedSource::Kind::Step
                           : ComparedSource::Kind::Prediction);
    }
}

std::unique_ptr<OpenItem> comparisonAgain(const SessionTab& tab,
                                          const std::function<OpenItem*(int)>& itemOf,
                                          const TracesByFolder& traces, QStringList& missing)
{
    auto made = std::make_unique<OpenComparison>(itemOf(tab.of), tab.name);
    for (const SessionSource& source : tab.sources) {
        if (auto* of = qobject_cast<OpenStrategy*>(itemOf(source.of))) {
            addStepOf(*made, *of, source);
        } else if (source.kind == wordOf(ComparedSource::Kind::Run)) {
            if (QFileInfo::exists(source.path))
                made->add(readRunRecord(source.path)
                              .value_or(RunEntry{.run = QFileInfo(source.path).fileName(),
                                                 .directory = source.path}));
            else if (!missing.contains(source.path))
                missing << source.path;
        } else if (const auto trace = traces.find(source.path); trace != traces.end()) {
            made->add(trace->second,
                      std::min(static_cast<std::size_t>(std::max(source.iteration, 0)),
                               trace->second->steps.size() - 1));
        }
    }
    if (made->count() == 0)
        return nullptr;
    return made;
}

// As far as there is a strategy to explore.
template <class Item>
std::unique_ptr<Item> explorationAgain(const SessionTab& tab,
                                       const std::function<OpenItem*(int)>& itemOf)
{
    if (auto* of = qobject_cast<OpenStrategy*>(itemOf(tab.of)))
        return std::make_unique<Item>(*of);
    const auto read = strategy::readStrategy(tab.text.toStdString());
    if (tab.text.isEmpty() || !read.strategy)
        return nullptr;
    return std::make_unique<Item>(tab.name, *read.strategy);
}

} // namespace

bool isMade(const OpenItem& item)
{
    return qobject_cast<const OpenComparison*>(&item) || qobject_cast<const Exploration*>(&item);
}

std::vector<const OpenItem*> madeFrom(const OpenItem& item)
{
    std::vector<const OpenItem*> from;
    if (const auto* comparison = qobject_cast<const OpenComparison*>(&item)) {
        for (const ComparedSource& source : comparison->sources())
            if (source.from)
                from.push_back(source.from);
    } else if (const auto* exploration = qobject_cast<const Exploration*>(&item)) {
        if (exploration->first())
            from.push_back(exploration->first());
    }
    return from;
}

SessionTab madeTab(const OpenItem& item, const std::function<int(const OpenItem*)>& tabOf)
{
    if (const auto* comparison = qobject_cast<const OpenComparison*>(&item))
        return comparisonTab(*comparison, tabOf);
    if (const auto* search = qobject_cast<const OpenSearch*>(&item)) {
        SessionTab tab = explorationTab(*search, TabKind::Search, tabOf);
        tab.asked = askedText(search->asked());
        return tab;
    }
    const auto& sweep = static_cast<const OpenSweep&>(item);
    SessionTab tab = explorationTab(sweep, TabKind::Sweep, tabOf);
    tab.asked = askedText(sweep.asked());
    return tab;
}

std::unique_ptr<OpenItem> makeAgain(const SessionTab& tab,
                                    const std::function<OpenItem*(int)>& itemOf,
                                    const TracesByFolder& traces, QStringList& missing)
{
    if (tab.kind == TabKind::Compare)
        return comparisonAgain(tab, itemOf, traces, missing);
    if (tab.kind == TabKind::Search) {
        auto made = explorationAgain<OpenSearch>(tab, itemOf);
        if (made)
            made->setAsked(searchAsked(tab.asked));
        return made;
    }
    auto made = explorationAgain<OpenSweep>(tab, itemOf);
    if (made)
        made->setAsked(sweptFields(tab.asked));
    return made;
}

} // namespace gui
