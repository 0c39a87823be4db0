#include "gui/text/ledger_line.h"

#include <QCoreApplication>

#include <array>

namespace gui {
namespace {

constexpr std::array<const char*, plan::kLedgerLines> kLedgerLineNames = {
    QT_TRANSLATE_NOOP("Ledger", "forward"),
    QT_TRANSLATE_NOOP("Ledger", "backward"),
    QT_TRANSLATE_NOOP("Ledger", "input gradient"),
    QT_TRANSLATE_NOOP("Ledger", "weight gradient"),
    QT_TRANSLATE_NOOP("Ledger", "recomputation"),
    QT_TRANSLATE_NOOP("Ledger", "exposed transfer"),
    QT_TRANSLATE_NOOP("Ledger", "exposed collective"),
    QT_TRANSLATE_NOOP("Ledger", "optimizer"),
    QT_TRANSLATE_NOOP("Ledger", "warm-up bubble"),
    QT_TRANSLATE_NOOP("Ledger", "steady bubble"),
    QT_TRANSLATE_NOOP("Ledger", "cool-down bubble"),
    QT_TRANSLATE_NOOP("Ledger", "unexplained"),
};

} // namespace

QString ledgerLineName(plan::LedgerLine line)
{
    return QCoreApplication::translate("Ledger", kLedgerLineNames[static_cast<std::size_t>(line)]);
}

} // namespace gui
