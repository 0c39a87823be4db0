// PyTorch's schedule CSV, in and out.

#include "engine/plan/catalog.h"
#include "engine/plan/schedule_text.h"
#include "engine/plan/validate.h"
#include "engine/strategy/torch_csv/torch_csv.h"
#include "tests/plan/any_schedule.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace strategy {
namespace {

using plan::catalog;
using plan::CatalogEntry;
using plan::makeSchedule;
using plan::Result;
using plan::Schedule;
using plan::Shape;

void expectSame(const Result<Schedule>& read, const Schedule& made)
{
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->order, made.order);
    EXPECT_EQ(read->pairs, made.pairs);
    EXPECT_EQ(read->shape, made.shape);
    EXPECT_EQ(read->placement, made.placement);
}

// A schedule of the catalogue, of the first shape of that many microbatches it takes.
std::optional<Schedule> someSchedule(const CatalogEntry& entry, int ranks, int microbatches)
{
    for (const int chunks : {entry.defaultChunks, 1, 3})
        if (auto made = makeSchedule(entry.name, {ranks, chunks, microbatches}))
            return *std::move(made);
    return std::nullopt;
}

TEST(TorchCsv, EveryScheduleRoundTripsInBothForms)
{
    for (const CatalogEntry* entry : catalog()) {
        int made = 0;
        for (const int ranks : {1, 2, 3, 4, 8})
            for (const int microbatches : {1, 4, 7, 16, 20})
                if (const auto schedule = someSchedule(*entry, ranks, microbatches)) {
                    ++made;
                    SCOPED_TRACE(std::string(entry->name) + ' ' + std::to_string(ranks) + ' '
                                 + std::to_string(microbatches));
                    expectSame(parseSchedule(toText(*schedule)), *schedule);
                    const std::string plain = toTorchCsv(*schedule, CsvForm::ComputeOnly);
                    expectSame(parseSchedule(plain), *schedule);
                    const std::string lowered = toTorchCsv(*schedule, CsvForm::Lowered);
                    expectSame(parseSchedule(lowered, CsvForm::Lowered), *schedule);
                    EXPECT_EQ(csvFormOf(plain), CsvForm::ComputeOnly);
                    EXPECT_EQ(csvFormOf(lowered),
                              ranks > 1 ? CsvForm::Lowered : CsvForm::ComputeOnly);
                }
        EXPECT_GT(made, 3) << entry->name;
    }
}

TEST(TorchCsv, LoweredTokensCarryTheStageOfTheirOp)
{
    const auto looped = makeSchedule("1f1b", {.ranks = 2, .microbatches = 1});
    EXPECT_EQ(toTorchCsv(*looped, CsvForm::Lowered),
              "0F0,0SEND_F0,0RECV_B0,0B0\r\n1RECV_F0,1F0,1B0,1SEND_B0\r\n");
    // Stages 1 and 2 are neighbours on one rank: nothing is sent between them.
    const auto wave = parseSchedule("0F0,3F0,3I0,3W0,0B0\n1F0,2F0,2B0,1B0\n");
    ASSERT_TRUE(wave) << wave.error().message;
    EXPECT_EQ(toTorchCsv(*wave, CsvForm::Lowered),
              "0F0,0SEND_F0,3RECV_F0,3F0,3I0,3SEND_B0,3W0,0RECV_B0,0B0\r\n"
              "1RECV_F0,1F0,2F0,2SEND_F0,2RECV_B0,2B0,1B0,1SEND_B0\r\n");
}

TEST(TorchCsv, BlanksAreBubblesAndRowsMayBeRagged)
{
    const auto made = makeSchedule("1f1b", {.ranks = 2, .microbatches = 2});
    expectSame(parseSchedule("0F0,0F1,,,0B0,,0B1,,,\r\n,1F0,1B0,1F1, ,1B1"), *made);
    expectSame(parseSchedule("\xEF\xBB\xBF"
                             "0F0, 0F1,0B0,0B1\n1F0,1B0,\t1F1,1B1\n"),
               *made);
}

