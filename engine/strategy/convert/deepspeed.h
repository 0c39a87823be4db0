// The two directions of DeepSpeed's JSON. Internal to this folder.

#pragma once

#include "engine/strategy/convert/format.h"

namespace strategy {

// Such a file says how to train: batch, ZeRO, precision and optimizer. What the program's code
// decides instead, as where the model is cut into stages, is a remark in either direction.
ImportResult importDeepSpeed(const ImportInput& input);
ExportResult writeDeepSpeed(const Strategy& strategy, std::span<const KeptKey> kept);

// To twelve digits: so that a share of a rate, and the rate again, come out the same.
double toTwelveDigits(double value);

} // namespace strategy
