#include "engine/plan/catalog.h"
#include "engine/strategy/check.h"
#include "engine/strategy/schedule_fit.h"
#include "gui/compare/comparison_table.h"
#include "gui/costs/number_table_model.h"
#include "gui/editor/catalog_texts.h"

#include <QRegularExpression>
#include <QTranslator>

#include <gtest/gtest.h>

#include <string>

using namespace std::chrono_literals;

namespace gui::test {
namespace {

strategy::Strategy strategyOf(int ranks, int microbatches, const char* schedule, int chunks = 0)
{
    strategy::Strategy made;
    made.parallel.pipeline = ranks;
    made.parallel.chunks = chunks;
    made.batch.global = microbatches;
    made.schedule.name = schedule;
    return made;
}

TEST(WithSchedule, ChunksItCannotHaveBecomeItsOwn)
{
    const auto zbv = strategy::withSchedule(strategyOf(4, 8, "1f1b", 1), "zbv");
    EXPECT_EQ(zbv.parallel.chunks, 0);
    EXPECT_EQ(strategy::shapeOf(zbv).chunks, 2);
    EXPECT_EQ(strategy::withSchedule(zbv, "1f1b").parallel.chunks, 0);
    EXPECT_EQ(
        strategy::withSchedule(strategyOf(4, 8, "interleaved", 4), "looped-bfs").parallel.chunks,
        4);
}

TEST(WithSchedule, AVirtualPipelineHasTwoChunksAtLeast)
{
    EXPECT_EQ(strategy::withSchedule(strategyOf(4, 8, "1f1b"), "interleaved").parallel.chunks, 2);
    EXPECT_EQ(
        strategy::withSchedule(strategyOf(4, 8, "looped-bfs", 4), "interleaved").parallel.chunks,
        4);
}

TEST(WithSchedule, DropsTheOptionsOfOthers)
{
    auto grouped = strategyOf(4, 8, "interleaved", 2);
    grouped.schedule.options.group = 4;
    EXPECT_EQ(strategy::withSchedule(grouped, "interleaved-zb").schedule.options.group, 4);
    EXPECT_FALSE(strategy::withSchedule(grouped, "gpipe").schedule.options.group);
    auto capped = strategyOf(4, 8, "zb-auto");
    capped.schedule.options.maxInFlight = 6;
    EXPECT_FALSE(strategy::withSchedule(capped, "1f1b").schedule.options.maxInFlight);
}

// Whatever one comes from: a schedule without a reason against it is accepted when chosen.
TEST(WithSchedule, WhatIsNotMarkedPassesTheCheck)
{
    for (const int ranks : {1, 2, 3, 4})
        for (const int microbatches : {1, 2, 5, 8})
            for (const plan::CatalogEntry* from : plan::catalog())
                for (const plan::CatalogEntry* to : plan::catalog()) {
                    const auto start = strategy::withSchedule(
                        strategyOf(ranks, microbatches, "1f1b"), std::string(from->name));
                    const std::string name(to->name);
                    const auto problems
                        = strategy::check(strategy::withSchedule(start, name)).problems;
                    const bool marked = !strategy::whyNot(start, name).empty();
                    // The order alone can show that a last round deadlocks.
                    if (name == "interleaved-plain")
                        continue;
                    EXPECT_EQ(marked, !problems.empty())
                        << from->name << " to " << name << ", p " << ranks << " m " << microbatches;
                }
}

TEST(WhyNot, IsThePlansOwnSentence)
{
    const auto reason = strategy::whyNot(strategyOf(1, 8, "1f1b"), "chimera");
    const auto shape = plan::shapeOf("chimera", 1, {}, 8);
    EXPECT_EQ(reason, plan::checkConditions("chimera", shape).error().message);
}

// Formulas are the same in every language: what is left of them without names and what the
// formulas of the catalogue are made of has no word.
bool hasWords(std::string_view text)
{
    QString rest = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    rest.remove(QRegularExpression(QStringLiteral("arXiv|\\b(min|max|mod|div)\\b")));
    return rest.contains(QRegularExpression(QStringLiteral("[a-z]{2}")));
}

TEST(CatalogTexts, EveryOneWithWordsHasATranslation)
{
    QTranslator chinese;
    ASSERT_TRUE(chinese.load(QStringLiteral(":/i18n/bubblescope_zh_CN.qm")));
    for (const plan::CatalogEntry* entry : plan::catalog())
        for (const auto text :
             {entry->title, entry->conditions, entry->makespan, entry->memory, entry->source}) {
            if (!hasWords(text))
                continue;
            EXPECT_FALSE(chinese.translate("Catalog", std::string(text).c_str()).isEmpty())
                << entry->name << ": " << text
                << "; mark it with PLAN_TRANSLATABLE, build update_translations, translate it";
        }
}

TEST(CatalogTexts, WordsAreToldFromFormulas)
{
    EXPECT_TRUE(hasWords("at most 2 min(p, m)"));
    EXPECT_FALSE(hasWords("max(3m+p-1, 2m+2p-1) F; m mod p"));
}

class NumberTableTest : public testing::Test {
protected:
    NumberTableTest()
    {
        model.setRows({{1, 2}, {3, 4}, {5, 6}});
        QObject::connect(&model, &NumberTableModel::edited, [this] { ++edits; });
    }
    NumberTableModel model{
        {{QStringLiteral("A"), {}}, {QStringLiteral("B"), {}}}, QStringLiteral("stage %1"), 0, 100};
    int edits = 0;
};

TEST_F(NumberTableTest, PastesABlockFromItsTopLeftAsOneEdit)
{
    EXPECT_FALSE(model.paste(QStringLiteral("7\t8\r\n9.5\t10\n"), {1, 0, 1, 0}));
    EXPECT_EQ(model.rows(), (NumberRows{{1, 2}, {7, 8}, {9.5, 10}}));
    EXPECT_EQ(edits, 1);
}

TEST_F(NumberTableTest, PastesOneNumberIntoAllThatIsSelected)
{
    EXPECT_FALSE(model.paste(QStringLiteral(" 7 "), {0, 1, 2, 1}));
    EXPECT_EQ(model.rows(), (NumberRows{{1, 7}, {3, 7}, {5, 7}}));
}

TEST_F(NumberTableTest, TakesCommasSemicolonsAndSpacesBetweenNumbers)
{
    EXPECT_FALSE(model.paste(QStringLiteral("7, 8\n9; 10\n11  12"), {0, 0, 2, 1}));
    EXPECT_EQ(model.rows(), (NumberRows{{7, 8}, {9, 10}, {11, 12}}));
}

TEST_F(NumberTableTest, RefusesWholeWhatItCannotTake)
{
    const NumberRows before = model.rows();
    for (const char* text : {"7\t8\n9\tx", "7\n8\n9", "7\t8\t9", "-1\t2", "101\t1", "nan\t1", "",
                             "7\t\t8", "1e400\t2"}) {
        const auto reason = model.paste(QString::fromLatin1(text), {1, 0, 1, 1});
        EXPECT_TRUE(reason && !reason->isEmpty()) << text;
        EXPECT_EQ(model.rows(), before) << text;
    }
    EXPECT_EQ(edits, 0);
    EXPECT_EQ(model.paste(QStringLiteral("7\n8\n9"), {1, 0, 1, 0})->toStdString(),
              "3 rows do not fit: from stage 1 on there are 2");
}

TEST_F(NumberTableTest, AnEmptyCellKeepsItsPlaceAndIsNoNumber)
{
    const NumberRows before = model.rows();
    for (const char* text : {"\t8", "\t8\n9\t10", "7\t\n"}) {
        const auto why = model.paste(QString::fromLatin1(text), {0, 0, 2, 1});
        ASSERT_TRUE(why) << text;
        EXPECT_TRUE(why->endsWith(QStringLiteral("the cell is empty"))) << qPrintable(*why);
        EXPECT_EQ(model.rows(), before) << text;
    }
    EXPECT_FALSE(
        model.paste(QStringLiteral("  7\t8  \n\t\n\n"), {0, 0, 0, 0})); // empty lines end it
    EXPECT_EQ(model.rows(), (NumberRows{{7, 8}, {3, 4}, {5, 6}}));
    EXPECT_TRUE(model.paste(QStringLiteral("\t\n"), {0, 0, 0, 0}));
}

TEST_F(NumberTableTest, FillsTheTopCellsDown)
{
    model.fillDown({0, 0, 2, 0});
    EXPECT_EQ(model.rows(), (NumberRows{{1, 2}, {1, 4}, {1, 6}}));
    EXPECT_EQ(edits, 1);
}

TEST_F(NumberTableTest, WhatIsCopiedPastesBack)
{
    const QString text = model.copy({0, 0, 1, 1});
    EXPECT_EQ(text.toStdString(), "1\t2\n3\t4\n");
    EXPECT_FALSE(model.paste(text, {1, 0, 2, 1}));
    EXPECT_EQ(model.rows(), (NumberRows{{1, 2}, {1, 2}, {3, 4}}));
}

PredictionPtr predicted(const strategy::Strategy& strategy)
{
    const auto made = predict(strategy);
    EXPECT_TRUE(made) << (made ? "" : made.error().message);
    return made ? *made : nullptr;
}

TEST(Compare, RowsAreThePlansAndTracksAreTheirPictures)
{
    const auto prediction = predicted(strategyOf(4, 8, "1f1b"));
    ASSERT_TRUE(prediction);
    const strategy::Strategy compared = comparedStrategy(*prediction);
    const std::vector<plan::ComparedSchedule> asked{
        {"1f1b"}, {"interleaved", 2}, {"zbv"}, {"dualpipe"}};
    const auto comparison = compare(compared, asked);
    const auto rows = strategy::compareSchedules(compared, asked, plan::CostBasis::Rank);
    ASSERT_EQ(comparison->steps.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ComparedStep& step = comparison->steps[i];
        EXPECT_TRUE(step.row.whyNot.empty()) << step.row.whyNot;
        EXPECT_EQ(step.row.makespan, rows[i].makespan) << rows[i].name;
        EXPECT_EQ(step.row.peakInFlight, rows[i].peakInFlight) << rows[i].name;
        ASSERT_TRUE(step.track.timeline && step.track.critical) << rows[i].name;
        EXPECT_EQ(step.track.timeline->makespan, rows[i].makespan) << rows[i].name;
    }
    EXPECT_EQ(comparison->steps[0].row.makespan, prediction->timeline->makespan)
        << "the strategy's own schedule is as it is predicted";
}

TEST(Compare, SaysWhyThereIsNoSuchSchedule)
{
    const auto prediction = predicted(strategyOf(1, 4, "1f1b"));
    ASSERT_TRUE(prediction);
    ComparisonTable numbers;
    numbers.setComparison(compare(comparedStrategy(*prediction), {{"chimera"}, {"1f1b"}}));
    EXPECT_FALSE(numbers.whyNot(0).isEmpty());
    EXPECT_FALSE(numbers.comparison()->steps[0].track.timeline);
    EXPECT_EQ(numbers.index(0, 0).data().toString(), numbers.whyNot(0));
    EXPECT_FALSE(numbers.index(0, 1).data().isValid());
    EXPECT_TRUE(numbers.whyNot(1).isEmpty());
}

TEST(ComparisonTable, CopiesAsTextCsvAndMarkdown)
{
    const auto prediction = predicted(strategyOf(4, 8, "1f1b"));
    ASSERT_TRUE(prediction);
    ComparisonTable numbers;
    numbers.setComparison(compare(comparedStrategy(*prediction), {{"1f1b"}, {"1f1b", 3}}));
    const QStringList csv = numbers.text(TableFormat::Csv).split(QLatin1Char('\n'));
    EXPECT_EQ(csv[0].toStdString(),
              "schedule,chunks,makespan_us,bubble_fraction,bubble_overhead,span_bubble_fraction,"
              "max_in_flight,max_activations,transfers,weights_factor,why_not");
    // (m+p-1)(F+B) = 33 us, (p-1)/(m+p-1), (p-1)/m, and rank 0 busy from first to last.
    EXPECT_TRUE(csv[1].startsWith(QStringLiteral("1f1b,1,33,0.2727272727272727,0.375,")))
        << csv[1].toStdString();
    EXPECT_TRUE(csv[1].endsWith(QStringLiteral(",4,4,48,1,"))) << csv[1].toStdString();
    EXPECT_TRUE(csv[2].startsWith(QStringLiteral("1f1b,3,,,,,,,,,"))) << csv[2].toStdString();

    const QStringList markdown = numbers.text(TableFormat::Markdown).split(QLatin1Char('\n'));
    EXPECT_EQ(markdown[0].count(QLatin1Char('|')), 10);
    EXPECT_EQ(markdown[1].count(QLatin1Char('|')), 10);
    EXPECT_TRUE(markdown[2].startsWith(QStringLiteral("| 1f1b | 33 µs | 27.3 % |")))
        << markdown[2].toStdString();
    EXPECT_TRUE(numbers.text(TableFormat::Text).contains(numbers.whyNot(1)));
}

} // namespace
} // namespace gui::test