TEST(TorchCsv, AMillionColumns)
{
    const auto made = makeSchedule("gpipe", {.ranks = 1, .microbatches = 500'000});
    expectSame(parseSchedule(toText(*made)), *made);
    const auto blank = parseSchedule("0F0" + std::string(1'000'000, ',') + "0B0\n");
    ASSERT_TRUE(blank);
    EXPECT_EQ(blank->order[0].size(), 2u);
}

std::string message(std::string_view text, CsvForm form = CsvForm::ComputeOnly)
{
    const auto read = parseSchedule(text, form);
    return read ? std::string("none") : read.error().message;
}

void expectRefused(std::string_view text, std::string_view sentence,
                   CsvForm form = CsvForm::ComputeOnly)
{
    EXPECT_TRUE(message(text, form).starts_with(sentence)) << message(text, form);
}

TEST(TorchCsv, TokensAreReadStrictly)
{
    EXPECT_EQ(message("0F0,0B0\n1F0,,1Q0\n"),
              "row 2, column 3: '1Q0' is not an op; write stage, one of F B I W, microbatch, as "
              "in 2F0, and nothing after it");
    for (const char* cell : {"0B0x",    "0B0 1",         "0B0B0",         "0B",        "B0",
                             "0B00",    "00B0",          "0b0",           "\"0B0\"",   "0B-1",
                             "+0B0",    "0B4194304",     "99999999999B0", "0B0\r",     "(0F0",
                             "0B0;0F1", "0SEND_F0x",     "0SEND_W0",      "0UNSHARD0", "0SEND_F",
                             "()",      "(;)OVERLAP_F_B"})
        expectRefused("0F0," + std::string(cell) + "\r\n", "row 1, column 2: '");
    EXPECT_NE(message("0F0,0B0\x1b[2J").find("'0B0\\x1b[2J'"), std::string::npos);
    expectRefused("0F0,2BW0", "row 1, column 2: '2BW0' is of an old notation");
    EXPECT_NE(message("0F0,2BW0").find("write 2B0"), std::string::npos);
    expectRefused("0F0,0B0,0W0", "row 1, column 3: stage 0, microbatch 0 has a whole backward");
    for (const char* pair : {"(0B0;0F1)OVERLAP_F_B", "(0F0;0W1)OVERLAP_F_B", "(0F0;0B1)OVERLAP",
                             "(0F0;0B1;)OVERLAP_F_B", "(0F0,0B1)OVERLAP_F_B"})
        expectRefused(pair, "row 1, column 1: '");
    expectRefused("(0F1;0B1)OVERLAP_F_B", "row 1, column 1: '(0F1;0B1)OVERLAP_F_B' fuses");
}

TEST(TorchCsv, EveryOpStandsOnceOnTheRankThatHoldsItsStage)
{
    expectRefused("0F0,0F1,0B0,0F1,0B1",
                  "row 1, column 4: 0F1 stands a second time, first in row 1, "
                  "column 2");
    expectRefused("0F0,0B0\n1F0,1B0,0B0\n",
                  "row 2, column 3: 0B0 stands a second time, first in row "
                  "1, column 2");
    expectRefused("0F0,\n1F0,1B0,0B0\n",
                  "row 2, column 3: 0B0 stands on rank 1, which does not hold");
    expectRefused("0F0,0B0,0B1\n1F0,1B0,1F1,1B1,0F1\n",
                  "row 2, column 5: 0F1 stands on rank 1, which does not hold");
    expectRefused("0F0,0B0,,0F2,0B2",
                  "row 1, column 1: stage 0 has no op of microbatch 1, and row 1, "
                  "column 4 names microbatch 2");
    expectRefused("0F0,0B0\n1F0,1B0,1F1,1B1", "row 1, column 1: stage 0 has no op of microbatch 1");
    expectRefused("0F0,0B0,0B1", "row 1, column 3: stage 0 has no forward (F) of microbatch 1");
    expectRefused("0F0,0B0,0F1", "row 1, column 3: stage 0 has no backward");
    expectRefused("0F0,0I0", "row 1, column 1: stage 0 has no weight gradient (W)");
    expectRefused("0F0,0W0", "row 1, column 1: stage 0 has no input gradient (I)");
}

TEST(TorchCsv, StagesAreSharedEvenly)
{
    expectRefused("0F0,0B0,2F0,2B0\n1F0,1B0\n",
                  "row 2, column 1: the row holds 1 stage, and row 1 holds 2 stages");
    expectRefused("0F0,0B0,2F0,2B0",
                  "row 1, column 3: there is a stage 2, and no row holds stage 1");
    expectRefused("2147483647F0",
                  "row 1, column 1: there is a stage 2147483647, and no row holds stage "
                  "0");
    expectRefused("0F4194303,0B4194303", "row 1, column 1: stage 0 has no op of microbatch 0");
    expectRefused("0F0,0B0\n\n1F0,1B0\n", "row 2, column 1: the row holds no op");
    expectRefused("0F0,0B0\n,,\n", "row 2, column 1: the row holds no op");
    expectRefused("", "the schedule holds no op");
}

// What PyTorch's own exporter writes: the last rank begins at microbatch 1.
TEST(TorchCsv, TheExportWithoutMicrobatchZeroIsRefusedWithTheReason)
{
    const std::string text = "0F0,0F1,0B0,0F2,0B1,0B2\n,1F1,1B1,1F2,1B2\n";
    expectRefused(text, "row 2, column 2: stage 1 has no op of microbatch 0");
    EXPECT_NE(message(text).find("PyTorch's own export of 1F1B"), std::string::npos);
}

TEST(TorchCsv, BidirectionalOnlyWithWeightsOnBothRanks)
{
    const std::string both = "0F0,1F1,1B1,0B0\n1F0,1B0,0F1,0B1\n";
    const auto read = parseSchedule(both);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->shape, (Shape{2, 2, 2, 2}));
    EXPECT_EQ(read->placement.mirror, (std::vector<int>{1, 0}));
    EXPECT_EQ(read->placement.firstMirrored, 1);
    expectRefused("0F0,0B0\n1F0,1B0,0F1,0B1,1F1,1B1\n", "row 2, column 3: 0F1 stands on rank 1");
}

TEST(TorchCsv, EachFormRefusesTheOther)
{
    expectRefused("0F0,0SEND_F0,0RECV_B0,0B0\n1RECV_F0,1F0,1B0,1SEND_B0\n",
                  "row 1, column 2: '0SEND_F0' stands in files with transfers");
    expectRefused("0UNSHARD,0F0,0B0\n",
                  "row 1, column 1: '0UNSHARD' stands in files with transfers");
    expectRefused("0F0,0B0,", "row 1, column 3: the cell is blank", CsvForm::Lowered);
    EXPECT_EQ(message("0UNSHARD,0F0,0B0,0RESHARD,0REDUCE_GRAD\n", CsvForm::Lowered), "none");
    expectRefused("1UNSHARD,0F0,0B0", "row 1, column 1: stage 1 is not on rank 0",
                  CsvForm::Lowered);
}

TEST(TorchCsv, TransfersMustBeTheOnesTheOpsNeed)
{
    const auto refused = [](std::string_view text, std::string_view sentence) {
        expectRefused(text, sentence, CsvForm::Lowered);
    };
    const std::string second = "1RECV_F0,1F0,1B0,1SEND_B0\n";
    refused("0F0,0RECV_B0,0B0\n" + second, "row 1, column 1: 0F0 has no 0SEND_F0 after it");
    refused("0F0,0SEND_F0,0B0\n" + second, "row 1, column 3: 0B0 has no 0RECV_B0 before it");
    refused("0SEND_F0,0F0,0RECV_B0,0B0\n" + second,
            "row 1, column 1: 0SEND_F0 stands before the op");
    refused("0F0,0SEND_F0,0SEND_F0,0RECV_B0,0B0\n" + second,
            "row 1, column 3: 0SEND_F0 stands a second");
    refused("0F0,0SEND_F0,0RECV_B0,0RECV_B0,0B0\n" + second,
            "row 1, column 4: 0RECV_B0 stands a second");
    refused("0F0,0SEND_F0,0RECV_B0,0B0,0RECV_B0\n" + second,
            "row 1, column 5: 0RECV_B0 stands after");
    refused("0F0,0SEND_F0,0RECV_B0,0B0,0SEND_B0\n" + second,
            "row 1, column 5: 0SEND_B0 goes nowhere");
    refused("0RECV_F0,0F0,0SEND_F0,0RECV_B0,0B0\n" + second,
            "row 1, column 1: 0RECV_F0 has no sender");
    refused("0F0,1SEND_F0,0RECV_B0,0B0\n" + second, "row 1, column 2: 1SEND_F0 stands on rank 0");
    refused("0F0,0SEND_F1,0RECV_B0,0B0\n" + second, "row 1, column 2: 0SEND_F1 belongs to no op");
    refused("0F0,0SEND_F0,7RECV_B0,0B0\n" + second, "row 1, column 3: 7RECV_B0 belongs to no op");
    refused("0F0,0SEND_F0,0RECV_B0,0B0\n1RECV_F0,1F0,1I0,1SEND_B0\n",
            "row 2, column 2: stage 1 has no weight gradient");
}

// Whatever is cut out of or put into a good file: a schedule or one sentence, and what is
// read is complete and reads back from what is written of it.
RC_GTEST_PROP(TorchCsv, DamagedFilesAreAnswered, (bool lowered))
{
    const CsvForm form = lowered ? CsvForm::Lowered : CsvForm::ComputeOnly;
    std::string text = toTorchCsv(*makeSchedule("interleaved", {2, 2, 4}), form);
    for (int edits = *rc::gen::inRange(1, 3); edits > 0; --edits)
        text.replace(*rc::gen::inRange<std::size_t>(0, text.size()),
                     *rc::gen::inRange<std::size_t>(0, 6),
                     *rc::gen::element<std::string>("", ",", "\n", "0F0", "3B1", "9", "(", ";", "F",
                                                    "SEND_", ")OVERLAP_F_B", "2147483647", ","));
    const auto read = parseSchedule(text, form);
    if (!read) {
        RC_ASSERT(read.error().message.starts_with("row ")
                  || read.error().message.starts_with("the schedule"));
        return;
    }
    for (const std::string& sentence : violations(*read)) // of its order alone
        RC_ASSERT(sentence.find("has no") == std::string::npos
                  && sentence.find("stands a second") == std::string::npos
                  && sentence.find("stands on") == std::string::npos);
    const auto again = parseSchedule(toText(*read));
    RC_ASSERT(bool(again));
    RC_ASSERT(*again == *read);
}

RC_GTEST_PROP(TorchCsv, RandomSchedulesComeBack, ())
{
    const Schedule schedule = plan::test::anySchedule();
    const auto read = parseSchedule(toText(schedule));
    RC_ASSERT(bool(read));
    RC_ASSERT(read->order == schedule.order);
    RC_ASSERT(read->pairs == schedule.pairs);
    RC_ASSERT(read->placement == schedule.placement);
}

} // namespace
} // namespace strategy
