#include "gui/timeline/inner_story.h"

#include "gui/timeline/op_walk.h"
#include "gui/timeline/story.h"
#include "gui/timeline/texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace gui {
namespace {

// As the sizes of a strategy are called for short.
QString groupInWords(Among among)
{
    constexpr std::array kWords{QT_TRANSLATE_NOOP("gui::TimelineStory", "other ranks"),
                                QT_TRANSLATE_NOOP("gui::TimelineStory", "tp (tensor)"),
                                QT_TRANSLATE_NOOP("gui::TimelineStory", "cp (context)"),
                                QT_TRANSLATE_NOOP("gui::TimelineStory", "ep (experts)"),
                                QT_TRANSLATE_NOOP("gui::TimelineStory", "dp (data)"),
                                QT_TRANSLATE_NOOP("gui::TimelineStory", "the copies of a stage")};
    return storyText(kWords[static_cast<std::size_t>(among)]);
}

} // namespace

QStringList innerLines(const TrackData& track, const OpRef& ref, TimeStyle style)
{
    const auto rank = static_cast<std::size_t>(ref.rank);
    const plan::Span* span = findSpan(*track.timeline, ref.rank, ref.op);
    if (!track.inner || rank >= track.inner->inner.size() || !span)
        return {};
    const auto& all = track.inner->inner[rank];
    std::array<Nanoseconds, 6> waited{}; // by Among
    Nanoseconds again{};
    auto each = std::partition_point(all.begin(), all.end(), [&](const InnerTime& inner) {
        return inner.part.start < span->start;
    });
    for (; each != all.end() && each->part.start < span->end; ++each) {
        if (each->op != ref.op)
            continue;
        const Nanoseconds length = each->part.end - each->part.start;
        if (each->part.kind == plan::Part::Kind::Recompute)
            again += length;
        else
            waited[static_cast<std::size_t>(each->among)] += length;
    }
    QStringList lines;
    for (std::size_t among = 0; among < waited.size(); ++among)
        if (waited[among] > Nanoseconds{0})
            lines << storyText(
                         QT_TRANSLATE_NOOP("gui::TimelineStory", "of which %1 waiting for %2"))
                         .arg(timeWords(waited[among], style),
                              groupInWords(static_cast<Among>(among)));
    if (again > Nanoseconds{0})
        lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory",
                                             "of which %1 computing again what "
                                             "was not kept"))
                     .arg(timeWords(again, style));
    return lines;
}

QStringList rerunStory(const TrackData& track, int rank, Nanoseconds at, TimeStyle style)
{
    const auto row = static_cast<std::size_t>(rank);
    if (!track.inner || row >= track.inner->reruns.size())
        return {};
    const auto& reruns = track.inner->reruns[row];
    const auto after = std::partition_point(reruns.begin(), reruns.end(),
                                            [at](const auto& span) { return span.start <= at; });
    if (after == reruns.begin() || (after - 1)->end <= at)
        return {};
    const plan::Span& rerun = *(after - 1);
    return {
        storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Second run of the %1 (rank %2): %3"))
            .arg(opInWords(rerun.op), QString::number(rankNumber(track, rank)),
                 timeWords(rerun.end - rerun.start, style)),
        storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "From %1 to %2"))
            .arg(momentWords(rerun.start, {rerun.start, rerun.end}, style),
                 momentWords(rerun.end, {rerun.start, rerun.end}, style)),
        storyText(QT_TRANSLATE_NOOP("gui::TimelineStory",
                                    "In a bubble, to compare its bits with the first run; the step "
                                    "does not take longer for it"))};
}

QStringList reductionStory(const TrackData& track, int rank, Nanoseconds at, TimeStyle style)
{
    const auto row = static_cast<std::size_t>(rank);
    if (!track.inner || row >= track.inner->reductions.size())
        return {};
    for (const SideReduction& each : track.inner->reductions[row])
        if (each.start <= at && at < each.end)
            return {storyText(QT_TRANSLATE_NOOP("gui::TimelineStory",
                                                "Gradients of stage %1 reduced on rank %2: %3"))
                        .arg(QString::number(each.stage), QString::number(rankNumber(track, rank)),
                             timeWords(each.end - each.start, style)),
                    storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "From %1 to %2"))
                        .arg(momentWords(each.start, {each.start, each.end}, style),
                             momentWords(each.end, {each.start, each.end}, style)),
                    storyText(QT_TRANSLATE_NOOP("gui::TimelineStory",
                                                "Among %1, while the rank computes; the step does "
                                                "not wait for it here"))
                        .arg(groupInWords(each.among))};
    return {};
}

} // namespace gui
