#include "gui/text/source_line.h"

#include <QCoreApplication>

namespace gui {

QString withSource(const QString& text, const QString& source)
{
    if (source.isEmpty())
        return text;
    const QString line = QCoreApplication::translate("Source", "Source: %1").arg(source);
    return text.isEmpty() ? line : text + QLatin1Char('\n') + line;
}

} // namespace gui
