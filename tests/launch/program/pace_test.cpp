// What emulated runs keep to, and what is said where they cannot.

#include "tests/launch/program/program_run.h"

#include <fstream>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace launch_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// Of four ranks, with a step of the cost model's that is neither watchable nor on this machine.
fs::path modelled(const Program& program)
{
    const fs::path file = program.root / "model.yaml";
    std::ofstream(file)
        << "bubblescope: 1\nname: Modelled\n"
           "model: {layers: 96, hidden: 12288, heads: 96, vocab: 51200, sequence: 2048}\n"
           "parallel: {pipeline: 4, tensor: 8}\nbatch: {micro: 1, global: 24}\n"
           "schedule: {name: 1f1b}\ncluster: {devices: 32, device: a100-80gb}\n";
    return file;
}

Json asJson(const std::string& text) { return Json::parse(text, nullptr, false); }

// What the other places say of the last run.
void expectEverywhere(const Program& program, const Json& report)
{
    const Json list = asJson(program.run({"list", "--json"}).out)[0];
    EXPECT_EQ(list["predicted"], report["predicted"]);
    const Json replay = asJson(program.run({"replay", "last", "--json", "-"}).out);
    EXPECT_EQ(replay["predicted"], report["predicted"]);
    EXPECT_EQ(replay["measured"], report["measured"]);
    EXPECT_EQ(replay["warnings"], report["warnings"]);
    std::ifstream stream(fs::path(list["directory"].get<std::string>()) / "run.json");
    const Json record = Json::parse(stream, nullptr, false);
    EXPECT_EQ(record["predicted"], report["predicted"]);
    EXPECT_EQ(record["pace_warning"], list["pace_warning"]);
}

TEST(Pace, AnEmulatedRunOfAModelKeepsToTheModelsTimesAtAScaleThatIsSaid)
{
    const Program program{BUBBLESCOPE_BIN};
    const fs::path file = modelled(program);
    const Json estimate
        = asJson(program.run({"estimate", file, "--format", "json"}, "bubblescope-plan").out);
    const double whole = estimate["step_seconds"];
    const Finished run = program.run({file, "--device", "emulated", "--steps", "2", "--json", "-"});
    ASSERT_EQ(run.code, 0) << run.err;
    const Json report = asJson(run.out);
    const Json& predicted = report["predicted"];
    EXPECT_DOUBLE_EQ(predicted["unscaled_step_seconds"], whole);
    const double scale = predicted["time_scale"];
    const double seconds = predicted["step_seconds"];
    EXPECT_GT(scale, 1);
    EXPECT_NEAR(seconds * scale, whole, 1e-5 * whole);
    EXPECT_GE(seconds, 0.3);
    EXPECT_LE(seconds, 1.01);
    EXPECT_NEAR(predicted["bubble_fraction"].get<double>(),
                estimate["bubble_fraction"].get<double>(), 1e-4);
    EXPECT_EQ(predicted["source"].get<std::string>().find("the cost model"), 0U);
    for (const Json& step : report["steps"]) // no rank ends before it is due
        EXPECT_GE(step["seconds"].get<double>(), 0.99 * seconds) << step;
    const std::string stands = "1 s stands for " + predicted["time_scale"].dump() + " s";
    EXPECT_NE(run.err.find(stands), std::string::npos) << run.err;
    const std::string listed = program.run({"list"}).out;
    EXPECT_NE(listed.find("emulated, " + stands), std::string::npos) << listed;
    const std::string trace = program.run({"export", "last", "--format", "chrome"}).out;
    EXPECT_NE(trace.find(stands), std::string::npos) << trace.substr(0, 300);
    expectEverywhere(program, report);
}

// Of two ranks, whose messages an emulated run sends whole.
fs::path smallModel(const Program& program, const char* framework)
{
    const fs::path file = program.root / "small.yaml";
    std::ofstream(file) << "bubblescope: 1\nname: Small\n"
                           "model: {layers: 4, hidden: 64, heads: 4, vocab: 512, sequence: 64}\n"
                           "parallel: {pipeline: 2, tensor: 4}\nbatch: {micro: 1, global: 4}\n"
                           "schedule: {name: 1f1b}\ncluster: {devices: 8, device: a100-80gb}\n"
                           "kernels: {framework: "
                        << framework << "}\n";
    return file;
}

