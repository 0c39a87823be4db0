// An order in a CSV, read and brought into the form in which a strategy holds it.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/strategy/order_rows.h"

#include <QString>

namespace gui {

struct OrderFile {
    QString problem; // a sentence, translated; empty: it was read, and can run
    plan::Shape shape{};
    strategy::OrderRows rows{};
};

// Of PyTorch's schedule CSV. Takes a second or two for the largest file; any thread.
OrderFile readOrderFile(const QString& path);

} // namespace gui
