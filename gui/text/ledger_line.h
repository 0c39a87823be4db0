// The lines of a ledger (engine/plan/ledger.h), in the language of the window.

#pragma once

#include "engine/plan/ledger.h"

#include <QString>

namespace gui {

QString ledgerLineName(plan::LedgerLine line);

} // namespace gui
