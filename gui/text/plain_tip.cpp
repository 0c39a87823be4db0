#include "gui/text/plain_tip.h"

namespace gui {

QString plainTip(const QString& text)
{
    if (text.isEmpty())
        return {};
    // Always HTML, so that nobody has to guess whether what was escaped is.
    return QStringLiteral("<p>%1</p>")
        .arg(text.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>")));
}

} // namespace gui
