#include "gui/timeline/error_story.h"

#include "gui/text/number_format.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/signed_error.h"
#include "gui/timeline/story.h"
#include "gui/timeline/texts.h"

#include <QLocale>

#include <cmath>
#include <cstdlib>

namespace gui {
namespace {

// The only one of them; null where there is none, or several, or where it is one of several steps
// that are compared: then they need not be of one strategy.
const TrackData* onlyTrack(const Tracks& tracks, bool measured)
{
    const TrackData* only = nullptr;
    for (const auto& [slot, track] : tracks) {
        if (!track->timeline || track->measured != measured)
            continue;
        if (only || track->band >= 0)
            return nullptr;
        only = track.get();
    }
    return only;
}

} // namespace

QString signedTime(Nanoseconds time, TimeUnit unit)
{
    const QString size = stepTime(Nanoseconds{std::abs(time.count())}, unit);
    if (time == Nanoseconds{0})
        return size;
    return (time > Nanoseconds{0} ? QStringLiteral("+") : QStringLiteral("−")) + size;
}

QString signedShare(Nanoseconds more, Nanoseconds whole)
{
    const double percent
        = 100.0 * static_cast<double>(more.count()) / static_cast<double>(whole.count());
    const QString digits = QLocale().toString(std::abs(percent), 'f', 1);
    // What rounds to zero has no sign.
    const char* sign = std::abs(percent) < 0.05 ? "" : percent > 0 ? "+" : "−";
    return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "%1 %"))
        .arg(QString::fromUtf8(sign) + digits);
}

QString signedError(Nanoseconds error, Nanoseconds predicted, TimeUnit unit)
{
    const QString time = signedTime(error, unit);
    if (predicted <= Nanoseconds{0})
        return time;
    return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "%1 (%2)"))
        .arg(time, signedShare(error, predicted));
}

QStringList errorLines(const Tracks& tracks, const OpRef& ref, TimeUnit unit)
{
    const TrackData* predicted = onlyTrack(tracks, false);
    const TrackData* measured = onlyTrack(tracks, true);
    if (!predicted || !measured || measured->planned != predicted->timeline)
        return {};
    const auto op = opError(*predicted->timeline, *measured->timeline, ref.rank, ref.op);
    if (!op)
        return {};
    QStringList lines{
        storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Against the prediction:")),
        storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "This op: starts %1, takes %2"))
            .arg(signedTime(op->start, unit), signedError(op->lasted, op->predicted, unit))};
    const SumError stage = stageError(*predicted->timeline, *measured->timeline, ref.op.stage,
                                      predicted->schedule.get());
    if (stage.ops > 0)
        lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Stage %1: %2 over %3 ops"))
                     .arg(QString::number(ref.op.stage),
                          signedError(stage.error(), stage.predicted, unit),
                          QString::number(stage.ops));
    if (measured->live)
        return lines; // its phases are not over
    const plan::Span* planned = findSpan(*predicted->timeline, ref.rank, ref.op);
    const plan::Phase phase
        = plan::phaseTimes(predicted->timeline->spans[static_cast<std::size_t>(ref.rank)],
                           predicted->timeline->makespan)
              .at(planned->start);
    const SumError whole = phaseError(*predicted->timeline, *measured->timeline, ref.rank, phase);
    lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Phase of rank %1, %2: %3"))
                 .arg(QString::number(rankNumber(*measured, ref.rank)), phaseInWords(phase),
                      signedError(whole.error(), whole.predicted, unit));
    return lines;
}

} // namespace gui
