#include "gui/window/item_report.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

namespace gui {
namespace {

QString itemText(const char* source) { return QCoreApplication::translate("Report", source); }

} // namespace

ReportMood moodOf(Mood mood)
{
    switch (mood) {
    case Mood::Plain:
        break;
    case Mood::Good:
        return ReportMood::Good;
    case Mood::Warning:
        return ReportMood::Warning;
    case Mood::Bad:
        return ReportMood::Bad;
    }
    return ReportMood::Plain;
}

std::vector<ReportNumber> reportNumbers(const Verdict& verdict)
{
    std::vector<ReportNumber> numbers;
    for (const VerdictNumber& number : verdict.numbers)
        if (!number.value.isEmpty())
            // What the last edit changed is of no interest to who was not there.
            numbers.push_back({number.name, number.value,
                               number.isOfEdit ? QString() : number.change, moodOf(number.mood)});
    return numbers;
}

QStringList provenanceOf(const Verdict& verdict, const QStringList& more)
{
    QStringList lines;
    if (!verdict.source.isEmpty())
        lines << verdict.source;
    for (const QString& line : verdict.sourceTip.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        if (!lines.contains(line))
            lines << line;
    lines += more;
    const QDateTime now = QDateTime::currentDateTime();
    return lines << itemText(QT_TRANSLATE_NOOP("Report", "Written by Bubblescope %1 on %2"))
                        .arg(QStringLiteral(BUBBLESCOPE_VERSION),
                             QLocale().toString(now, QLocale::LongFormat));
}

} // namespace gui
