// Keeps the model the same while one chooses a schedule or its chunks: given costs are of one
// stage, and what a rank computes of the model is then divided over the stages it has.

#pragma once

#include "engine/strategy/strategy.h"

#include <QString>

namespace gui {

class ShareKeeper {
public:
    // The document's strategy is that one, and has no problems.
    void settle(const strategy::Strategy& sound);

    // Rescales the costs of `after` to the ranks' shares of the strategy settled last, unless they
    // were changed since, or the ranks are others. A sentence says so; empty where the costs are
    // what they were. What has no schedule yet is rescaled once it has one.
    QString keep(strategy::Strategy& after);

private:
    strategy::Strategy m_sound;
    std::optional<plan::Costs> m_kept; // the costs that keep() left
};

} // namespace gui
