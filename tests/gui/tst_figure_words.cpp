// What figures of steps say: of chunks, in boxes, under the rows, and in which script.

#include "gui/window/language.h"
#include "tests/gui/drawn_steps.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QSet>
#include <QTest>

#include <cmath>

using namespace gui;
using test::kAllExtras;
using test::measuredBesidePlan;
using test::namesOf;
using test::stepsOf;

namespace {

// How many colours the middle of a box has, which letters and edges stay out of: a strip at its
// foot.
int coloursAtFoot(const QImage& image, const FigureSheet& sheet, const FigureSheet::Row& row,
                  const FigureBox& box)
{
    const double scale = image.width() / sheet.size.width();
    const auto left = std::lround((sheet.plotLeft + box.left) * scale) + 2;
    const auto right = std::lround((sheet.plotLeft + box.right) * scale) - 2;
    const auto bottom = std::lround((row.top + sheet.rowHeight) * scale) - 3;
    QSet<QRgb> colours;
    for (auto y = bottom - 8; y < bottom; ++y)
        for (auto x = left; x < right; ++x)
            colours << image.pixel(int(x), int(y));
    return int(colours.size());
}

} // namespace

class tst_FigureWords : public QObject {
    Q_OBJECT
private slots:
    void chunksAreToldApart_data();
    void chunksAreToldApart();
    void theLegendNamesChunks();
    void boxesSayAsMuchAsTheyHaveRoomFor();
    void notesHaveRoom();
    void onlyWhatIsShownIsSpokenOf();
    void chineseIsWrittenAsInChina();
};

void tst_FigureWords::chunksAreToldApart_data()
{
    QTest::addColumn<bool>("greyscale");
    QTest::newRow("colours") << false;
    QTest::newRow("greyscale") << true;
}

// By a pattern: without colours, and to whoever sees none.
void tst_FigureWords::chunksAreToldApart()
{
    QFETCH(bool, greyscale);
    const ShownSteps steps = stepsOf(2, 4, "interleaved", 4);
    FigureLook look;
    look.paper = Paper::Slide;
    look.greyscale = greyscale;
    const FigureSheet sheet = figureSheet(steps, look);
    const Figure figure = stepFigure(steps, look);
    const QImage image = imageOf(figure, (figure.size / 8).toSize());
    std::array<int, 4> seen{};
    for (const FigureBox& box : sheet.rows[0].boxes) {
        if (box.category != Category::Forward)
            continue;
        ++seen[std::size_t(box.chunk)];
        const int colours = coloursAtFoot(image, sheet, sheet.rows[0], box);
        QVERIFY2(box.chunk == 0 ? colours == 1 : colours > 1, qPrintable(QString::number(colours)));
    }
    for (const int count : seen)
        QCOMPARE(count, 4);
    QSet<Hatch> patterns;
    for (int chunk = 0; chunk < 4; ++chunk)
        patterns << sheet.inks.of(Category::Backward, chunk).pattern;
    QCOMPARE(patterns.size(), 4);
}

void tst_FigureWords::theLegendNamesChunks()
{
    const auto chunkNames = [](int chunks) {
        return namesOf(figureSheet(stepsOf(2, 4, "interleaved", chunks), {}))
            .filter(QStringLiteral("chunk"));
    };
    QCOMPARE(chunkNames(1), QStringList());
    QCOMPARE(chunkNames(2), QStringList{QStringLiteral("c1 second chunk")});
    QCOMPARE(chunkNames(3).size(), 2);
    QCOMPARE(chunkNames(4).last(), QStringLiteral("c3 fourth chunk"));
    // There are no more patterns than that, which is said.
    QCOMPARE(chunkNames(6).size(), 3);
    const FigureSheet sheet = figureSheet(stepsOf(2, 4, "interleaved", 6), {});
    QCOMPARE(sheet.notes.filter(QStringLiteral("c4")).size(), 1);
}

void tst_FigureWords::boxesSayAsMuchAsTheyHaveRoomFor()
{
    const auto labelsOf = [](const ShownSteps& steps, const FigureLook& look) {
        QStringList labels;
        for (const FigureSheet::Row& row : figureSheet(steps, look).rows)
            for (const QString& label : row.labels)
                labels << label;
        return labels;
    };
    FigureLook look;
    look.paper = Paper::Slide;
    const QStringList roomy = labelsOf(stepsOf(2, 2, "interleaved", 2), look);
    QVERIFY(roomy.contains(QStringLiteral("F0·c0")) && roomy.contains(QStringLiteral("B1·c1")));
    QVERIFY(labelsOf(stepsOf(2, 2, "1f1b"), look).contains(QStringLiteral("F0")));
    look.chunks = false;
    QVERIFY(labelsOf(stepsOf(2, 2, "interleaved", 2), look).contains(QStringLiteral("0")));
    // Backward ops take twice as long, and have room for their letter where the others have none.
    look.chunks = true;
    look.paper = Paper::Column;
    const QStringList narrow = labelsOf(stepsOf(4, 8, "interleaved", 2), look);
    QCOMPARE(narrow.count(QString()), 0);
    QVERIFY(narrow.contains(QStringLiteral("7")) && narrow.contains(QStringLiteral("B7")));
}

