// A strategy that has every field of the editor, and how a test sees them.

#pragma once

#include "engine/strategy/strategy.h"

#include <QWidget>

namespace gui::test {

// Four stages of six layers, on 32 devices in nodes of eight: the job leaves its node.
inline strategy::Strategy wide()
{
    strategy::Strategy made;
    made.model.emplace();
    made.model->layers = 24;
    made.parallel.tensor = 8;
    made.parallel.sequence = true;
    made.parallel.pipeline = 4;
    made.batch.global = 16;
    made.cluster.device = "a100-80gb";
    return made;
}

// Of a field of the editor; `input` stands in the row.
inline bool isShown(const QWidget* input) { return !input->parentWidget()->isHidden(); }

} // namespace gui::test
