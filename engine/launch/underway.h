// One run from the moment that its folder is made until it is over: what its parts share.

#pragma once

#include "engine/launch/record_folder.h"
#include "engine/launch/run_directory.h"
#include "engine/launch/run_plan.h"
#include "engine/launch/run_record.h"
#include "engine/launch/run_request.h"
#include "telemetry/connection_file.h"

#include <string>

namespace launch {

struct Underway {
    RunPlan plan;
    RunRequest request;
    RunRecord record;
    RecordFolder folder;
    SessionDirectories session;
    SessionLocks locks;
    telemetry::RunKeys keys;      // with the endpoints, once they are bound
    std::string address;          // of this host, as the others reach it; empty: they need not
    bool directoryIsOurs = false; // we made it, so we may remove it
    bool goesBack = false;        // into Slurm's queue, once it has stopped
};

} // namespace launch
