// bubblescope-run beside stand-ins for the engine and mpirun.

#pragma once

#include "tests/launch/program/program_run.h"

#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace launch_test {

inline void writeScript(const std::filesystem::path& file, const std::string& text)
{
    std::ofstream(file) << "#!/bin/bash\n" << text;
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
}

// bubblescope-run with a stand-in for the engine beside it and one for mpirun in PATH.
class BadInput : public testing::Test {
protected:
    BadInput()
    {
        const std::filesystem::path programs = program.root / "bin";
        std::filesystem::create_directory(programs);
        std::filesystem::copy_file(std::filesystem::path(BUBBLESCOPE_BIN) / "bubblescope-run",
                                   programs / "bubblescope-run");
        writeScript(programs / "bubblescope-engine", "exit 0\n");
        writeScript(programs / "mpirun", "exit 0\n");
        program.bin = programs;
        program.path = programs.string() + ":" + program.path;
    }

    void expectNothingLeft() const
    {
        EXPECT_TRUE(program.runs().empty());
        std::error_code error;
        const std::filesystem::path sockets
            = program.root / ("bubblescope-" + std::to_string(getuid()));
        EXPECT_TRUE(std::filesystem::directory_iterator(sockets, error)
                    == std::filesystem::directory_iterator());
    }

    Program program{BUBBLESCOPE_BIN};
};

} // namespace launch_test
