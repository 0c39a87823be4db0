// Figures of steps: sizes, fonts and formats, and that a file looks as it should.

#include "engine/plan/insight/critical_path.h"
#include "gui/export/figure_dialog.h"
#include "gui/theme/op_colours.h"
#include "tests/gui/drawn_steps.h"
#include "tests/gui/pictures.h"

#include <QTest>
#include <QXmlStreamReader>

#include <cmath>

using namespace gui;
using test::inked;
using test::kAllExtras;
using test::measuredBesidePlan;
using test::namesOf;
using test::renderedSvg;
using test::stepsOf;

class tst_Figures : public QObject {
    Q_OBJECT
private slots:
    void everyPaperHasItsWidthAndReadableType();
    void ranksWithoutRoomAreCounted();
    void everyTrackHasItsShareOfTheRows();
    void svgNeedsNoFontAndNothingOutside();
    void svgLooksAsThePngDoes();
    void pdfEmbedsItsFontsAndHasTheSizeOfThePaper();
    void largeStepsMakeSmallFiles();
    void greyscaleHasNoColour();
    void extrasAreThoseOfTheStep();
    void extrasAreDrawnWhereTheyAreAskedFor();
    void opsHaveTheColoursThatWereChosen();
    void thePreviewShowsWhatTheFileHas();
};

void tst_Figures::everyPaperHasItsWidthAndReadableType()
{
    const ShownSteps steps = stepsOf(4, 8, "1f1b");
    const std::tuple<Paper, double, double> papers[]
        = {{Paper::Column, 3.3, 7.0}, {Paper::Page, 6.9, 7.0}, {Paper::Slide, 13.333, 18.0}};
    for (const auto& [paper, inches, points] : papers) {
        FigureLook look;
        look.paper = paper;
        const FigureSheet sheet = figureSheet(steps, look);
        QVERIFY(std::abs(sheet.size.width() / kUnitsPerInch - inches) < 0.001);
        QVERIFY(sheet.font.pixelSize() / kUnitsPerPoint >= points);
        QCOMPARE(sheet.rows.size(), 4U);
        QVERIFY(!sheet.marks.empty());
        // Microbatches are named where there is room, and there is: eight of four ranks.
        QVERIFY(std::any_of(sheet.rows[0].labels.begin(), sheet.rows[0].labels.end(),
                            [](const QString& label) { return label.contains(u'7'); }));
        QVERIFY(sheet.boxFont.pixelSize() / kUnitsPerPoint >= 4.5);
    }
}

void tst_Figures::ranksWithoutRoomAreCounted()
{
    FigureLook look;
    look.paper = Paper::Column;
    const FigureSheet sheet = figureSheet(stepsOf(1024, 2, "gpipe"), look);
    QVERIFY(sheet.rows.size() < 1024);
    QVERIFY(!sheet.notes.isEmpty());
    QVERIFY(sheet.notes[0].contains(QString::number(1024 - sheet.rows.size())));
    QVERIFY(sheet.size.height() <= 4.6 * kUnitsPerInch);
    // Of narrow ops, too: as many lines of notes leave as much room.
    const FigureSheet lower = figureSheet(stepsOf(int(sheet.rows.size()) + 1, 64, "gpipe"), look);
    QCOMPARE(lower.rows.size(), sheet.rows.size());
    QCOMPARE(lower.notes[0], QStringLiteral("One further rank has no room here"));
}

void tst_Figures::everyTrackHasItsShareOfTheRows()
{
    ShownSteps steps = stepsOf(512, 2, "gpipe");
    steps.tracks.push_back(steps.tracks.front());
    steps.tracks.back().title = QStringLiteral("the other");
    FigureLook look;
    look.paper = Paper::Column;
    const FigureSheet sheet = figureSheet(steps, look);
    QCOMPARE(sheet.captions.size(), 2U);
    QVERIFY(sheet.captions[1].left.contains(QStringLiteral("other")));
    const auto below = std::count_if(sheet.rows.begin(), sheet.rows.end(), [&](const auto& row) {
        return row.top > sheet.captions[1].baseline;
    });
    QVERIFY(below > 10);
    QVERIFY(std::abs(2 * below - std::ssize(sheet.rows)) <= 2);
}

