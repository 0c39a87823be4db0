// The functions of CUPTI, NVIDIA's library that traces what a GPU does, found by their names.
//
// It is a part of the toolkit rather than of the driver, so it may be missing where programs run;
// and once it is loaded it costs, so it is loaded only where somebody has asked for it.

#pragma once

#include "engine/plan/result.h"

#include <string>

#include <cupti.h>

namespace gpu::cupti {

struct Functions {
    decltype(&cuptiGetVersion) getVersion = nullptr;
    decltype(&cuptiGetResultString) getResultString = nullptr;
    decltype(&cuptiGetTimestamp) getTimestamp = nullptr;
    decltype(&cuptiActivityEnable) enable = nullptr;
    decltype(&cuptiActivityDisable) disable = nullptr;
    decltype(&cuptiActivitySetAttribute) setAttribute = nullptr;
    decltype(&cuptiActivityRegisterCallbacks) registerCallbacks = nullptr;
    decltype(&cuptiActivityGetNextRecord) getNextRecord = nullptr;
    decltype(&cuptiActivityGetNumDroppedRecords) getDropped = nullptr;
    decltype(&cuptiActivityFlushAll) flushAll = nullptr;
    decltype(&cuptiActivityPushExternalCorrelationId) pushId = nullptr;
    decltype(&cuptiActivityPopExternalCorrelationId) popId = nullptr;
};

// The library stays loaded. The error is a sentence without a full stop.
plan::Result<Functions> functionsOf(const std::string& library);

} // namespace gpu::cupti
