#include "gui/lessonlinks/lesson_language.h"

#include <QLocale>

namespace gui {

lesson::Language lessonLanguage()
{
    return QLocale().language() == QLocale::Chinese ? lesson::Language::Chinese
                                                    : lesson::Language::English;
}

} // namespace gui
