// Which schedules a run could go over to between two steps: what it holds stays where it is.

#pragma once

#include "engine/plan/catalog.h"

#include <QList>
#include <QString>

namespace gui {

struct SwapChoice {
    QString name;  // "zb-h1"
    QString title; // "ZB-H1"
};

// Those of the catalogue with the same shape and the same placement as `running`, other than
// `name`. Pure; any thread. `stop`: nobody waits for the answer any more.
QList<SwapChoice> swapChoices(const plan::Schedule& running, const QString& name,
                              const plan::StopAsked& stop = {});

} // namespace gui
