#include "gui/editor/share_keeper.h"

#include "engine/strategy/estimate/cost_basis.h"
#include "gui/costs/cost_box.h"
#include "gui/costs/number_table_model.h"
#include "gui/editor/editor_text.h"

namespace gui {
namespace {

bool dividesAlike(const strategy::Strategy& a, const strategy::Strategy& b)
{
    return a.schedule == b.schedule && a.parallel.chunks == b.parallel.chunks
        && strategy::stagesOf(a) == strategy::stagesOf(b);
}

QString sentenceOf(const plan::Costs& before, const strategy::Strategy& after)
{
    const long long stages = strategy::stagesOf(after) / after.parallel.pipeline;
    if (before.stages.size() > 1 || after.costs->stages.size() > 1)
        return stages == 1
            ? EditorText::tr("The model stays the same: its costs are divided over one stage per "
                             "rank. Ctrl+Z undoes both changes.")
            : EditorText::tr("The model stays the same: its costs are divided over %1 stages per "
                             "rank. Ctrl+Z undoes both changes.")
                  .arg(stages);
    const auto forward = [](const plan::Costs& costs) {
        return numberText(microseconds(costs.stages.front().forward));
    };
    const QString now = forward(*after.costs);
    return stages == 1
        ? EditorText::tr("The model stays the same: with one stage per rank, its forward takes %1 "
                         "µs (previously %2 µs). Ctrl+Z undoes both changes.")
              .arg(now, forward(before))
        : EditorText::tr("The model stays the same: with %1 stages per rank, the forward of one "
                         "takes %2 µs (previously %3 µs). Ctrl+Z undoes both changes.")
              .arg(QString::number(stages), now, forward(before));
}

} // namespace

void ShareKeeper::settle(const strategy::Strategy& sound)
{
    m_sound = sound;
    m_kept = sound.costs;
}

QString ShareKeeper::keep(strategy::Strategy& after)
{
    // Costs that somebody has typed since are meant as they are; only those that were settled, or
    // were rescaled here before, follow the schedule.
    if (!m_sound.costs || !after.costs || (after.costs != m_sound.costs && after.costs != m_kept)
        || m_sound.parallel.pipeline != after.parallel.pipeline
        || (dividesAlike(m_sound, after) && after.costs == m_sound.costs))
        return {};
    const plan::Costs before = *after.costs;
    if (!strategy::keepShares(m_sound, after))
        return {};
    m_kept = after.costs;
    return *after.costs == before ? QString() : sentenceOf(before, after);
}

} // namespace gui
