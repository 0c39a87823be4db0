#include "gui/exchange/loss_report.h"

#include "gui/text/joined.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace gui {
namespace {

QString lossText(const char* source) { return QCoreApplication::translate("LossReport", source); }

} // namespace

QString lossWord(strategy::Remark::Kind kind)
{
    switch (kind) {
    case strategy::Remark::Kind::Ignored:
        return lossText(QT_TRANSLATE_NOOP("LossReport", "ignored"));
    case strategy::Remark::Kind::Kept:
        return lossText(QT_TRANSLATE_NOOP("LossReport", "kept"));
    case strategy::Remark::Kind::Unknown:
        return lossText(QT_TRANSLATE_NOOP("LossReport", "unknown"));
    case strategy::Remark::Kind::Unresolved:
        return lossText(QT_TRANSLATE_NOOP("LossReport", "not resolved"));
    case strategy::Remark::Kind::Approximated:
        return lossText(QT_TRANSLATE_NOOP("LossReport", "approximated"));
    case strategy::Remark::Kind::Assumed:
        return lossText(QT_TRANSLATE_NOOP("LossReport", "assumed"));
    case strategy::Remark::Kind::NotExpressible:
        return lossText(QT_TRANSLATE_NOOP("LossReport", "not expressible"));
    }
    return {};
}

QString lossSummary(const LossReport& report)
{
    QStringList parts;
    for (const auto kind : {strategy::Remark::Kind::Unknown, strategy::Remark::Kind::Unresolved,
                            strategy::Remark::Kind::Assumed, strategy::Remark::Kind::Approximated,
                            strategy::Remark::Kind::Ignored, strategy::Remark::Kind::Kept,
                            strategy::Remark::Kind::NotExpressible})
        if (const auto count
            = std::count_if(report.remarks.begin(), report.remarks.end(),
                            [kind](const auto& remark) { return remark.kind == kind; });
            count > 0)
            parts << lossText(QT_TRANSLATE_NOOP("LossReport", "%1 %2"))
                         .arg(QString::number(count), lossWord(kind));
    return parts.isEmpty()
        ? lossText(QT_TRANSLATE_NOOP("LossReport", "%1: nothing was lost")).arg(report.format)
        : labelled(report.format, enumerated(parts));
}

} // namespace gui