// In as many lines as it takes, none of which is cut off.
void tst_FigureWords::notesHaveRoom()
{
    ShownSteps steps = measuredBesidePlan();
    steps.tracks[1].title = QStringLiteral("Measured on a machine of a long name, step 12345");
    for (const ShownSteps& each : {stepsOf(128, 2048, "1f1b"), steps})
        for (const Paper paper : {Paper::Column, Paper::Page, Paper::Slide}) {
            FigureLook look;
            look.paper = paper;
            look.extras = kAllExtras;
            const FigureSheet sheet = figureSheet(each, look);
            const QFontMetricsF metrics(sheet.font);
            QVERIFY(!sheet.notes.isEmpty());
            for (const QString& note : sheet.notes)
                QVERIFY2(metrics.horizontalAdvance(note)
                             <= sheet.size.width() - 2 * sheet.margin + 1,
                         qPrintable(note));
            QVERIFY(sheet.notesTop + double(sheet.notes.size()) * metrics.height()
                    <= sheet.size.height());
        }
}

// Neither of ranks that are not shown, nor of what has not happened yet.
void tst_FigureWords::onlyWhatIsShownIsSpokenOf()
{
    ShownSteps steps = measuredBesidePlan();
    steps.tracks.erase(steps.tracks.begin());
    TrackData& track = steps.tracks.front();
    const auto namesAre = [&](int first, int last) {
        steps.firstRank = first;
        steps.lastRank = last;
        FigureLook look;
        look.extras = kAllExtras;
        return namesOf(figureSheet(steps, look));
    };
    const QString noData = QStringLiteral("no data");
    auto under = std::make_shared<plan::Timeline>(*track.timeline);
    under->spans[2].pop_back(); // the last op
    track.timeline = under;
    QVERIFY(namesAre(0, -1).contains(noData));
    QVERIFY(!namesAre(0, 1).contains(noData));
    QVERIFY(!namesAre(3, 3).contains(noData));
    track.live = true;
    QVERIFY(!namesAre(0, -1).contains(noData));
    // Rank 1 alone computes again, and rank 2 alone says what it holds.
    const QString again = QStringLiteral("computed again");
    const QString weights = QStringLiteral("memory: weights");
    QVERIFY(namesAre(1, 2).contains(again) && namesAre(1, 2).contains(weights));
    QVERIFY(!namesAre(2, 3).contains(again));
    QVERIFY(!namesAre(0, 1).contains(weights));
    // One op of rank 3 is narrower than a dot.
    auto narrow = std::make_shared<plan::Timeline>(*under);
    narrow->spans[3].front().end = narrow->spans[3].front().start + Nanoseconds{1};
    track.timeline = narrow;
    const auto notesOf = [&](int last) {
        steps.firstRank = 0;
        steps.lastRank = last;
        return figureSheet(steps, {}).notes;
    };
    QCOMPARE(notesOf(-1).filter(QStringLiteral("narrower")).size(), 1);
    QCOMPARE(notesOf(2), QStringList());
}

void tst_FigureWords::chineseIsWrittenAsInChina()
{
    const QString family = QStringLiteral("Noto Sans CJK SC");
    if (!QFontDatabase::families(QFontDatabase::SimplifiedChinese).contains(family)
        || QLocale::system().name() == QStringLiteral("zh_CN"))
        QSKIP("the font is not installed, or the system chooses it by itself");
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("zh_CN")));
    const QByteArray chinese
        = fileOf(stepFigure(stepsOf(4, 8, "1f1b"), {}), FigureFormat::Pdf, 1, {});
    QVERIFY(QApplication::font().families().contains(family));
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
    QVERIFY(!QApplication::font().families().contains(family));
    QVERIFY(chinese.contains("NotoSansCJKsc"));
    QVERIFY(!chinese.contains("NotoSansCJKjp"));
}

QTEST_MAIN(tst_FigureWords)
#include "tst_figure_words.moc"