TEST(Pace, AMessageHasTheBytesThatTheCostsCharge)
{
    const Program program{BUBBLESCOPE_BIN};
    // Two bytes a number. Frameworks send what a tensor rank has to send, our own ranks all that
    // they hold.
    for (const auto& [framework, bytes] :
         std::map<const char*, int>{{"megatron", 2 * 64 * 64 / 4}, {"bubblescope", 2 * 64 * 64}}) {
        SCOPED_TRACE(framework);
        const fs::path file = smallModel(program, framework);
        const Json estimate
            = asJson(program.run({"estimate", file, "--format", "json"}, "bubblescope-plan").out);
        EXPECT_EQ(estimate["message_bytes"], bytes);
        // Slowed down, so that no message is cut.
        const Finished run = program.run(
            {file, "--device", "emulated", "--steps", "1", "--time-scale", "0.05", "--json", "-"});
        ASSERT_EQ(run.code, 0) << run.err;
        const Json report = asJson(run.out);
        EXPECT_EQ(report["predicted"]["message_bytes"], bytes);
        EXPECT_NE(run.err.find(fmt::format("messages of {} bytes for {}", bytes, bytes)),
                  std::string::npos)
            << run.err;
        EXPECT_EQ(bytesSent(program), std::set<std::string>{std::to_string(bytes)});
        expectEverywhere(program, report);
    }
}

TEST(Pace, CostsFittedToAScaledRunAreThoseOfWhatItStandsFor)
{
    const Program program{BUBBLESCOPE_BIN};
    const fs::path file = modelled(program);
    const fs::path folder = program.root / "run";
    const fs::path fitted = program.root / "fitted.yaml";
    ASSERT_EQ(program.run({file, "--device", "emulated", "--steps", "2", "--record", folder}).code,
              0);
    const Finished calibrated = program.run(
        {"calibrate", folder, file, "-o", fitted, "--format", "json"}, "bubblescope-plan");
    ASSERT_EQ(calibrated.code, 0) << calibrated.err;
    EXPECT_NE(calibrated.err.find("1 s stands for "), std::string::npos) << calibrated.err;
    const Json found = asJson(calibrated.out);
    const auto estimated = [&](const fs::path& strategy) {
        return asJson(
            program.run({"estimate", strategy, "--format", "json"}, "bubblescope-plan").out);
    };
    const double whole = estimated(file)["step_seconds"];
    EXPECT_GT(found["time_scale"], 1);
    EXPECT_GE(found["measured_step_seconds"].get<double>() * found["time_scale"].get<double>(),
              0.99 * whole);
    const double again = estimated(fitted)["step_seconds"];
    const double predicted
        = found["predicted_step_seconds"].get<double>() * found["time_scale"].get<double>();
    EXPECT_NEAR(again, predicted, 1e-3 * predicted);
}

TEST(Pace, TheScaleCanBeChosenAndIsRefusedWhereNothingIsPaced)
{
    const Program program{BUBBLESCOPE_BIN};
    const Finished run = program.run({program.strategy(), "--device", "emulated", "--steps", "2",
                                      "--time-scale", "0.25", "--json", "-"});
    ASSERT_EQ(run.code, 0) << run.err;
    const Json predicted = asJson(run.out)["predicted"];
    EXPECT_DOUBLE_EQ(predicted["step_seconds"], 0.132);
    EXPECT_DOUBLE_EQ(predicted["unscaled_step_seconds"], 0.033);
    EXPECT_DOUBLE_EQ(predicted["time_scale"], 0.25);
    EXPECT_EQ(predicted["source"], "the costs given");
    for (const char* scale : {"0", "-1", "nan", "1e7", "x"})
        EXPECT_EQ(program.run({program.strategy(), "--time-scale", scale}).code, 2) << scale;
    EXPECT_EQ(program.run({program.strategy(), "--device", "cpu", "--time-scale", "2"}).code, 2);
}

// Ops of 1 us and messages of 256 KiB: nobody wakes up that often.
TEST(Pace, WhatCouldNotKeepUpSaysSoWhereverTheDifferenceIsShown)
{
    const Program program{BUBBLESCOPE_BIN};
    const fs::path file = program.root / "short.yaml";
    std::ofstream(file) << "bubblescope: 1\nparallel: {pipeline: 4}\n"
                           "batch: {micro: 1, global: 16}\nschedule: {name: 1f1b}\n"
                           "costs: {forward: 1, input_grad: 1, weight_grad: 1, transfer: 0}\n";
    const Finished run = program.run({file, "--steps", "3", "--json", "-"});
    ASSERT_EQ(run.code, 0) << run.err;
    const Json report = asJson(run.out);
    ASSERT_FALSE(report["warnings"].empty()) << report;
    const std::string warning = report["warnings"].back();
    EXPECT_EQ(warning.find("the emulation could not keep up: "), 0U) << warning;
    expectEverywhere(program, report);
    EXPECT_EQ(asJson(program.run({"list", "--json"}).out)[0]["pace_warning"], warning);
    EXPECT_NE(program.run({"list"}).out.find(warning), std::string::npos);
    const Finished replay = program.run({"replay", "last"});
    EXPECT_NE(replay.err.find(warning), std::string::npos) << replay.err;
    // Nor does a step's own line show the difference without the word.
    EXPECT_NE(replay.err.find("could not keep up  dropped"), std::string::npos) << replay.err;
}

} // namespace
} // namespace launch_test
