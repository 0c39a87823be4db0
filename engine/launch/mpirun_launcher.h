// What the three ways to use mpirun have in common.

#pragma once

#include "engine/launch/rank_launcher.h"

namespace launch {

class Mpirun : public RankLauncher {
public:
    std::string_view program() const final { return "mpirun"; }
    std::vector<std::string> arguments(const LaunchTarget& target) const final;
    Environment environment(const LaunchTarget& target, Environment kept) const final;

protected:
    // Appends what this way of its own needs, before the number of processes.
    virtual void appendOwn(const LaunchTarget& target,
                           std::vector<std::string>& arguments) const = 0;

    static void setParameter(std::vector<std::string>& arguments, std::string name,
                             std::string value);
};

class LocalMpirun final : public Mpirun {
public:
    bool ranksAreHere() const override { return true; }
    bool needsJob() const override { return false; }

protected:
    void appendOwn(const LaunchTarget& target, std::vector<std::string>& arguments) const override;
};

// Of several hosts.
class RemoteMpirun : public Mpirun {
public:
    bool ranksAreHere() const final { return false; }

protected:
    void appendOwn(const LaunchTarget& target, std::vector<std::string>& arguments) const override;
};

class SshMpirun final : public RemoteMpirun {
public:
    bool needsJob() const override { return false; }

protected:
    void appendOwn(const LaunchTarget& target, std::vector<std::string>& arguments) const override;
};

class AllocationMpirun final : public RemoteMpirun {
public:
    bool needsJob() const override { return true; }
};

} // namespace launch
