#include "engine/plan/catalog.h"
#include "engine/strategy/check.h"
#include "engine/strategy/schedule_fit.h"
#include "gui/charts/front_chart.h"
#include "gui/costs/number_table_model.h"
#include "gui/text/catalog_texts.h"

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

TEST(CatalogTexts, ATitleInALineIsWithoutItsSource)
{
    EXPECT_EQ(scheduleTitle("1f1b"), QStringLiteral("1F1B"));
    EXPECT_EQ(scheduleTitle("mine"), QStringLiteral("mine"));
    for (const plan::CatalogEntry* entry : plan::catalog()) {
        const QString title = scheduleTitle(entry->name);
        EXPECT_FALSE(title.isEmpty() || title.contains(QLatin1Char('('))) << entry->name;
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

std::vector<FrontPoint> cloud(int count)
{
    std::vector<FrontPoint> points;
    points.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        points.push_back({.seconds = 1 + (i * 7919 % 1009) / 1009.0,
                          .gibibytes = 10 + (i * 104729 % 997) / 10.0,
                          .fits = i % 5 != 0});
    return points;
}

TEST(FrontChart, TheLineStandsUnderAllThatFit)
{
    const std::vector<FrontPoint> points{{.seconds = 3, .gibibytes = 20},
                                         {.seconds = 1, .gibibytes = 60},
                                         {.seconds = 2, .gibibytes = 70},
                                         {.seconds = 0.5, .gibibytes = 90, .fits = false},
                                         {.seconds = 4, .gibibytes = 10}};
    EXPECT_EQ(frontLine(points),
              (std::vector<QPointF>{{1, 60}, {3, 60}, {3, 20}, {4, 20}, {4, 10}}));
    EXPECT_TRUE(frontLine({}).empty());
}

TEST(FrontChart, ThinnedPointsKeepTheFrontAndTheirOwn)
{
    std::vector<FrontPoint> points = cloud(20'000);
    points[777].isOwn = true;
    const auto kept = thinned(points, 2'000);
    EXPECT_LE(kept.size(), 2'100u);
    EXPECT_GE(kept.size(), 1'000u);
    EXPECT_TRUE(std::is_sorted(kept.begin(), kept.end()));
    EXPECT_TRUE(std::binary_search(kept.begin(), kept.end(), std::size_t{777}));
    std::vector<FrontPoint> drawn;
    drawn.reserve(kept.size());
    for (const std::size_t i : kept)
        drawn.push_back(points[i]);
    EXPECT_EQ(frontLine(drawn), frontLine(points));
    EXPECT_EQ(thinned(cloud(2'000), 2'000).size(), 2'000u);
}

} // namespace
} // namespace gui::test
