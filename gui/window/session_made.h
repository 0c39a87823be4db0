// Comparisons, searches and sweeps as tabs of a session: what was made from others that are open.

#pragma once

#include "gui/exchange/foreign_file.h"
#include "gui/window/session.h"

#include <QStringList>

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace gui {

class OpenItem;

// Whether it is one of them; else it is a document.
bool isMade(const OpenItem& item);

// What it was made from, as far as that is open.
std::vector<const OpenItem*> madeFrom(const OpenItem& item);

// What leads to it again. `tabOf`: the tab of a strategy; -1: it is not kept. Of a comparison those
// steps are left out whose strategies are closed or not kept; a tab without sources is not worth
// keeping.
SessionTab madeTab(const OpenItem& item, const std::function<int(const OpenItem*)>& tabOf);

using TracesByFolder = std::map<QString, std::shared_ptr<const ForeignTrace>>;

// The way back. `itemOf`: what stands in that tab; null: nothing does. Names what is gone in
// `missing`. Null: nothing is left of it.
std::unique_ptr<OpenItem> makeAgain(const SessionTab& tab,
                                    const std::function<OpenItem*(int)>& itemOf,
                                    const TracesByFolder& traces, QStringList& missing);

} // namespace gui