void tst_Figures::svgNeedsNoFontAndNothingOutside()
{
    const ShownSteps steps = stepsOf(4, 8, "1f1b");
    FigureLook look;
    look.title = true;
    const QByteArray svg = fileOf(stepFigure(steps, look), FigureFormat::Svg, 1, steps.title);
    QXmlStreamReader reader(svg);
    int paths = 0;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        QVERIFY(reader.name() != QStringLiteral("text"));
        QVERIFY(!reader.attributes().hasAttribute(QStringLiteral("font-family")));
        QVERIFY(!reader.attributes().hasAttribute(QStringLiteral("href")));
        paths += reader.name() == QStringLiteral("path");
        if (reader.name() == QStringLiteral("svg"))
            QCOMPARE(reader.attributes().value(QStringLiteral("width")).toString(),
                     QStringLiteral("6.9000in"));
        if (reader.name() == QStringLiteral("title"))
            QCOMPARE(reader.readElementText(), steps.title);
    }
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    QVERIFY(paths > 20);
    // The same figure is the same file.
    QCOMPARE(fileOf(stepFigure(steps, look), FigureFormat::Svg, 1, steps.title), svg);
}

// Words and boxes are where they are in the file that Qt draws itself.
void tst_Figures::svgLooksAsThePngDoes()
{
    const Figure figure = stepFigure(stepsOf(4, 8, "zb-h1"), {});
    const QImage png = QImage::fromData(fileOf(figure, FigureFormat::Png, 2, {}));
    const QImage svg
        = renderedSvg(fileOf(figure, FigureFormat::Svg, 1, {}), png.width()).scaled(png.size());
    QVERIFY(inked(png) > 10'000);
    qint64 differing = 0;
    for (int y = 0; y < png.height(); ++y)
        for (int x = 0; x < png.width(); ++x)
            differing += std::abs(qGray(png.pixel(x, y)) - qGray(svg.pixel(x, y))) > 60;
    QVERIFY2(differing * 50 < qint64(png.width()) * png.height(),
             qPrintable(QString::number(differing)));
}

void tst_Figures::pdfEmbedsItsFontsAndHasTheSizeOfThePaper()
{
    FigureLook look;
    look.paper = Paper::Column;
    const QByteArray pdf
        = fileOf(stepFigure(stepsOf(4, 8, "1f1b"), look), FigureFormat::Pdf, 1, {});
    QVERIFY(pdf.startsWith("%PDF"));
    QVERIFY(pdf.contains("/FontFile"));
    const qsizetype box = pdf.indexOf("/MediaBox");
    QVERIFY2(pdf.mid(box, 40).contains("237.") || pdf.mid(box, 40).contains("238"),
             pdf.mid(box, 60).constData());
}

void tst_Figures::largeStepsMakeSmallFiles()
{
    const ShownSteps steps = stepsOf(64, 512, "1f1b");
    const QByteArray svg = fileOf(stepFigure(steps, {}), FigureFormat::Svg, 1, {});
    QVERIFY2(svg.size() < 4 << 20, qPrintable(QString::number(svg.size())));
}

void tst_Figures::greyscaleHasNoColour()
{
    FigureLook look;
    look.greyscale = true;
    const QImage image = QImage::fromData(
        fileOf(stepFigure(stepsOf(4, 8, "zb-h1"), look), FigureFormat::Png, 1, {}));
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor at = image.pixelColor(x, y);
            // Texts and lines have the theme's, which are all but grey.
            QVERIFY2(std::abs(at.red() - at.blue()) < 16 && std::abs(at.red() - at.green()) < 16,
                     qPrintable(QStringLiteral("%1 at %2, %3").arg(at.name()).arg(x).arg(y)));
        }
}

