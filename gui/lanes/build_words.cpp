#include "gui/lanes/build_words.h"

#include "engine/lesson/recognise.h"
#include "gui/text/catalog_texts.h"
#include "gui/text/joined.h"
#include "gui/text/number_format.h"

#include <QCoreApplication>

#include <algorithm>

namespace gui {
namespace {

using plan::HeldUp;

struct BuildWords {
    Q_DECLARE_TR_FUNCTIONS(gui::BuildWords)
};

// One bound for all ranks is known of one cap for all; of several the loosest is no claim.
std::optional<int> commonCap(const std::vector<int>& cap)
{
    if (cap.empty())
        return std::nullopt;
    return *std::max_element(cap.begin(), cap.end());
}

bool splitsBackwards(const plan::Schedule& schedule)
{
    return std::any_of(schedule.order.begin(), schedule.order.end(), [](const auto& ops) {
        return std::any_of(ops.begin(), ops.end(),
                           [](const plan::Op& op) { return op.kind == plan::OpKind::WeightGrad; });
    });
}

} // namespace

QString progressWords(const lesson::BuildBoard& board, LaneUnit unit)
{
    QStringList peaks;
    for (int rank = 0; rank < int(board.schedule().order.size()); ++rank)
        peaks += QString::number(board.peakOn(rank));
    const QString time = laneTime(board.runnable().timeline.makespan, unit);
    return board.isComplete()
        ? BuildWords::tr("The step takes %1; most in flight: %2.").arg(time, enumerated(peaks))
        : BuildWords::tr("So far %1; most in flight: %2.").arg(time, enumerated(peaks));
}

QString heldUpWords(const lesson::BuildBoard& board)
{
    const auto& heldUp = board.runnable().heldUp;
    if (heldUp.empty())
        return {};
    const HeldUp& first = heldUp.front();
    const auto text = [&first] {
        switch (first.why) {
        case HeldUp::Why::NotLaid:
            return BuildWords::tr("%1 waits for %2, which is not laid yet.");
        case HeldUp::Why::Waits:
            return BuildWords::tr("%1 waits for %2, which cannot run yet.");
        case HeldUp::Why::Behind:
            return BuildWords::tr("%1 stands behind %2, which cannot run yet.");
        case HeldUp::Why::Circle:
            return BuildWords::tr("%1 waits for %2, which waits for it.");
        }
        return QString();
    };
    return text().arg(opText(first.op), opText(first.awaited));
}

QString builtWords(const lesson::Planned& built, const std::vector<int>& cap)
{
    const auto known = lesson::recognise(built);
    const auto above = lesson::aboveBound(built, commonCap(cap));
    const QString title = known ? catalogText(known->title) : QString();
    const bool isLeast = above && *above == 0;
    if (known && !above)
        return known->sameTimesOnly ? BuildWords::tr("This takes the same times as %1.").arg(title)
                                    : BuildWords::tr("This is %1.").arg(title);
    if (known && isLeast)
        return (known->sameTimesOnly
                    ? BuildWords::tr("This takes the same times as %1. No order of this placement "
                                     "is shorter.")
                    : BuildWords::tr("This is %1. No order of this placement is shorter."))
            .arg(title);
    if (!above)
        return {};
    if (isLeast)
        return BuildWords::tr("No order of this placement is shorter.");
    const QString bound = splitsBackwards(built.schedule())
        ? BuildWords::tr("the bound of this placement")
        : BuildWords::tr("the bound of this placement with split backwards");
    if (!known)
        return BuildWords::tr("%1 above %2.", "a percentage, a bound").arg(percent(*above), bound);
    return (known->sameTimesOnly
                ? BuildWords::tr("This takes the same times as %1, %2 above %3.")
                : BuildWords::tr("This is %1, %2 above %3.", "a schedule, a percentage, a bound"))
        .arg(title, percent(*above), bound);
}

} // namespace gui
