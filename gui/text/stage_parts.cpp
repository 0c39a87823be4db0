#include "gui/text/stage_parts.h"

#include <QCoreApplication>

#include <algorithm>

namespace gui {
namespace {

using Stage = plan::StageCosts;

constexpr StagePart kParts[] = {
    {QT_TRANSLATE_NOOP("gui::StageCostsSection", "Forward"),
     QT_TRANSLATE_NOOP("gui::StageCostsSection", "Time of one stage's forward"), "forward",
     &Stage::forward},
    {QT_TRANSLATE_NOOP("gui::StageCostsSection", "Input gradient"),
     QT_TRANSLATE_NOOP("gui::StageCostsSection", "Time of one stage's input gradient"),
     "input_grad", &Stage::inputGrad},
    {QT_TRANSLATE_NOOP("gui::StageCostsSection", "Weight gradient"),
     QT_TRANSLATE_NOOP("gui::StageCostsSection", "Time of one stage's weight gradient"),
     "weight_grad", &Stage::weightGrad},
    {QT_TRANSLATE_NOOP("gui::StageCostsSection", "Recompute"),
     QT_TRANSLATE_NOOP("gui::StageCostsSection",
                       "Time of the forward computed again before the backward"),
     "recompute", &Stage::recompute},
    {QT_TRANSLATE_NOOP("gui::StageCostsSection", "Backward wait"),
     QT_TRANSLATE_NOOP("gui::StageCostsSection",
                       "What waiting for the host adds to a whole backward"),
     "backward_wait", &Stage::backwardWait},
    {QT_TRANSLATE_NOOP("gui::StageCostsSection", "Input wait"),
     QT_TRANSLATE_NOOP("gui::StageCostsSection",
                       "What waiting for the host adds to an input gradient that runs on its own"),
     "input_grad_wait", &Stage::inputGradWait},
    {QT_TRANSLATE_NOOP("gui::StageCostsSection", "Weight wait"),
     QT_TRANSLATE_NOOP("gui::StageCostsSection",
                       "What waiting for the host adds to a weight gradient that runs on its own"),
     "weight_grad_wait", &Stage::weightGradWait}};

constexpr std::size_t kAlways = 4; // of them

QString partText(const char* source)
{
    return QCoreApplication::translate("gui::StageCostsSection", source);
}

} // namespace

std::span<const StagePart> stageParts() { return kParts; }

bool hasHostWaits(const plan::Costs& costs)
{
    const auto waits = stageParts().subspan(kAlways);
    return std::any_of(costs.stages.begin(), costs.stages.end(), [&](const Stage& stage) {
        return std::any_of(waits.begin(), waits.end(),
                           [&](const StagePart& part) { return (stage.*part.time).count() != 0; });
    });
}

std::vector<StagePart> shownStageParts(const plan::Costs& costs)
{
    const auto shown = hasHostWaits(costs) ? stageParts() : stageParts().first(kAlways);
    return {shown.begin(), shown.end()};
}

QString nameOf(const StagePart& part) { return partText(part.name); }

QString tipOf(const StagePart& part) { return partText(part.tip); }

} // namespace gui
