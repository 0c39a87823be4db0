#include "gui/export/exports.h"

#include <algorithm>

namespace gui {

QString fileStem(const QString& title)
{
    constexpr qsizetype kLongest = 80;
    QString stem;
    for (const QChar c : title.left(kLongest))
        stem += c.isLetterOrNumber() || QStringLiteral("-_.").contains(c) ? c : QLatin1Char('-');
    while (stem.startsWith(QLatin1Char('.')) || stem.startsWith(QLatin1Char('-')))
        stem.remove(0, 1);
    return stem.isEmpty() ? QStringLiteral("bubblescope") : stem;
}

ShownSteps shownSteps(const StepsToDraw& steps, const QString& title, WhichSteps which,
                      WhichTime time)
{
    ShownSteps shown;
    shown.title = title;
    for (const TrackData& track : steps.tracks)
        if (which == WhichSteps::All || track.measured == (which == WhichSteps::Measured))
            shown.tracks.push_back(track);
    const TimeRange whole = wholeRange(shown.tracks);
    shown.range = whole;
    if (time == WhichTime::Selected && steps.area) {
        shown.range = steps.area->range;
        shown.firstRank = steps.area->firstRank;
        shown.lastRank = steps.area->lastRank;
    } else if (time != WhichTime::Whole) {
        shown.range = steps.view;
    }
    // Views reach a little beyond the step, where there is nothing to print.
    const Nanoseconds last = std::max(whole.begin, whole.end - kShortestRange);
    shown.range.begin = std::clamp(shown.range.begin, whole.begin, last);
    const Nanoseconds shortest = shown.range.begin + kShortestRange;
    shown.range.end = std::clamp(shown.range.end, shortest, std::max(whole.end, shortest));
    return shown;
}

} // namespace gui