void tst_Figures::extrasAreThoseOfTheStep()
{
    ShownSteps steps = measuredBesidePlan();
    auto critical = std::make_shared<plan::CriticalPath>(plan::criticalPath(
        *steps.tracks[0].schedule, *steps.tracks[0].timeline, plan::Costs::unit()));
    steps.tracks[0].critical = critical;
    const FigureExtras there = extrasOf(steps.tracks);
    QVERIFY(there == kAllExtras);
    QVERIFY(extrasOf(stepsOf(4, 8, "1f1b").tracks) == FigureExtras{});
    FigureLook look;
    look.extras = kAllExtras;
    const FigureSheet sheet = figureSheet(steps, look);
    const TimeAxis axis{steps.range, sheet.plotWidth};
    QCOMPARE(sheet.rows.size(), 8u);
    double chain = 0;
    for (std::size_t rank = 0; rank < 4; ++rank) {
        const FigureSheet::Row& planned = sheet.rows[rank];
        const FigureSheet::Row& measured = sheet.rows[4 + rank];
        QVERIFY(planned.ghosts.empty());
        const auto& spans = steps.tracks[1].planned->spans[rank];
        QCOMPARE(measured.ghosts.size(), spans.size());
        for (std::size_t i = 0; i < spans.size(); ++i) {
            QCOMPARE(measured.ghosts[i].left, axis.x(spans[i].start));
            QCOMPARE(measured.ghosts[i].right, axis.x(spans[i].end));
        }
        for (const FigureBox& frame : planned.critical)
            chain += frame.right - frame.left;
    }
    // Without transfers it is as long as the step.
    QVERIFY(std::abs(chain - axis.x(steps.tracks[1].planned->makespan)) < 1e-3);
    const plan::Part& part = steps.tracks[1].timeline->parts[1].front();
    QCOMPARE(sheet.rows[5].sections.size(), 1u);
    QCOMPARE(sheet.rows[5].sections[0].right, axis.x(part.end));
    QCOMPARE(sheet.rows[5].sections[0].category, Category::Recompute);
    QCOMPARE(sheet.rows[7].kernels[0].size(), 1u);
    QVERIFY(sheet.rows[4].kernels[0].empty());
    const auto& stacks = sheet.rows[6].memory;
    QCOMPARE(stacks.size(), 2u);
    QCOMPARE(stacks[0].heads[0], 0.5);
    QCOMPARE(stacks[0].heads[4], 0.5);
    QCOMPARE(stacks[1].heads[4], 1.0);
    QVERIFY(std::abs(stacks[1].left - axis.x(steps.tracks[1].timeline->makespan) / 2)
            <= 2 * look.dot);
    // Rows with lanes stand further apart, and no lane reaches into the next row.
    QVERIFY(sheet.rows[5].top >= sheet.rows[4].memoryTop + sheet.rows[4].memoryHeight);
    QVERIFY(sheet.rows[1].top - sheet.rows[0].top < sheet.rows[5].top - sheet.rows[4].top);
    QVERIFY(sheet.rows[4].memoryTop >= sheet.rows[4].kernelTop + sheet.rows[4].kernelHeight);
    QVERIFY(sheet.rows.back().memoryTop + sheet.rows.back().memoryHeight <= sheet.axisTop);
    QCOMPARE(sheet.notes.filter(QStringLiteral("Measured: lanes of memory")).size(), 1);
    // A lane is nearer to its own row than to the next.
    QVERIFY(sheet.rows[4].kernelTop - sheet.rows[4].top - sheet.rowHeight
            < sheet.rows[5].top - sheet.rows[4].memoryTop - sheet.rows[4].memoryHeight);
    const QStringList names = namesOf(sheet);
    for (const char* name : {"as predicted", "critical path", "computed again", "memory: weights",
                             "memory: activations"})
        QVERIFY2(names.contains(QLatin1String(name)), name);
    QVERIFY(!names.contains(QStringLiteral("memory: buffers")));
}

