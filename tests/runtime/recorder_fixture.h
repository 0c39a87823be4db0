// A collector for one recorder, and all that it was told.

#pragma once

#include "engine/runtime/recorder.h"
#include "telemetry/collector.h"
#include "tests/scratch_directory.h"

#include <gtest/gtest.h>

#include <thread>

namespace engine::test {

using namespace std::chrono_literals;

inline constexpr auto kPatience = 90s; // that only a hanging collector reaches

// A collector in a private directory, and all it was told.
class RecorderTest : public testing::Test {
protected:
    void SetUp() override
    {
        auto collector = telemetry::Collector::start({.run = 7,
                                                      .ranks = 2,
                                                      .rankEndpoint = "ipc://" + m_directory + "/r",
                                                      .logPath = m_directory + "/log"});
        ASSERT_TRUE(collector) << collector.error().message;
        m_collector = std::move(*collector);
    }

    void TearDown() override { m_collector.reset(); }

    Recorder open(telemetry::DetailLevel detail = telemetry::DetailLevel::Kernel) const
    {
        auto recorder = Recorder::open({.endpoint = "ipc://" + m_directory + "/r",
                                        .run = 7,
                                        .rank = 1,
                                        .ranks = 2,
                                        .shape = {2, 1, 4},
                                        .schedule = "1f1b",
                                        .device = "emulated",
                                        .emulated = true,
                                        .detail = detail});
        EXPECT_TRUE(recorder) << recorder.error().message;
        return std::move(*recorder);
    }

    // All records of one type, in order, once the rank has said goodbye.
    template <class Record>
    std::vector<Record> received()
    {
        const auto deadline = std::chrono::steady_clock::now() + kPatience;
        while (!goodbye() && std::chrono::steady_clock::now() < deadline) {
            m_collector->drain(m_frames, 100);
            std::this_thread::sleep_for(1ms);
        }
        std::vector<Record> all;
        for (const auto& frame : m_frames)
            if (const auto* records = std::get_if<std::vector<Record>>(&frame.body))
                all.insert(all.end(), records->begin(), records->end());
        return all;
    }

    std::optional<telemetry::Bye> goodbye() const
    {
        for (const auto& frame : m_frames)
            if (const auto* bye = std::get_if<telemetry::Bye>(&frame.body))
                return *bye;
        return std::nullopt;
    }

    const tests::ScratchDirectory m_scratch;
    const std::string m_directory = m_scratch.path();
    std::unique_ptr<telemetry::Collector> m_collector;
    std::vector<telemetry::Frame> m_frames;
};

} // namespace engine::test
