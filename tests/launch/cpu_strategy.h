// A tiny model for runs with --device cpu, on two ranks.

#pragma once

#include "tests/launch/program/program_run.h"

#include <fstream>

namespace launch_test {

struct CpuStrategy {
    std::string parallel = "{pipeline: 2}";
    std::string training = "{learning_rate: 0.003}";
};

inline std::filesystem::path write(const Program& program, const std::string& name,
                                   const CpuStrategy& strategy = {})
{
    const auto file = program.root / name;
    std::ofstream(file) << "bubblescope: 1\nname: tiny\n"
                           "model: {layers: 4, hidden: 32, heads: 4, vocab: 256, sequence: 32}\n"
                        << "parallel: " << strategy.parallel << "\n"
                        << "batch: {micro: 2, global: 16}\nschedule: {name: 1f1b}\n"
                        << "training: " << strategy.training << "\n";
    return file;
}

} // namespace launch_test
