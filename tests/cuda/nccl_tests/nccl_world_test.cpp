// What goes wrong among GPUs: each is a sentence within the patience, every communicator is aborted
// once, and the flight record says what hung.

#include "engine/runtime/cuda/nccl_check.h"
#include "engine/runtime/cuda/nccl_transport.h"
#include "tests/cuda/nccl_tests/gpu_rank.h"
#include "tests/runtime/shared_clock.h"
#include "tests/scratch_directory.h"

#include <gtest/gtest.h>

#include <barrier>
#include <fstream>
#include <latch>

#include <nlohmann/json.hpp>

namespace gpu::test {
namespace {

// Options of the fake, for one test.
class Nccl {
public:
    explicit Nccl(const fake::NcclOptions& options)
    {
        fake::Device::setOptions({});
        fake::setNcclOptions(options);
    }
    ~Nccl() { fake::setNcclOptions({}); }
    Nccl(const Nccl&) = delete;
    Nccl& operator=(const Nccl&) = delete;
};

nlohmann::json recordIn(const std::filesystem::path& folder, int rank)
{
    std::ifstream file(folder / ("flight-rank-" + std::to_string(rank) + ".json"));
    return nlohmann::json::parse(file, nullptr, false);
}

// A sum over a group on floats that stay with the device.
plan::Outcome sum(GpuRank& gpu, engine::Communicator& group)
{
    const engine::DeviceAddress memory = gpu.store.take(400);
    gpu.store.fill({memory, 400}, std::byte{0});
    gpu.lanes.wait(group.lane(), gpu.lanes.mark(engine::kComputeLane));
    return engine::finish(
        group.allReduce(engine::DeviceSpan<float>{memory, 100}, engine::ReduceOp::Sum));
}

TEST(NcclWorld, ACommunicatorThatDoesNotComeAboutIsASentenceAfterItsHandshake)
{
    const Nccl nccl({.neverComes = "dp"});
    engine::test::SharedClock clock(2);
    GpuRun run{.ranks = 2, .clock = clock, .options = {.handshake = 3s}, .hostPatience = 3600s};
    onGpus(run, [&](GpuRank& gpu) {
        const auto tensor = gpu.group("tp", {0, 1});
        const auto before = clock.now();
        const auto data = gpu.tryGroup("dp", {0, 1});
        EXPECT_FALSE(data);
        EXPECT_GE(clock.now() - before, 3s);
        EXPECT_LT(clock.now() - before, 4s);
        EXPECT_NE(data.error().message.find(
                      "dp (rank " + std::to_string(gpu.rank)
                      + " of 2): not all of its GPUs came together within 3.0 s; none of its "
                        "ranks came through. Run with NCCL_DEBUG=INFO"),
                  std::string::npos)
            << data.error().message;
        // It is the end of the others, too.
        EXPECT_EQ(sum(gpu, *tensor).error().message, data.error().message);
        clock.leave();
    });
    EXPECT_EQ(fake::ncclCounts().aborted, 4);
    EXPECT_EQ(fake::ncclCounts().destroyed, 0);
}

TEST(NcclWorld, AMemberThatFailsToComeIsNamedToTheOthers)
{
    const Nccl nccl({});
    engine::SystemClock clock;
    GpuRun run{.ranks = 2, .clock = clock};
    std::barrier<> bothHere(2);
    const auto why = onGpus(run, [&](GpuRank& gpu) {
        if (gpu.rank == 1) {
            // All that it says is that it has failed: the others cannot know more than NCCL does.
            const auto host = gpu.host("tp", {0, 1});
            std::array<std::byte, sizeof(ncclUniqueId) + sizeof(bool)> told{};
            EXPECT_TRUE(finish(host->broadcast(told, 0)));
            std::byte own{1};
            std::array<std::byte, 2> all{};
            EXPECT_TRUE(finish(host->allGather({&own, 1}, all)));
            return;
        }
        run.options.handshake = 50ms;
        GpuRank patient(run, 0);
        const auto group = patient.tryGroup("tp", {0, 1});
        EXPECT_FALSE(group);
        EXPECT_NE(group.error().message.find("of its ranks these could not begin, and say why: 1"),
                  std::string::npos)
            << group.error().message;
    });
    EXPECT_EQ(why, std::vector<std::string>(2));
}

TEST(NcclWorld, AnOlderLibraryIsNamed)
{
    const Nccl nccl({.version = 21602});
    const auto checked = checkNcclVersion();
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().message,
              "NCCL 2.16.2 is here, and GPUs need 2.18.1 or later to exchange what they compute: "
              "install a newer libnccl2");
}

TEST(NcclWorld, WhatIsClosedIsDestroyedOnceAndNeverAborted)
{
    const Nccl nccl({});
    engine::SystemClock clock;
    GpuRun run{.ranks = 3, .clock = clock};
    const auto why = onGpus(run, [](GpuRank& gpu) {
        const auto tensor = gpu.group("tp", {0, 1, 2});
        const auto data = gpu.group("dp", {2, 1, 0});
        EXPECT_TRUE(sum(gpu, *tensor));
        EXPECT_TRUE(gpu.world->close());
        EXPECT_TRUE(gpu.world->close());
        gpu.world.reset();
    });
    EXPECT_EQ(why, std::vector<std::string>(3));
    EXPECT_EQ(fake::ncclCounts().made, 6);
    EXPECT_EQ(fake::ncclCounts().destroyed, 6);
    EXPECT_EQ(fake::ncclCounts().aborted, 0);
}

TEST(NcclWorld, WhatIsNotClosedIsAbortedOnce)
{
    const Nccl nccl({});
    engine::SystemClock clock;
    GpuRun run{.ranks = 2, .clock = clock};
    onGpus(run, [](GpuRank& gpu) {
        gpu.group("tp", {0, 1});
        gpu.group("dp", {0, 1});
    });
    EXPECT_EQ(fake::ncclCounts().aborted, 4);
    EXPECT_EQ(fake::ncclCounts().destroyed, 0);
}

// Rank 0 sums twice in "tp", rank 1 once, and lives on.
TEST(NcclWorld, ACollectiveThatHangsIsOverAfterThePatienceAndIsInTheRecord)
{
    const Nccl nccl({});
    const tests::ScratchDirectory scratch;
    engine::test::SharedClock clock(2);
    GpuRun run{.ranks = 2,
               .clock = clock,
               .options = {.patience = 3600s, .records = scratch.path()},
               .hostPatience = 3600s};
    std::latch recorded(1);
    const auto why = onGpus(run, [&](GpuRank& gpu) {
        const auto data = gpu.group("dp", {0, 1});
        const auto tensor = gpu.group("tp", {0, 1});
        gpu.world->beginStep(7);
        EXPECT_TRUE(sum(gpu, *tensor));
        if (gpu.rank == 1) {
            EXPECT_TRUE(gpu.lanes.await(gpu.lanes.mark(tensor->lane())));
            clock.leave();
            recorded.wait();
            gpu.world->keepRecord("told to stop");
            gpu.world->keepRecord("and again");
            return;
        }
        gpu.world->setWitness([] {
            return engine::Standing{
                .step = 7, .op = plan::Op{1, plan::OpKind::Forward, 3}, .awaits = 5};
        });
        gpu.world->setPatience(1s);
        EXPECT_TRUE(sum(gpu, *tensor));
        EXPECT_TRUE(sum(gpu, *tensor)); // waits for its turn
        const auto before = clock.now();
        const auto waited = gpu.lanes.await(gpu.lanes.mark(tensor->lane()));
        ASSERT_FALSE(waited);
        EXPECT_LT(clock.now() - before, 2s);
        EXPECT_EQ(waited.error().message,
                  "tp (rank 0 of 2): the all-reduce of 400 bytes was not over within 1.0 s; a "
                  "rank of the group is stuck or gone");
        EXPECT_EQ(gpu.world->close().error().message, waited.error().message);
        EXPECT_EQ(fake::ncclCounts().aborted, 2);
        recorded.count_down();
        clock.leave();
    });
    EXPECT_EQ(why, std::vector<std::string>(2));
    EXPECT_EQ(fake::ncclCounts().aborted, 4); // those of rank 1, at its end

    const nlohmann::json record = recordIn(scratch.path(), 0);
    ASSERT_TRUE(record.is_object());
    EXPECT_EQ(record["bubblescope_flight_record"], 1);
    EXPECT_EQ(record["rank"], 0);
    EXPECT_EQ(record["late"], true);
    EXPECT_EQ(record["step"], 7);
    EXPECT_EQ(record["op"], "1F3");
    EXPECT_EQ(record["awaits"], 5);
    const nlohmann::json other = recordIn(scratch.path(), 1);
    EXPECT_EQ(other["reason"], "told to stop");
    EXPECT_EQ(other["late"], false);
    for (std::size_t i = 0; i < 2; ++i)
        EXPECT_EQ(other["communicators"][i]["identity"], record["communicators"][i]["identity"]);
    EXPECT_NE(record["communicators"][0]["identity"], record["communicators"][1]["identity"]);
    const nlohmann::json& tensor = record["communicators"][1];
    EXPECT_EQ(tensor["name"], "tp");
    EXPECT_EQ(tensor["count"], 4);
    const nlohmann::json& operations = tensor["operations"];
    ASSERT_EQ(operations.size(), 4U);
    EXPECT_EQ(operations[0]["what"], "warm-up");
    const char* const states[] = {"over", "over", "started", "queued"};
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_EQ(operations[i]["state"], states[i]) << i;
    EXPECT_EQ(operations[2]["what"], "all-reduce");
    EXPECT_EQ(operations[2]["step"], 7);
    EXPECT_EQ(operations[2]["bytes"], 400);
    EXPECT_EQ(operations[2]["number"], 3);
    EXPECT_GE(operations[2]["start_ns"], operations[1]["end_ns"]);
    EXPECT_FALSE(operations[2].contains("end_ns"));
    EXPECT_EQ(record["communicators"][0]["operations"].back()["state"], "over");
    // For this user alone.
    EXPECT_EQ(std::filesystem::status(scratch.path() / "flight-rank-0.json").permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST(NcclWorld, AnErrorOfTheNetworkEndsAllCommunicatorsOnceAndIsInTheRecord)
{
    const Nccl nccl({});
    const tests::ScratchDirectory scratch;
    engine::SystemClock clock;
    GpuRun run{.ranks = 2, .clock = clock, .options = {.records = scratch.path()}};
    std::barrier<> both(2);
    onGpus(run, [&](GpuRank& gpu) {
        const auto tensor = gpu.group("tp", {0, 1});
        const auto data = gpu.group("dp", {0, 1});
        both.arrive_and_wait();
        if (gpu.rank == 1) {
            both.arrive_and_wait();
            return;
        }
        EXPECT_TRUE(sum(gpu, *tensor)); // which rank 1 never joins
        fake::plantNcclError("dp", ncclRemoteError, "connection closed by remote peer");
        const auto waited = gpu.lanes.await(gpu.lanes.mark(tensor->lane()));
        ASSERT_FALSE(waited);
        EXPECT_EQ(waited.error().message,
                  "NCCL cannot go on in dp: remote process exited or there was a network error: "
                  "connection closed by remote peer");
        EXPECT_EQ(sum(gpu, *tensor).error().message, waited.error().message);
        EXPECT_EQ(sum(gpu, *data).error().message, waited.error().message);
        EXPECT_EQ(fake::ncclCounts().aborted, 2);
        both.arrive_and_wait();
    });
    EXPECT_EQ(fake::ncclCounts().aborted, 4);
    EXPECT_EQ(recordIn(scratch.path(), 0)["communicators"].size(), 2U);
}

TEST(NcclWorld, ARecordThatCannotBeWrittenIsSaidBesideTheFailure)
{
    const Nccl nccl({});
    const tests::ScratchDirectory scratch;
    engine::SystemClock clock;
    GpuRun run{.ranks = 2, .clock = clock, .options = {.records = scratch.path() / "gone"}};
    std::barrier<> both(2);
    onGpus(run, [&](GpuRank& gpu) {
        const auto group = gpu.group("tp", {0, 1});
        both.arrive_and_wait();
        if (gpu.rank == 0) {
            EXPECT_TRUE(sum(gpu, *group)); // which rank 1 never joins
            fake::plantNcclError("tp", ncclSystemError, "");
            const auto summed = gpu.lanes.await(gpu.lanes.mark(group->lane()));
            ASSERT_FALSE(summed);
            EXPECT_NE(summed.error().message.find("; no record of that could be made: "),
                      std::string::npos)
                << summed.error().message;
            EXPECT_NE(summed.error().message.find("cannot be written: No such file"),
                      std::string::npos);
        }
        both.arrive_and_wait();
    });
}

// All communicators of a rank at work at once, in differing orders: they fit with the blocks that
// each is given, and wait for each other for ever with more.
std::vector<std::string> crossed(int blocks)
{
    engine::SystemClock clock;
    GpuRun run{.ranks = 2, .clock = clock, .options = {.blocks = blocks}};
    return onGpus(run, [](GpuRank& gpu) {
        std::vector<std::unique_ptr<engine::Communicator>> groups;
        groups.reserve(10);
        for (int i = 0; i < 10; ++i)
            groups.push_back(gpu.group("group " + std::to_string(i), {0, 1}));
        if (gpu.rank == 1)
            std::reverse(groups.begin(), groups.end());
        for (const auto& group : groups) {
            EXPECT_TRUE(sum(gpu, *group));
            for (int i = 0; i < 10; ++i) // it has begun where it can
                fake::Device::own().runSomething();
        }
        if (cudaDeviceSynchronize() == cudaSuccess) {
            EXPECT_TRUE(gpu.world->close());
        }
    });
}

TEST(NcclWorld, AllCommunicatorsOfARankAreAtWorkAtOnce)
{
    const Nccl nccl({});
    EXPECT_EQ(crossed(blocksOfEach(132, 10)), std::vector<std::string>(2));
    for (const std::string& why : crossed(32))
        EXPECT_NE(why.find("no rank can go on"), std::string::npos) << why;
}

} // namespace
} // namespace gpu::test
