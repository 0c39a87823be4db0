// Which schedules a run could go over to between two steps: those that keep every stage on its
// rank, so that what the ranks hold stays where it is. Pure functions, for a thread.

#pragma once

#include "engine/plan/catalog.h"
#include "gui/document/prediction.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace gui {

struct SwapChoice {
    QString name;  // "zb-h1"
    QString title; // "ZB-H1"
};

// What the step of the strategy would be under a schedule.
struct SwapEffect {
    QString name; // of the schedule
    plan::Nanoseconds step{};
    double bubbleFraction = 0;
};

// Of each schedule that can be made, by the prediction that the window would then show. `as`: how
// it predicts the run, whatever its schedule. Pure; any thread; after `stop` the rest is left out.
QList<SwapEffect> swapEffects(const strategy::Strategy& strategy, PredictedAs as,
                              const QStringList& names, const plan::StopAsked& stop = {});

// Those of the catalogue with the same shape and the same placement as `running`, other than
// `name`. Pure; any thread. `stop`: nobody waits for the answer any more.
QList<SwapChoice> swapChoices(const plan::Schedule& running, const QString& name,
                              const plan::StopAsked& stop = {});

} // namespace gui
