#include "gui/timeline/memory_story.h"

#include "gui/text/number_format.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/story.h"
#include "gui/timeline/texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace gui {
namespace {

// Nothing where the device tells nothing.
QStringList deviceStory(const DeviceMemory& device, Nanoseconds at)
{
    const auto used = device.at(at);
    if (!used && device.edges.empty() && device.total > 0)
        return {storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Its device has %1"))
                    .arg(bytesText(device.total))};
    if (!used)
        return {};
    if (device.total == 0)
        return {storyText(QT_TRANSLATE_NOOP("gui::TimelineStory",
                                            "Device: %1 in use, by all processes together"))
                    .arg(bytesText(*used))};
    return {storyText(QT_TRANSLATE_NOOP("gui::TimelineStory",
                                        "Device: %1 of %2 in use, by all processes together"))
                .arg(bytesText(*used), bytesText(device.total))};
}

// The most that was held, and the op that took the rank there, where one did.
QString peakStory(const TrackData& track, int rank)
{
    const MemoryLane& lane = (*track.memory)[static_cast<std::size_t>(rank)];
    const plan::Span* span = peakOp(track, rank);
    const QString most = bytesText(lane.largestTotal());
    if (!span)
        return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "At most in this step: %1"))
            .arg(most);
    return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "At most in this step: %1, in the %2"))
        .arg(most, opInWords(span->op));
}

} // namespace

QString memoryInWords(MemoryKind kind)
{
    constexpr std::array kWords{QT_TRANSLATE_NOOP("gui::TimelineStory", "weights"),
                                QT_TRANSLATE_NOOP("gui::TimelineStory", "gradients"),
                                QT_TRANSLATE_NOOP("gui::TimelineStory", "optimizer state"),
                                QT_TRANSLATE_NOOP("gui::TimelineStory", "activations"),
                                QT_TRANSLATE_NOOP("gui::TimelineStory", "buffers")};
    return storyText(kWords[static_cast<std::size_t>(kind)]);
}

const plan::Span* peakOp(const TrackData& track, int rank)
{
    const plan::Timeline& timeline = *track.timeline;
    const auto index = static_cast<std::size_t>(rank);
    const Nanoseconds at = (*track.memory)[index].largestAt();
    // A prediction says what an op holds from where it begins; a rank is sampled as an op ends.
    if (!track.measured)
        return spanAt(timeline, rank, at);
    if (index < timeline.tails.size() && at > timeline.tails[index].begin)
        return nullptr;
    return spanBefore(timeline, rank, at);
}

QStringList memoryStory(const TrackData& track, int rank, Nanoseconds at, TimeStyle style)
{
    if (!track.memory || !track.timeline || at < Nanoseconds{0} || at >= track.timeline->makespan)
        return {};
    const auto index = static_cast<std::size_t>(rank);
    const MemoryBytes* held
        = index < track.memory->size() ? (*track.memory)[index].at(at) : nullptr;
    const QStringList device = index < track.memory->size()
        ? deviceStory((*track.memory)[index].device(), at)
        : QStringList();
    if (held == nullptr)
        return QStringList{storyText(QT_TRANSLATE_NOOP("gui::TimelineStory",
                                                       "No data on the memory of rank %1"))
                               .arg(rankNumber(track, rank))}
        + device;
    const MemoryLane& lane = (*track.memory)[index];
    const QStringList predicted = track.predictedMemory && index < track.predictedMemory->size()
        ? QStringList{storyText(
                          devicesCount(*track.memory)
                              ? QT_TRANSLATE_NOOP(
                                  "gui::TimelineStory",
                                  "Predicted peak: %1, including what the device itself needs")
                              : QT_TRANSLATE_NOOP("gui::TimelineStory", "Predicted peak: %1"))
                          .arg(bytesText((*track.predictedMemory)[index]))}
        : QStringList();
    QStringList lines{
        storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Memory of rank %1 at %2: %3"))
            .arg(QString::number(rankNumber(track, rank)), timeWords(at, style),
                 bytesText(totalOf(*held))),
        peakStory(track, rank)};
    lines += predicted;
    for (std::size_t kind = kMemoryKinds; kind-- > 0;) // as stacked, the topmost first
        if (lane.peaks()[kind] > 0)
            lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "%1: %2, at most %3"))
                         .arg(memoryInWords(static_cast<MemoryKind>(kind)),
                              bytesText((*held)[kind]), bytesText(lane.peaks()[kind]));
    return lines + device;
}

} // namespace gui
