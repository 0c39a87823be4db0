#include "gui/text/shown_text.h"

#include <algorithm>

namespace gui {
namespace {

bool turnsDirection(char16_t unit)
{
    return unit == 0x061C || unit == 0x200E || unit == 0x200F || (unit >= 0x202A && unit <= 0x202E)
        || (unit >= 0x2066 && unit <= 0x2069);
}

bool isControl(QChar unit)
{
    return unit.category() == QChar::Other_Control || unit == QChar::LineSeparator
        || unit == QChar::ParagraphSeparator;
}

} // namespace

QString shownText(const QString& text, int most)
{
    QString shown = text;
    if (text.size() > most) {
        // Not within a pair of surrogates.
        qsizetype head = most / 2;
        qsizetype tail = text.size() - (most - most / 2);
        head -= head > 0 && text[head - 1].isHighSurrogate() ? 1 : 0;
        tail += tail < text.size() && text[tail].isLowSurrogate() ? 1 : 0;
        shown = text.left(head) + QChar(u'…') + text.mid(tail);
    }
    std::replace_if(
        shown.begin(), shown.end(),
        [](QChar unit) {
            return unit != QLatin1Char('\n') && (isControl(unit) || turnsDirection(unit.unicode()));
        },
        QChar(QChar::ReplacementCharacter));
    return shown;
}

} // namespace gui
