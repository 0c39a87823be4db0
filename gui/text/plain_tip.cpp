#include "gui/text/plain_tip.h"

#include "gui/text/shown_text.h"

namespace gui {
namespace {

constexpr int kMostOfTip = 4'000; // characters: a screen full of them

} // namespace

QString inRichText(const QString& text)
{
    return text.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>"));
}

QString plainTip(const QString& text)
{
    if (text.isEmpty())
        return {};
    // Always HTML, so that nobody has to guess whether what was escaped is.
    return QStringLiteral("<p>%1</p>").arg(inRichText(shownText(text, kMostOfTip)));
}

} // namespace gui
