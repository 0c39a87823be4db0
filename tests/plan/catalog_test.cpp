// A schedule is a file and a line in entries.h: what it still lacks is named here.

#include "engine/plan/catalog.h"
#include "engine/plan/schedules/entries.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace plan::test {
namespace {

TEST(Catalog, EveryEntryOfTheFolderHasItsLine)
{
#define ENTRY_NAME(entry) #entry,
    const std::set<std::string> listed{PLAN_SCHEDULES(ENTRY_NAME)};
#undef ENTRY_NAME
    const std::string begin = "\nconst CatalogEntry ";
    std::set<std::string> defined;
    for (const auto& entry : std::filesystem::directory_iterator(PLAN_SCHEDULE_SOURCES)) {
        std::stringstream read;
        read << std::ifstream(entry.path()).rdbuf();
        const std::string text = read.str();
        for (auto at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1)) {
            const std::size_t name = at + begin.size();
            defined.insert(text.substr(name, text.find('{', name) - name));
        }
    }
    EXPECT_EQ(defined, listed) << "entries.h lists one line for each";
    EXPECT_EQ(listed.size(), catalog().size());
}

TEST(Catalog, EachEntrySaysWhatAPersonReads)
{
    std::set<std::string_view> names;
    for (const CatalogEntry* entry : catalog()) {
        EXPECT_TRUE(names.insert(entry->name).second) << entry->name << " stands twice";
        for (const auto text :
             {entry->title, entry->conditions, entry->makespan, entry->memory, entry->source})
            EXPECT_FALSE(text.empty()) << entry->name;
        EXPECT_NE(entry->generate, nullptr) << entry->name;
        EXPECT_NE(entry->peak, nullptr) << entry->name;
    }
}

// What is said of the ops is what is generated; a searched order is one or the other.
TEST(Catalog, SplitsBackwardsWhereItSaysSo)
{
    for (const CatalogEntry* entry : catalog()) {
        if (entry->madeForCosts)
            continue;
        const auto schedule = makeSchedule(entry->name,
                                           {.ranks = 4,
                                            .chunks = entry->defaultChunks,
                                            .microbatches = 8,
                                            .directions = entry->directions});
        ASSERT_TRUE(schedule) << entry->name << ": " << schedule.error().message;
        bool isSplit = true;
        for (const auto& order : schedule->order)
            for (const Op& op : order)
                isSplit = isSplit && op.kind != OpKind::Backward;
        EXPECT_EQ(entry->splitsBackwards, isSplit) << entry->name;
    }
}

// Which one is tried first decides between equals: no two may have the same turn.
TEST(Catalog, TurnsAreDistinctAndWithoutAHole)
{
    for (const auto turn : {&CatalogEntry::searchTurn, &CatalogEntry::adviceTurn,
                            &CatalogEntry::traceTurn, &CatalogEntry::compareTurn}) {
        const auto row = inTurn(turn);
        ASSERT_FALSE(row.empty());
        for (std::size_t i = 0; i < row.size(); ++i)
            EXPECT_EQ(row[i]->*turn, static_cast<int>(i) + 1) << row[i]->name;
    }
}

TEST(Catalog, NoFrameworkHasOneNameForTwoSchedules)
{
    std::set<std::pair<Framework, std::string_view>> names;
    for (const CatalogEntry* entry : catalog())
        for (const ForeignName& foreign : entry->elsewhere)
            EXPECT_TRUE(names.insert({foreign.framework, foreign.name}).second)
                << entry->name << ": " << foreign.name;
}

} // namespace
} // namespace plan::test
