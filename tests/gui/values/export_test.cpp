#include "engine/plan/catalog.h"
#include "gui/document/prediction.h"
#include "gui/export/exports.h"
#include "gui/export/figure_row.h"
#include "gui/export/report_spans.h"
#include "gui/window/export_tables.h"

#include <QJsonObject>

#include <gtest/gtest.h>

#include <array>
#include <map>

using namespace std::chrono_literals;

namespace gui::test {
namespace {

PredictionPtr predictionOf(int ranks, int microbatches, const char* schedule)
{
    strategy::Strategy made;
    made.name = "a strategy";
    made.parallel.pipeline = ranks;
    made.batch.global = microbatches;
    made.schedule.name = schedule;
    return *predict(made);
}

TrackData trackOf(const PredictionPtr& prediction)
{
    TrackData track;
    track.title = QStringLiteral("Predicted");
    track.timeline = prediction->timeline;
    track.schedule = prediction->schedule;
    track.ledger = prediction->ledger;
    return track;
}

// Of one row, in units of the axis times shares of the row's height.
std::array<double, kCategories> areas(const std::vector<FigureBox>& row)
{
    std::array<double, kCategories> sum{};
    for (const FigureBox& box : row)
        sum[static_cast<std::size_t>(box.category)]
            += (box.right - box.left) * (box.head - box.foot);
    return sum;
}

std::array<double, kCategories> times(const plan::Timeline& timeline, std::size_t rank,
                                      const TimeAxis& axis)
{
    std::array<double, kCategories> sum{};
    for (const plan::Span& span : timeline.spans[rank])
        sum[static_cast<std::size_t>(span.op.kind)] += axis.x(span.end) - axis.x(span.start);
    return sum;
}

// On any paper, and beyond what any paper can show.
TEST(FigureRow, EveryCategoryHasTheAreaOfItsTime)
{
    const PredictionPtr prediction = predictionOf(8, 512, "zb-h1");
    const TrackData track = trackOf(prediction);
    const std::vector<int> chunks = chunkOfStages(track);
    for (const double width : {5'000.0, 500.0, 50.0})
        for (const double dot : {0.0, 2.4, 24.0}) {
            const TimeAxis axis{{Nanoseconds{0}, prediction->timeline->makespan}, width};
            for (int rank = 0; rank < 8; ++rank) {
                const auto row = boxesOf(track, chunks, rank, axis, dot);
                const auto drawn = areas(row);
                const auto there
                    = times(*prediction->timeline, static_cast<std::size_t>(rank), axis);
                for (std::size_t category = 0; category < kCategories; ++category)
                    EXPECT_NEAR(drawn[category], there[category], 1e-6 * width)
                        << "width " << width << ", dot " << dot << ", rank " << rank;
                if (dot > 0) { // about two columns for each dot, of four categories at most
                    EXPECT_LE(static_cast<double>(row.size()), 2 * 4 * (width / dot + 1));
                }
            }
        }
}

TEST(FigureRow, BoxesFollowEachOther)
{
    const PredictionPtr prediction = predictionOf(4, 64, "1f1b");
    const TrackData track = trackOf(prediction);
    const TimeAxis axis{{Nanoseconds{0}, prediction->timeline->makespan}, 300};
    double last = 0;
    double left = 0;
    for (const FigureBox& box : boxesOf(track, chunkOfStages(track), 3, axis, 2.4)) {
        EXPECT_TRUE(box.left >= last || box.left == left); // a column is several boxes
        EXPECT_LT(box.left, box.right);
        EXPECT_LE(box.right, 300);
        last = box.right;
        left = box.left;
    }
}

TEST(Exports, TheTimeDrawnIsWithinTheStep)
{
    const PredictionPtr prediction = predictionOf(4, 8, "1f1b");
    const Nanoseconds end = prediction->timeline->makespan;
    StepsToDraw steps{{trackOf(prediction)}, {-end / 10, end * 2}, {}};
    EXPECT_EQ(shownSteps(steps, {}, WhichSteps::All, WhichTime::InSight).range,
              (TimeRange{Nanoseconds{0}, end}));
    EXPECT_TRUE(shownSteps(steps, {}, WhichSteps::Measured, WhichTime::Whole).tracks.empty());
    steps.area = TimeArea{{end / 4, end / 2}, 1, 2};
    const ShownSteps area = shownSteps(steps, {}, WhichSteps::Predicted, WhichTime::Selected);
    EXPECT_EQ(area.range, (TimeRange{end / 4, end / 2}));
    EXPECT_EQ(area.firstRank, 1);
    EXPECT_EQ(area.lastRank, 2);
}

TEST(Exports, AnyTitleMakesAFileName)
{
    EXPECT_EQ(fileStem(QStringLiteral("../../etc/passwd")), QStringLiteral("etc-passwd"));
    EXPECT_EQ(fileStem(QStringLiteral("=cmd|'/c'!A0")), QStringLiteral("cmd---c--A0"));
    EXPECT_EQ(fileStem(QString()), QStringLiteral("bubblescope"));
}

TEST(TableText, WhatASheetTakesForAFormulaIsNone)
{
    const QString csv = csvText(
        {{QStringLiteral("=1+1"), QStringLiteral("-2.5"), QStringLiteral("@SUM(A1)"),
          QStringLiteral("+3"), QStringLiteral("-cmd|' /C calc'!A0"), QStringLiteral("a\"b\nc")}});
    EXPECT_EQ(csv, QStringLiteral("'=1+1,-2.5,'@SUM(A1),+3,'-cmd|' /C calc'!A0,\"a\"\"b\nc\"\n"));
}

TEST(TableText, NothingIsMarkupOfTheTable)
{
    const std::vector<QStringList> lines{{QStringLiteral("a"), QStringLiteral("b")},
                                         {QStringLiteral("x|y\nz"), QStringLiteral("<i>")}};
    EXPECT_EQ(markdownText(lines),
              QStringLiteral("| a | b |\n| :--- | ---: |\n| x\\|y z | &lt;i> |\n"));
    EXPECT_TRUE(latexText({{QStringLiteral("50% of $x_1 & \\y")}})
                    .contains(QStringLiteral("50\\% of \\$x\\_1 \\& \\textbackslash{}y")));
    EXPECT_TRUE(latexText({{QStringLiteral("a<b>c|d − 2 × µ")}})
                    .contains(QStringLiteral("a\\textless{}b\\textgreater{}c\\textbar{}d $-$ 2 "
                                             "$\\times$ \\textmu{}")));
}

// What the script of the report reads, read here.
struct Bytes {
    QByteArray bytes;
    qsizetype at = 0;

    std::uint64_t number()
    {
        std::uint64_t value = 0;
        for (int shift = 0;; shift += 7) {
            const auto byte = static_cast<unsigned char>(bytes[at++]);
            value |= std::uint64_t{byte & 127U} << shift;
            if (byte < 128)
                return value;
        }
    }
    std::int64_t signedNumber()
    {
        const std::uint64_t n = number();
        return n % 2 ? -static_cast<std::int64_t>(n / 2) - 1 : static_cast<std::int64_t>(n / 2);
    }
};

TEST(ReportSpans, AreTheSpansOfTheStep)
{
    const PredictionPtr prediction = predictionOf(4, 8, "zbv");
    const ReportSpans made = reportSpans({trackOf(prediction)}, kMostReportSpans);
    ASSERT_EQ(made.tracks.size(), 1);
    const QJsonObject track = made.tracks[0].toObject();
    Bytes bytes{QByteArray::fromBase64(track[QStringLiteral("spans")].toString().toLatin1())};
    EXPECT_EQ(track[QStringLiteral("unit")].toInt(), 1);
    for (const auto& spans : prediction->timeline->spans) {
        ASSERT_EQ(bytes.number(), spans.size());
        std::map<std::uint64_t, std::int64_t> last;
        std::int64_t end = 0;
        for (const plan::Span& span : spans) {
            const std::uint64_t op = bytes.number();
            EXPECT_EQ(op, std::uint64_t(span.op.stage) * 4 + std::uint64_t(span.op.kind));
            const std::int64_t before = last.contains(op) ? last[op] : -1;
            last[op] = before + 1 + bytes.signedNumber();
            EXPECT_EQ(last[op], span.op.microbatch);
            const std::int64_t start = end + bytes.signedNumber();
            EXPECT_EQ(start, span.start.count());
            end = start + static_cast<std::int64_t>(bytes.number());
            EXPECT_EQ(end, span.end.count());
        }
    }
    EXPECT_EQ(bytes.at, bytes.bytes.size());
}

TEST(ReportSpans, BeyondTheMostRanksAreLeftOutAndCounted)
{
    const PredictionPtr prediction = predictionOf(4, 8, "1f1b");
    EXPECT_EQ(reportSpans({trackOf(prediction)}, 40).hiddenRanks, 2); // 16 ops each
}

TEST(ReportSpans, EveryTrackHasItsShareOfTheRoom)
{
    const TrackData large = trackOf(predictionOf(8, 8, "1f1b")); // 16 ops a rank
    const TrackData small = trackOf(predictionOf(2, 4, "1f1b")); // 16 in all
    const ReportSpans made = reportSpans({large, small, large}, 16 + 2 * 16 * 3);
    ASSERT_EQ(made.tracks.size(), 3);
    std::vector<int> hidden;
    std::vector<qsizetype> rows;
    for (const auto& track : made.tracks) {
        hidden.push_back(track.toObject()[QStringLiteral("hidden")].toInt());
        rows.push_back(track.toObject()[QStringLiteral("phases")].toArray().size());
    }
    EXPECT_EQ(hidden, (std::vector{5, 0, 5}));
    EXPECT_EQ(rows, (std::vector<qsizetype>{3, 2, 3}));
    EXPECT_EQ(made.hiddenRanks, 10);
}

TEST(Report, IsSmallAndTakesNoNameForMarkup)
{
    const QString evil = QStringLiteral("</script><img src=x onerror=a>&\"'");
    const PredictionPtr prediction = predictionOf(64, 512, "zb-h1");
    Report report;
    report.title = evil;
    report.subtitle = evil;
    report.numbers = {{evil, evil, evil}};
    report.findings = {{ReportMood::Bad, evil, {evil}}};
    report.tracks = {trackOf(prediction)};
    report.tracks[0].title = evil;
    report.tables = {{evil, {{evil, evil}, {evil}}, {}, evil}};
    report.settings = evil;
    report.provenance = {evil};
    const QByteArray html = htmlOf(report);
    EXPECT_LT(html.size(), 2 << 20);
    EXPECT_FALSE(html.contains("<img"));
    EXPECT_EQ(html.count("<script"), 2);
    EXPECT_EQ(html.count("</script>"), 2);
    EXPECT_FALSE(html.contains("http://"));
    EXPECT_FALSE(html.contains("https://"));
}

TEST(Report, CountsTheRanksThatAreLeftOut)
{
    const std::vector<plan::Span> spans(
        kMostReportSpans / 2 + 1, {{0, plan::OpKind::Forward, 0}, Nanoseconds{0}, Nanoseconds{1}});
    const auto page = [&](std::size_t ranks) {
        auto timeline = std::make_shared<plan::Timeline>();
        timeline->spans.assign(ranks, spans); // the first has room
        timeline->makespan = Nanoseconds{1};
        Report report;
        report.tracks.resize(1);
        report.tracks[0].timeline = timeline;
        return htmlOf(report);
    };
    EXPECT_FALSE(page(1).contains("<bdi>One further rank"));
    EXPECT_TRUE(
        page(2).contains("<bdi>One further rank is left out to keep the file small.</bdi>"));
    EXPECT_TRUE(
        page(3).contains("<bdi>2 further ranks are left out to keep the file small.</bdi>"));
}

// In every column, in three digits and a unit one can read, whatever the unit of the costs.
TEST(Ledger, SumsToTheMakespan)
{
    auto ledger = std::make_shared<plan::Ledger>();
    ledger->ranks = {{59'953'000'000ns, 46'900ns}, {29'000'000'000ns, 30'953'046'900ns}};
    constexpr plan::Nanoseconds kMakespan = 59'953'046'900ns;
    LedgerModel model;
    model.setPredicted(ledger, kMakespan);
    model.setMeasured(ledger, kMakespan);
    ASSERT_EQ(model.columnCount(), 6);
    const auto text
        = [&model](int row, int column) { return model.index(row, column).data().toString(); };
    for (int column = 0; column < 6; ++column)
        EXPECT_EQ(text(LedgerModel::sumRow(), column), QStringLiteral("60.0 s · 100 %"));
    EXPECT_EQ(text(0, 0), QStringLiteral("44.5 s · 74.2 %"));
    EXPECT_EQ(text(1, 2), QStringLiteral("46.9 µs · 0 %"));
    model.setUnit(LedgerUnit::Milliseconds);
    EXPECT_EQ(text(LedgerModel::sumRow(), 0), text(LedgerModel::sumRow(), 2));
}

TEST(ExportTables, LedgerIsAsShownAndExactInNanoseconds)
{
    const PredictionPtr prediction = predictionOf(4, 8, "1f1b");
    LedgerModel model;
    model.setPredicted(prediction->ledger, prediction->timeline->makespan);
    const NamedTable table = ledgerTable(model, 100);
    ASSERT_EQ(table.shown.size(), table.exact.size());
    EXPECT_EQ(table.exact[0][1], QStringLiteral("all_ranks_ns"));
    EXPECT_EQ(table.exact.back()[2].toLongLong(), prediction->timeline->makespan.count());
    std::size_t line = 1;
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.isEmptyRow(row))
            continue;
        for (int column = 0; column < model.columnCount(); ++column)
            EXPECT_EQ(table.shown[line][column + 1],
                      model.data(model.index(row, column), Qt::DisplayRole).toString());
        ++line;
    }
    EXPECT_EQ(line, table.shown.size());
    EXPECT_EQ(ledgerTable(model, 2).shown[0].size(), 4); // its name, all, two ranks
}

} // namespace
} // namespace gui::test
