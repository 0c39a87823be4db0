#include "gui/live/verdict_words.h"

#include <QCoreApplication>
#include <QStringList>

namespace gui {
namespace {

QString text(const char* source) { return QCoreApplication::translate("Run", source); }

// "2F0", as everywhere.
QString opText(const telemetry::CheckRecord& check)
{
    constexpr char kLetters[] = {'F', 'B', 'I', 'W'};
    const auto kind = static_cast<std::size_t>(check.kind);
    const QChar letter = QLatin1Char(kind < sizeof kLetters ? kLetters[kind] : '?');
    return QString::number(check.stage) + letter + QString::number(check.microbatch);
}

} // namespace

QString checksText(const CheckTotals& checks)
{
    if (checks.compared == 0 && checks.named.empty())
        return {};
    const QString compared = QString::number(checks.compared);
    if (checks.different == 0 && checks.named.empty())
        return text(QT_TRANSLATE_NOOP("Run", "Ops computed twice in the bubbles: %1; all equal"))
            .arg(compared);
    QStringList lines;
    for (const DifferentOp& op : checks.named)
        lines << text(QT_TRANSLATE_NOOP("Run",
                                        "Rank %1, step %2, %3: the second run gave other bits; the "
                                        "memory or the arithmetic of that device is not to be "
                                        "trusted"))
                     .arg(op.rank)
                     .arg(op.check.step)
                     .arg(opText(op.check));
    lines << text(QT_TRANSLATE_NOOP("Run", "Ops computed twice in the bubbles: %1; different: %2"))
                 .arg(compared, QString::number(std::max<std::uint64_t>(checks.different,
                                                                        checks.named.size())));
    return lines.join(QLatin1Char('\n'));
}

QString verdictText(const RunSnapshot& run) { return checksText(run.checks); }

} // namespace gui
