// srun within a Slurm job.

#pragma once

#include "engine/launch/rank_launcher.h"

namespace launch {

class Srun final : public RankLauncher {
public:
    std::string_view program() const override { return "srun"; }
    bool ranksAreHere() const override { return false; }
    bool needsJob() const override { return true; }
    std::vector<std::string> arguments(const LaunchTarget& target) const override;
    Environment environment(const LaunchTarget& target, Environment kept) const override;
};

} // namespace launch
