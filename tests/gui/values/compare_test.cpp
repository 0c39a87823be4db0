// What a comparison says of its steps, and which of them may race.

#include "gui/compare/comparison_table.h"
#include "gui/compare/comparison_verdict.h"
#include "gui/window/item_report.h"

#include <gtest/gtest.h>

using namespace std::chrono_literals;

namespace gui::test {
namespace {

strategy::Strategy planned(int ranks, int microbatches, const char* schedule, int chunks = 0)
{
    strategy::Strategy made;
    made.parallel.pipeline = ranks;
    made.parallel.chunks = chunks;
    made.batch.global = microbatches;
    made.schedule.name = schedule;
    return made;
}

PredictionPtr predicted(const strategy::Strategy& strategy)
{
    const auto made = predict(strategy);
    EXPECT_TRUE(made) << (made ? "" : made.error().message);
    return made ? *made : nullptr;
}

ComparedSource sourceOf(const PredictionPtr& prediction, const plan::ComparedSchedule& schedule)
{
    return {.kind = ComparedSource::Kind::Schedule,
            .strategy = QStringLiteral("mine"),
            .schedule = schedule,
            .prediction = prediction};
}

Comparison compareUnder(const PredictionPtr& prediction,
                        const std::vector<plan::ComparedSchedule>& schedules)
{
    Comparison made;
    for (const plan::ComparedSchedule& schedule : schedules)
        made.push_back(comparedStep(sourceOf(prediction, schedule)));
    return made;
}

TEST(Compare, RowsAreThePlansAndTracksAreTheirPictures)
{
    const auto prediction = predicted(planned(4, 8, "1f1b"));
    ASSERT_TRUE(prediction);
    const std::vector<plan::ComparedSchedule> asked{
        {"1f1b"}, {"interleaved", 2}, {"zbv"}, {"dualpipe"}};
    const Comparison comparison = compareUnder(prediction, asked);
    const auto rows
        = strategy::compareSchedules(comparedStrategy(*prediction), asked, plan::CostBasis::Rank);
    ASSERT_EQ(comparison.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ComparedStep& step = *comparison[i];
        EXPECT_TRUE(step.whyNot.isEmpty()) << step.whyNot.toStdString();
        EXPECT_EQ(step.makespan, rows[i].makespan) << rows[i].name;
        EXPECT_EQ(step.maxInFlight, rows[i].maxInFlight) << rows[i].name;
        EXPECT_EQ(step.transfers, rows[i].transfers) << rows[i].name;
        ASSERT_TRUE(step.track.timeline && step.track.critical) << rows[i].name;
        EXPECT_EQ(step.track.timeline->makespan, rows[i].makespan) << rows[i].name;
    }
    EXPECT_EQ(comparison[0]->makespan, prediction->timeline->makespan)
        << "the strategy's own schedule is as it is predicted";
    const auto own = comparedStep({.strategy = QStringLiteral("mine"), .prediction = prediction});
    EXPECT_EQ(own->track.timeline, prediction->timeline);
    EXPECT_EQ(own->maxInFlight, prediction->peakInFlight);
}

TEST(Compare, SaysWhyThereIsNoSuchSchedule)
{
    const auto prediction = predicted(planned(1, 4, "1f1b"));
    ASSERT_TRUE(prediction);
    ComparisonTable numbers;
    numbers.setComparison(compareUnder(prediction, {{"chimera"}, {"1f1b"}}));
    EXPECT_FALSE(numbers.whyNot(0).isEmpty());
    EXPECT_FALSE(numbers.comparison()[0]->track.timeline);
    EXPECT_EQ(numbers.index(0, 0).data().toString(), numbers.whyNot(0));
    EXPECT_FALSE(numbers.index(0, 1).data().isValid());
    EXPECT_TRUE(numbers.whyNot(1).isEmpty());
    EXPECT_EQ(fastestOf(numbers.comparison()), 1);
    EXPECT_EQ(numbers.index(1, ComparisonTable::kToFirst).data().toString(), QStringLiteral("–"));
    // What is not known yet is no reason of the strategy's.
    const auto waiting = comparedStep({.strategy = QStringLiteral("mine")});
    EXPECT_FALSE(waiting->isKnown);
    EXPECT_FALSE(waiting->track.timeline);
}

ComparedStepPtr madeStep(const char* name, long long makespan, double peak, double limit)
{
    auto step = std::make_shared<ComparedStep>();
    step->name = QString::fromLatin1(name);
    step->makespan = plan::Nanoseconds{makespan};
    step->peakBytes = peak;
    step->memoryLimit = limit;
    step->work = {.samples = 8, .computed = 1e9};
    return step;
}

TEST(Compare, TheBestFitsAndLeadsTheNext)
{
    const auto large = madeStep("large", 800'000'000, 90e9, 80e9);
    const auto fast = madeStep("fast", 900'000'000, 70e9, 80e9);
    const auto slow = madeStep("slow", 1'000'000'000, 40e9, 80e9);
    EXPECT_EQ(fastestOf({large, slow, fast}), 2);
    EXPECT_EQ(fastestOf({large}), 0) << "where none fits, the fastest of all";
    EXPECT_EQ(fastestOf({}), -1);
    const Verdict verdict = comparisonVerdict({slow, fast, large});
    EXPECT_EQ(verdict.numbers[0].value, QStringLiteral("fast"));
    EXPECT_EQ(verdict.numbers[1].value, QStringLiteral("900 ms"));
    EXPECT_TRUE(verdict.numbers[0].change.contains(QStringLiteral("10.0 %")))
        << verdict.numbers[0].change.toStdString();
    // The lead is no edit's, and stands in the report.
    EXPECT_EQ(reportNumbers(verdict)[0].detail, verdict.numbers[0].change);
    EXPECT_FALSE(verdict.numbers[0].isOfEdit);
}

TEST(Compare, StepsOfOtherSizesRaceByTheSample)
{
    const auto eight = madeStep("eight", 900'000'000, 70e9, 80e9);
    auto sixteen = std::make_shared<ComparedStep>(*madeStep("sixteen", 1'440'000'000, 70e9, 80e9));
    sixteen->work.samples = 16;
    EXPECT_EQ(comparedBy({eight, sixteen}), ComparedBy::Sample);
    EXPECT_EQ(fastestOf({eight, sixteen}), 1);
    const Verdict verdict = comparisonVerdict({eight, sixteen});
    EXPECT_EQ(verdict.numbers[0].change, QStringLiteral("▼ 20.0 % per sample vs. the next"));
    EXPECT_TRUE(verdict.numbers[0].tip.contains(QStringLiteral("90.0 ms")))
        << verdict.numbers[0].tip.toStdString();
}

TEST(Compare, StepsOfOtherWorkDoNotRace)
{
    const auto mine = madeStep("mine", 165'000'000, 0, 1);
    const auto other = [&mine](const StepWork& work) {
        auto step = std::make_shared<ComparedStep>(*mine);
        step->name = QStringLiteral("other");
        step->makespan = plan::Nanoseconds{20'700'000'000};
        step->work = work;
        return step;
    };
    const auto gpt = other({.samples = 1536, .model = strategy::Model{.layers = 96}});
    const auto costly = other({.samples = 8, .computed = 2e9});
    const auto scaled = other({.samples = 8, .computed = 1e9, .timeScale = 40});
    for (const auto& each : {gpt, costly, scaled}) {
        EXPECT_EQ(comparedBy({mine, each}), ComparedBy::Nothing);
        EXPECT_EQ(fastestOf({mine, each}), -1);
        const Verdict verdict = comparisonVerdict({mine, each});
        ASSERT_EQ(verdict.numbers.size(), 1u);
        EXPECT_EQ(verdict.numbers[0].value, QStringLiteral("none, not the same work"));
        EXPECT_TRUE(verdict.numbers[0].tip.startsWith(
            QStringLiteral("mine: 8 samples, each 1.00 s of computing\nother: ")))
            << verdict.numbers[0].tip.toStdString();
    }
    const auto unknown = other({});
    EXPECT_EQ(comparisonVerdict({mine, unknown}).numbers[0].value,
              QStringLiteral("none, maybe not the same work"));
    EXPECT_EQ(fastestOf({mine, costly, mine}), -1) << "nor of those of them that do the same";
    EXPECT_EQ(fastestOf({unknown}), 0);
}

TEST(Compare, WorkIsOfModelBatchAndCosts)
{
    const strategy::Strategy plain = planned(4, 8, "1f1b");
    EXPECT_TRUE(isSameWork(workOf(plain), workOf(planned(4, 8, "gpipe"))));
    EXPECT_FALSE(isSameWork(workOf(plain), workOf(planned(4, 16, "1f1b"))));
    EXPECT_TRUE(isSameModel(workOf(plain), workOf(planned(4, 16, "1f1b"))));
    EXPECT_FALSE(isSameModel(workOf(plain), workOf(planned(8, 8, "1f1b"))))
        << "twice the stages of the same cost";
    // Two chunks of half a stage each.
    auto chunks = planned(4, 8, "interleaved", 2);
    chunks.costs = plan::Costs{.stages = {{500ns, 500ns, 500ns}}};
    EXPECT_TRUE(isSameWork(workOf(plain), workOf(chunks)));
    auto modelled = plain;
    modelled.model = strategy::Model{};
    EXPECT_FALSE(isSameModel(workOf(plain), workOf(modelled)));
    auto split = modelled;
    split.parallel.tensor = 2;
    split.batch.micro = 2;
    EXPECT_TRUE(isSameWork(workOf(modelled), workOf(split)));
}

TEST(ComparisonTable, CopiesAsTextCsvMarkdownAndLatex)
{
    const auto prediction = predicted(planned(4, 8, "1f1b"));
    ASSERT_TRUE(prediction);
    ComparisonTable numbers;
    numbers.setComparison(compareUnder(prediction, {{"1f1b"}, {"gpipe"}, {"1f1b", 3}}));
    const QStringList csv = textOf(numbers.named(), TableFormat::Csv).split(QLatin1Char('\n'));
    EXPECT_EQ(csv[0].toStdString(),
              "name,schedule,chunks,makespan_us,to_the_first,bubble_fraction,max_in_flight,"
              "peak_bytes,tokens_per_second,max_activations,bubble_overhead,span_bubble_fraction,"
              "transfers,weights_factor,why_not");
    // (m+p-1)(F+B) = 33 us, (p-1)/(m+p-1), (p-1)/m, and rank 0 busy from first to last.
    EXPECT_TRUE(csv[1].startsWith(QStringLiteral("mine · 1f1b,1f1b,1,33,,0.2727272727272727,4,,,4,"
                                                 "0.375,")))
        << csv[1].toStdString();
    EXPECT_TRUE(csv[1].endsWith(QStringLiteral(",48,1,"))) << csv[1].toStdString();
    EXPECT_TRUE(csv[2].startsWith(QStringLiteral("mine · gpipe,gpipe,1,33,0,")))
        << csv[2].toStdString();
    EXPECT_TRUE(csv[3].startsWith(QStringLiteral("\"mine · 1f1b, v=3\",1f1b,3,,,,,,,,,,,")))
        << csv[3].toStdString();

    const QStringList markdown
        = textOf(numbers.named(), TableFormat::Markdown).split(QLatin1Char('\n'));
    EXPECT_EQ(markdown[0].count(QLatin1Char('|')), 13);
    EXPECT_EQ(markdown[1].count(QLatin1Char('|')), 13);
    EXPECT_TRUE(markdown[2].startsWith(QStringLiteral("| mine · 1f1b | ")))
        << markdown[2].toStdString();
    EXPECT_TRUE(textOf(numbers.named(), TableFormat::Text).contains(numbers.whyNot(2)));

    const QString latex = textOf(numbers.named(), TableFormat::Latex);
    EXPECT_TRUE(latex.contains(QStringLiteral("mine $\\cdot$ 1f1b & "))) << latex.toStdString();
    EXPECT_TRUE(latex.contains(QStringLiteral("27.3 \\% & "))) << latex.toStdString();
    EXPECT_TRUE(latex.contains(QStringLiteral("\\multicolumn{11}{l}{"))) << latex.toStdString();
    EXPECT_FALSE(latex.contains(QStringLiteral("_")) && !latex.contains(QStringLiteral("\\_")));
}

} // namespace
} // namespace gui::test
