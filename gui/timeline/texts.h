// The texts of the timeline, and those of the stories it tells, in the language of the window. Each
// function has its translation context; sources are marked with QT_TRANSLATE_NOOP.

#pragma once

#include "gui/timeline/time_text.h"

#include <QCoreApplication>
#include <QString>

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

// A time with its unit, exact to the nanosecond, as timeText() writes it. Numbers are the same in
// every language.
inline QString timeWords(Nanoseconds time, TimeUnit unit)
{
    return QString::fromStdString(timeText(time, unit));
}

} // namespace gui
