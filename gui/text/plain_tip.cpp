#include "gui/text/plain_tip.h"

#include "gui/text/shown_text.h"

namespace gui {
namespace {

constexpr int kMostOfTip = 4'000; // characters: a screen full of them

} // namespace

QString plainTip(const QString& text)
{
    if (text.isEmpty())
        return {};
    const QString shown = shownText(text, kMostOfTip);
    // Always HTML, so that nobody has to guess whether what was escaped is.
    return QStringLiteral("<p>%1</p>")
        .arg(shown.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>")));
}

} // namespace gui