void tst_Figures::extrasAreDrawnWhereTheyAreAskedFor()
{
    const ShownSteps steps = measuredBesidePlan();
    for (const Paper paper : {Paper::Column, Paper::Page, Paper::Slide}) {
        FigureLook look;
        look.paper = paper;
        const auto svg = [&] { return fileOf(stepFigure(steps, look), FigureFormat::Svg, 1, {}); };
        const QByteArray plain = svg();
        QVERIFY(!plain.contains("stroke-dasharray"));
        look.extras.ghosts = true;
        const QByteArray ghosts = svg();
        QVERIFY(ghosts.contains("stroke-dasharray"));
        look.extras = {.memory = true};
        const QByteArray memory = svg();
        QVERIFY(memory != plain);
        QVERIFY(memory.contains(lightTheme().memory[3].name().toLatin1()));
        QVERIFY(!plain.contains(lightTheme().memory[3].name().toLatin1()));
        look.extras = {.inner = true};
        QVERIFY(svg().contains(lightTheme().recompute.name().toLatin1()));
        // As many ranks as before have room.
        look.extras = kAllExtras;
        QCOMPARE(figureSheet(steps, look).rows.size(), 8u);
    }
    FigureLook grey;
    grey.greyscale = true;
    grey.extras = kAllExtras;
    const QImage image
        = QImage::fromData(fileOf(stepFigure(steps, grey), FigureFormat::Png, 1, {}));
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor at = image.pixelColor(x, y);
            QVERIFY(std::abs(at.red() - at.blue()) < 16 && std::abs(at.red() - at.green()) < 16);
        }
}

void tst_Figures::opsHaveTheColoursThatWereChosen()
{
    const ShownSteps steps = stepsOf(4, 8, "zb-h1");
    for (const OpColours colours : kOpColours) {
        FigureLook look;
        look.colours = colours;
        const FigureInks inks = figureSheet(steps, look).inks;
        QCOMPARE(inks.of(Category::Forward, 0).fill, withColours(lightTheme(), colours).forward);
        look.greyscale = true;
        QVERIFY(figureSheet(steps, look).inks.of(Category::Forward, 0).fill
                == figureInks(lightTheme(), true).of(Category::Forward, 0).fill);
    }
}

// But for columns as wide as a pixel, so that it is drawn as fast as it is seen. The last of these:
// once widgets have shown words, the outlines of letters are 0.02 units off the first time.
void tst_Figures::thePreviewShowsWhatTheFileHas()
{
    FigureLook look;
    look.extras = kAllExtras;
    const ShownSteps measured = measuredBesidePlan();
    const FigureSheet printed = figureSheet(measured, look);
    look.pixel = 40;
    const FigureSheet seen = figureSheet(measured, look);
    QCOMPARE(seen.size, printed.size);
    QVERIFY(!printed.rows[4].ghosts.empty());
    for (std::size_t row = 0; row < printed.rows.size(); ++row)
        QCOMPARE(seen.rows[row].ghosts.size(), printed.rows[row].ghosts.size());

    // Ops that are wider than a dot of the file, and narrower than a pixel.
    const ShownSteps steps = stepsOf(2, 400, "1f1b");
    const FigureSheet file = figureSheet(steps, {});
    QVERIFY(file.notes.isEmpty());
    look = {};
    look.pixel = 9;
    const FigureSheet coarse = figureSheet(steps, look);
    QVERIFY(coarse.rows[0].boxes.size() < file.rows[0].boxes.size());
    QCOMPARE(coarse.notes, file.notes);
    Exports exports{QStringLiteral("t"), QStringLiteral("t")};
    exports.figures.push_back(
        {QStringLiteral("Timeline"), StepsToDraw{steps.tracks, steps.range, {}}});
    FigureDialog dialog(exports, nullptr);
    dialog.show();
    QTRY_VERIFY(!dialog.preview().isNull());
    const QSize pixels = dialog.preview().size();
    QVERIFY(file.size.width() / pixels.width() > 4);
    const double high = pixels.width() * file.size.height() / file.size.width();
    QVERIFY2(std::abs(pixels.height() - high) <= 1, qPrintable(QString::number(high)));
}

QTEST_MAIN(tst_Figures)
#include "tst_figures.moc"
