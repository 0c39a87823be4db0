#include "gui/window/explore_commands.h"

#include "engine/plan/catalog.h"
#include "engine/strategy/schedule_fit.h"
#include "gui/search/open_search.h"
#include "gui/search/open_sweep.h"
#include "gui/window/action_registry.h"
#include "gui/workspace/open_comparison.h"
#include "gui/workspace/workspace.h"

namespace gui {
namespace {

// The one of its kind that was made of `open`; null: there is none.
template <class Item>
Item* madeOf(const OpenItem& open, const Workspace& workspace)
{
    for (int place = 0; place < workspace.count(); ++place)
        if (auto* item = qobject_cast<Item*>(&workspace.at(place)); item && item->first() == &open)
            return item;
    return nullptr;
}

template <class Item, class First>
void bringToFront(First& open, Workspace& workspace, const std::function<void(Item&)>& begin = {})
{
    if (Item* item = madeOf<Item>(open, workspace)) {
        workspace.setCurrent(workspace.placeOf(*item));
        return;
    }
    auto made = std::make_unique<Item>(open);
    if (begin)
        begin(*made);
    workspace.add(std::move(made));
}

StepWork workOfOpen(OpenStrategy& open)
{
    const PredictionPtr& prediction = open.document().prediction();
    return workOf(open.document().strategy(), prediction ? prediction->as.timeScale : 1);
}

// Whatever else is open and has a step of the same model. False: nothing has.
bool addOthers(OpenComparison& comparison, const OpenItem& first, const StepWork& work,
               const Workspace& workspace)
{
    const int before = comparison.count();
    for (int place = 0; place < workspace.count(); ++place) {
        OpenItem& each = workspace.at(place);
        if (&each == &first)
            continue;
        if (auto* strategy = qobject_cast<OpenStrategy*>(&each);
            strategy && !strategy->isUntouched() && isSameModel(work, workOfOpen(*strategy)))
            comparison.add(*strategy, ComparedSource::Kind::Prediction);
        else if (auto* trace = qobject_cast<OpenImport*>(&each);
                 trace && isSameModel(work, workOf(trace->trace())))
            comparison.add(trace->sharedTrace(), trace->shown());
    }
    return comparison.count() > before;
}

// What one would set beside it: its run, what else is open of the same model, or else other
// schedules.
void fillComparison(OpenComparison& comparison, OpenStrategy& first, const Workspace& workspace)
{
    const StepWork work = workOfOpen(first);
    const StepWork& measured = first.onShow().work;
    if (first.onShow() && (!measured.isKnown() || isSameModel(work, measured)))
        comparison.add(first, ComparedSource::Kind::Step);
    if (addOthers(comparison, first, work, workspace))
        return;
    const strategy::Strategy& strategy = first.document().strategy();
    for (const plan::CatalogEntry* entry : plan::inTurn(&plan::CatalogEntry::compareTurn)) {
        plan::ComparedSchedule schedule{.name = std::string(entry->name)};
        if (entry->anyChunks)
            schedule.chunks = entry->defaultChunks;
        if (schedule.name != strategy.schedule.name)
            comparison.add(first, ComparedSource::Kind::Schedule, schedule);
    }
}

} // namespace

void connectExploring(ActionRegistry& actions, OpenStrategy& open, Workspace& workspace)
{
    actions.onTriggered("view.compare", [&open, &workspace] {
        bringToFront<OpenComparison>(open, workspace, [&](OpenComparison& comparison) {
            fillComparison(comparison, open, workspace);
        });
    });
    actions.onTriggered("edit.search",
                        [&open, &workspace] { bringToFront<OpenSearch>(open, workspace); });
    actions.onTriggered("edit.sweep",
                        [&open, &workspace] { bringToFront<OpenSweep>(open, workspace); });
}

void connectExploring(ActionRegistry& actions, OpenImport& open, Workspace& workspace)
{
    actions.onTriggered("view.compare", [&open, &workspace] {
        bringToFront<OpenComparison>(open, workspace, [&](OpenComparison& comparison) {
            addOthers(comparison, open, workOf(open.trace()), workspace);
        });
    });
}

} // namespace gui
