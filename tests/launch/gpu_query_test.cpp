#include "engine/launch/gpu_query.h"
#include "tests/scratch_directory.h"

#include <cerrno>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/wait.h>

namespace launch {
namespace {

using namespace std::chrono_literals;

// Asked of a stand-in for the engine that does as the script says.
class GpuQuery : public testing::Test {
protected:
    Gpus ask(const std::string& script, std::chrono::milliseconds patience)
    {
        const std::filesystem::path engine = m_folder.path() / "engine";
        std::ofstream(engine) << "#!/bin/sh\n" << script;
        std::filesystem::permissions(engine, std::filesystem::perms::owner_all);
        return askForGpus(engine, processEnvironment(), patience);
    }

    static bool noProcessIsLeft() { return waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD; }

private:
    tests::ScratchDirectory m_folder;
};

constexpr const char* kAnswer
    = R"(echo '{"missing": "", "gpus": [{"name": "A", "memory_bytes": 7}]}'
)";

TEST_F(GpuQuery, ItsAnswerIsTheLastLineOfJson)
{
    const Gpus gpus = ask(std::string("echo a library says {hello}\n") + kAnswer, 60s);
    EXPECT_EQ(gpus.missing, "");
    ASSERT_EQ(gpus.gpus.size(), 1U);
    EXPECT_EQ(gpus.gpus[0].name, "A");
    EXPECT_EQ(gpus.gpus[0].memory, 7U);
    EXPECT_TRUE(noProcessIsLeft());
}

TEST_F(GpuQuery, WhoeverDoesNotAnswerIsEnded)
{
    const Gpus gpus = ask("exec /bin/sleep 600\n", 1s);
    EXPECT_EQ(gpus.missing,
              "the GPU's driver has not answered within 1 s; see dmesg and nvidia-smi");
    EXPECT_TRUE(noProcessIsLeft());
}

// As a driver may hang when it is left.
TEST_F(GpuQuery, WhoeverAnswersAndDoesNotEndIsEnded)
{
    const Gpus gpus = ask(std::string(kAnswer) + "exec /bin/sleep 600 >&- 2>&-\n", 1s);
    EXPECT_EQ(gpus.missing,
              "the GPU's driver has not answered within 1 s; see dmesg and nvidia-smi");
    EXPECT_TRUE(noProcessIsLeft());
}

TEST_F(GpuQuery, WhatIsNoAnswerIsSaid)
{
    EXPECT_TRUE(ask("echo nothing\n", 60s)
                    .missing.ends_with("engine --devices: it did not say which GPUs there are"));
}

} // namespace
} // namespace launch
