// The texts of the timeline, and those of the stories it tells, in the language of the window.

#pragma once

#include "gui/timeline/time_text.h"

#include <QCoreApplication>
#include <QString>

namespace gui {

inline QString timelineText(const char* source)
{
    return QCoreApplication::translate("gui::Timeline", source);
}

inline QString storyText(const char* source)
{
    return QCoreApplication::translate("gui::TimelineStory", source);
}

inline QString timeWords(Nanoseconds time, TimeUnit unit)
{
    return QString::fromStdString(timeText(time, unit));
}

} // namespace gui
