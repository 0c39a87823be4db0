#include "gui/timeline/kernel_story.h"

#include "gui/text/number_format.h"
#include "gui/timeline/story.h"
#include "gui/timeline/texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace gui {
namespace {

constexpr std::size_t kMostTold = 4; // at one moment, of several streams

QString queuedBy(const Kernel& kernel)
{
    switch (kernel.by) {
    case Kernel::By::Op:
        return opInWords(kernel.op);
    case Kernel::By::Again:
        return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "second run of the %1"))
            .arg(opInWords(kernel.op));
    case Kernel::By::Reduction:
        return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "reduction of the gradients"));
    case Kernel::By::Optimizer:
        return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "optimizer"));
    case Kernel::By::Beside:
        break;
    }
    return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "rank, beside its ops"));
}

void tell(QStringList& lines, const KernelWork& work, const Kernel& kernel, TimeStyle style)
{
    lines << QString::fromStdString(work.nameOf(kernel));
    lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "%1, from %2 to %3"))
                 .arg(timeWords(kernel.end - kernel.start, style),
                      momentWords(kernel.start, {kernel.start, kernel.end}, style),
                      momentWords(kernel.end, {kernel.start, kernel.end}, style));
    lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Queued by the %1, stream %2"))
                 .arg(queuedBy(kernel), QString::number(kernel.stream));
    if (kernel.bytes > 0)
        lines << bytesText(kernel.bytes);
}

} // namespace

QString kernelsInWords(KernelKind kind)
{
    constexpr std::array kWords{QT_TRANSLATE_NOOP("gui::TimelineStory", "compute"),
                                QT_TRANSLATE_NOOP("gui::TimelineStory", "exchange"),
                                QT_TRANSLATE_NOOP("gui::TimelineStory", "copies")};
    return storyText(kWords[static_cast<std::size_t>(kind)]);
}

QStringList kernelStory(const TrackData& track, int rank, KernelKind kind, Nanoseconds at,
                        TimeStyle style)
{
    if (!track.kernels || !track.timeline || at < Nanoseconds{0} || at >= endOf(track))
        return {};
    const KernelWork& work = *track.kernels;
    const auto index = static_cast<std::size_t>(rank);
    QStringList lines;
    const auto running = work.at(index, kind, at);
    for (std::size_t i = 0; i < std::min(running.size(), kMostTold); ++i)
        tell(lines, work, *running[i], style);
    if (running.size() > kMostTold)
        lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "and %1 more"))
                     .arg(running.size() - kMostTold);
    const bool known = index < work.lanes.size() && !work.lanes[index].isEmpty();
    if (!known)
        lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory",
                                             "No data on the kernels of rank %1 in this step"))
                     .arg(rankNumber(track, rank));
    else if (running.empty())
        lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory",
                                             "Rank %1 runs no kernel here at %2 (%3)"))
                     .arg(QString::number(rankNumber(track, rank)), timeWords(at, style),
                          kernelsInWords(kind));
    if (index < work.lanes.size() && work.lanes[index].missing > 0)
        lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory",
                                             "%1 records of kernels are missing in this step"))
                     .arg(work.lanes[index].missing);
    return lines;
}

QStringList kernelLines(const TrackData& track, const OpRef& ref, TimeStyle style)
{
    const auto rank = static_cast<std::size_t>(ref.rank);
    if (!track.kernels || rank >= track.kernels->lanes.size())
        return {};
    const auto& gaps = track.kernels->lanes[rank].gaps;
    const auto gap = std::partition_point(gaps.begin(), gaps.end(),
                                          [&](const LaunchGap& each) { return each.op < ref.op; });
    if (gap == gaps.end() || gap->op != ref.op)
        return {};
    return {storyText(QT_TRANSLATE_NOOP("gui::TimelineStory",
                                        "of which %1 without a kernel (launch gaps)"))
                .arg(timeWords(gap->time, style))};
}

} // namespace gui
