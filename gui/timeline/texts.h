// The texts of the timeline, and those of the stories it tells, in the language of the window. Each
// function has its translation context; sources are marked with QT_TRANSLATE_NOOP.

#pragma once

#include "gui/text/number_format.h"
#include "gui/timeline/time_text.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

namespace gui {

// Labels, titles and the legend. `source` is in English; it comes back as it is where there is no
// translation.
inline QString timelineText(const char* source)
{
    return QCoreApplication::translate("gui::Timeline", source);
}

// What the tool tip and the screen reader say of an op, a bubble or a lane.
inline QString storyText(const char* source)
{
    return QCoreApplication::translate("gui::TimelineStory", source);
}

// What is to be known of times of ranks that took turns: a title, and a line for each sentence.
inline QStringList turnsStory()
{
    return {storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Ranks took turns: virtual time")),
            storyText(QT_TRANSLATE_NOOP(
                "gui::TimelineStory",
                "What ops take is measured: of all ranks one worked at a time, its clock ran, and "
                "those of the others stood.")),
            storyText(QT_TRANSLATE_NOOP(
                "gui::TimelineStory",
                "What messages and collectives take is predicted, as for the plan beside it."))};
}

// A time with its unit: exact to the nanosecond, as timeText() writes it, the same in every
// language; in brief, with three digits.
inline QString timeWords(Nanoseconds time, TimeStyle style)
{
    return style.brief ? stepTime(time, style.unit)
                       : QString::fromStdString(timeText(time, style.unit));
}

// One end of `range`, or a moment within it; in brief, with the digits that tell its ends apart.
inline QString momentWords(Nanoseconds time, TimeRange range, TimeStyle style)
{
    return style.brief ? QString::fromStdString(momentText(time, range, style.unit))
                       : timeWords(time, style);
}

} // namespace gui
