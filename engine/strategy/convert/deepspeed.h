// The two directions of DeepSpeed's JSON. Internal to this folder.

#pragma once

#include "engine/strategy/convert/format.h"

namespace strategy {

ImportResult importDeepSpeed(const ImportInput& input);
ExportResult writeDeepSpeed(const Strategy& strategy, std::span<const KeptKey> kept);

// To twelve digits: so that a share of a rate, and the rate again, come out the same.
double toTwelveDigits(double value);

} // namespace strategy
