#include "telemetry/source_outlet.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace {

using telemetry::Frame;
using telemetry::SourceOutlet;
using telemetry::SourceState;

TEST(SourceOutlet, EndsOnlyOnceItsFramesAreDrained)
{
    SourceOutlet outlet(1 << 20);
    Frame frame;
    ASSERT_TRUE(outlet.push(frame));
    outlet.publish({.state = SourceState::Ended, .frames = 1});
    EXPECT_EQ(outlet.status().state, SourceState::Behind);

    std::vector<Frame> drained;
    EXPECT_EQ(outlet.drain(drained, 10), 1u);
    EXPECT_EQ(outlet.status().state, SourceState::Ended);
    EXPECT_EQ(outlet.status().frames, 1u);
}

TEST(SourceOutlet, KeepsWhatItKnewWhenItIsLost)
{
    SourceOutlet outlet(1 << 20);
    outlet.publish({.state = SourceState::Connected, .run = 7, .frames = 3});
    outlet.publishFault(SourceState::Lost, "the connection broke", std::runtime_error("why"));
    EXPECT_EQ(outlet.status().state, SourceState::Lost);
    EXPECT_EQ(outlet.status().sentence, "the connection broke: why");
    EXPECT_EQ(outlet.status().run, 7u);
    EXPECT_EQ(outlet.status().frames, 3u);
}

} // namespace
