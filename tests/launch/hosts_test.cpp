#include "engine/launch/allocation.h"
#include "engine/launch/hostfile.h"
#include "engine/launch/hosts/host_list.h"
#include "engine/launch/hosts/rank_hosts.h"
#include "engine/launch/rank_launcher.h"
#include "tests/scratch_directory.h"

#include <algorithm>
#include <fstream>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

using namespace launch;

namespace {

std::vector<std::string> expanded(const std::string& list)
{
    const auto names = expandHostList(list);
    return names ? *names : std::vector<std::string>{names.error().message};
}

Hosts placed(int ranks, const Hosts& hosts, int perHost = 0)
{
    const auto result = placeRanks(ranks, hosts, perHost);
    return result ? *result : Hosts{{result.error().message, -1}};
}

} // namespace

TEST(HostList, ExpandsWhatSlurmWrites)
{
    using Names = std::vector<std::string>;
    EXPECT_EQ(expanded("n1"), Names{"n1"});
    EXPECT_EQ(expanded("n[1-3],login"), (Names{"n1", "n2", "n3", "login"}));
    EXPECT_EQ(expanded("gpu[08-10,3]"), (Names{"gpu08", "gpu09", "gpu10", "gpu3"}));
    EXPECT_EQ(expanded("r[1-2]n[0-1]-ib"), (Names{"r1n0-ib", "r1n1-ib", "r2n0-ib", "r2n1-ib"}));
}

TEST(HostList, RefusesWhatIsNone)
{
    for (const char* list : {"", "n[", "n[]", "n[3-1]", "n[1-999999999]", "n[a]", "-x", "n1;rm",
                             "n 1", "a[1-1000]b[1-1000]"})
        EXPECT_FALSE(expandHostList(list)) << list;
}

RC_GTEST_PROP(HostList, HostileListsAreBounded, (const std::string& text))
{
    for (const std::string& list : {text, "n[" + text + "]", "n[1-" + text})
        if (const auto names = expandHostList(list)) {
            RC_ASSERT(names->size() <= kMostHosts);
            RC_ASSERT(std::all_of(names->begin(), names->end(),
                                  [](const std::string& name) { return isHostName(name); }));
        }
}

TEST(HostList, ExpandsCounts)
{
    EXPECT_EQ(*expandCounts("2(x3),1"), (std::vector<int>{2, 2, 2, 1}));
    EXPECT_EQ(*expandCounts("4"), std::vector<int>{4});
    for (const char* counts : {"", "2(x", "2(x3", "(x3)", "-1", "2(x9999999)", "1x3"})
        EXPECT_FALSE(expandCounts(counts)) << counts;
}

TEST(Hostfile, CountsSlotsAndNamesTheLineThatIsWrong)
{
    const tests::ScratchDirectory scratch;
    const auto file = scratch.path() / "hosts";
    std::ofstream(file) << "# two\nn1 slots=2\n\nn2 slots=1 # here\nn1 slots=1\n";
    EXPECT_EQ(*readHostfile(file), (Hosts{{"n1", 3}, {"n2", 1}}));
    for (const char* line : {"n1 slots=0", "n1 slots=x", "n1 max_slots=2", "--mca plm_rsh_agent",
                             "n1 slots=1 x", "n1 slots=99999999"}) {
        std::ofstream(file) << "n1\n" << line << "\n";
        const auto hosts = readHostfile(file);
        ASSERT_FALSE(hosts) << line;
        EXPECT_TRUE(hosts.error().message.starts_with(file.string() + ":2: ")) << line;
    }
    std::ofstream(file) << "# nobody\n";
    EXPECT_FALSE(readHostfile(file));
}

TEST(RankHosts, RanksFollowTheOrderOfTheHosts)
{
    EXPECT_EQ(placed(8, {{"n1"}, {"n2"}}), (Hosts{{"n1", 4}, {"n2", 4}}));
    EXPECT_EQ(placed(5, {{"n1"}, {"n2"}}), (Hosts{{"n1", 3}, {"n2", 2}}));
    EXPECT_EQ(placed(4, {{"n1", 3}, {"n2", 3}}), (Hosts{{"n1", 3}, {"n2", 1}}));
    EXPECT_EQ(placed(4, {{"n1", 3}, {"n2", 3}}, 2), (Hosts{{"n1", 2}, {"n2", 2}}));
    EXPECT_EQ(placed(2, {{"n1"}, {"n2"}, {"n3"}}), (Hosts{{"n1", 1}, {"n2", 1}}));
    EXPECT_EQ(textOf(Hosts{{"n1", 4}, {"n2", 1}}), "ranks 0-3 on n1 and 4 on n2");
}

TEST(RankHosts, RefusesWhatHasNoRoom)
{
    EXPECT_FALSE(placeRanks(7, {{"n1", 3}, {"n2", 3}}, 0));
    EXPECT_FALSE(placeRanks(5, {{"n1"}, {"n2"}}, 2));
    EXPECT_FALSE(placeRanks(2, {{"n1", 3}, {"n2"}}, 0));
    EXPECT_FALSE(firstOf({{"n1"}}, 2));
}

RC_GTEST_PROP(RankHosts, EveryRankHasOneHostAndTheOrderIsKept, ())
{
    const int ranks = *rc::gen::inRange(1, 500);
    Hosts hosts;
    const int count = *rc::gen::inRange(1, 20);
    for (int i = 0; i < count; ++i)
        hosts.push_back({"n" + std::to_string(i), 0});
    const auto result = placeRanks(ranks, hosts, 0);
    RC_ASSERT(bool(result));
    int sum = 0;
    for (const Host& host : *result) {
        RC_ASSERT(host.slots >= 1);
        sum += host.slots;
    }
    RC_ASSERT(sum == ranks);
    // The file of the launcher says the same of every rank as hostOf().
    std::istringstream lines(hostsText(*result));
    std::string line;
    for (int rank = 0; std::getline(lines, line); ++rank)
        RC_ASSERT(line == (*result)[hostOf(rank, *result)].name);
}

TEST(Allocation, IsReadFromTheJobsVariables)
{
    Environment job = {"SLURM_JOB_ID=12",        "SLURM_JOB_NODELIST=n[1-3]",
                       "SLURM_CLUSTER_NAME=big", "SLURM_TASKS_PER_NODE=2(x2),1",
                       "ENVIRONMENT=BATCH",      "SLURM_TASK_PID=1",
                       "SLURM_RESTART_COUNT=2"};
    auto allocation = allocationOf(job);
    ASSERT_TRUE(allocation);
    ASSERT_TRUE(*allocation);
    EXPECT_EQ((*allocation)->job, "12");
    EXPECT_EQ((*allocation)->restarts, 2);
    EXPECT_FALSE((*allocation)->batch); // this process is not the script
    // Nobody asked for tasks, so what Slurm says of them is its own default.
    EXPECT_EQ((*allocation)->nodes, (Hosts{{"n1", 0}, {"n2", 0}, {"n3", 0}}));
    job.emplace_back("SLURM_NTASKS=5");
    EXPECT_EQ((*allocationOf(job))->nodes, (Hosts{{"n1", 2}, {"n2", 2}, {"n3", 1}}));
    job[3] = "SLURM_TASKS_PER_NODE=2";
    EXPECT_FALSE(allocationOf(job));
    EXPECT_FALSE(*allocationOf({"SLURM_JOB_ID=12"}));
    EXPECT_FALSE(allocationOf({"SLURM_JOB_ID=1;x", "SLURM_JOB_NODELIST=n1"}));
}
