// What a step of a lesson shows beside its timeline, held against the engine; how answers are given
// by mouse and by keyboard; and that nothing of any step of the course is cut.

#include "engine/lesson/course.h"
#include "engine/lesson/values.h"
#include "engine/strategy/layer_split.h"
#include "gui/lessons/answer_input.h"
#include "gui/lessons/lesson_text.h"
#include "gui/lessons/option_button.h"
#include "gui/lessons/step_panel.h"
#include "gui/lessons/verdict_note.h"
#include "gui/stepviews/grid_cells.h"
#include "gui/stepviews/layer_boxes.h"
#include "gui/stepviews/state_bars.h"
#include "gui/stepviews/state_chart.h"
#include "gui/stepviews/step_views.h"
#include "gui/text/number_format.h"
#include "gui/timeline/view_state.h"
#include "gui/window/theme_choice.h"
#include "tests/gui/cut_texts.h"

#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <numeric>

using namespace gui;

namespace {

using Read = std::shared_ptr<const lesson::ReadLesson>;

Read readOf(std::string_view name)
{
    static std::map<std::string_view, Read> known;
    Read& read = known[name];
    if (!read)
        read = std::make_shared<const lesson::ReadLesson>(
            lesson::readCourseLesson(*lesson::findInCourse(name)));
    return read;
}

lesson::PlannedPtr stateOf(std::string_view lesson, const char* state)
{
    return readOf(lesson)->states.at(state).planned;
}

// A panel on a step, as a window has it.
struct Learning {
    explicit Learning(std::string_view lesson, const char* step = nullptr)
        : store(folder.filePath(QStringLiteral("progress.json")))
        , session(readOf(lesson), &store)
        , panel(session, state)
    {
        panel.resize(420, 900);
        panel.show();
        panel.activateWindow();
        // Only a window that is active gives its widgets the keyboard.
        [[maybe_unused]] const bool isActive = QTest::qWaitForWindowActive(&panel);
        if (step)
            session.goTo(step);
    }

    template <class Widget>
    Widget* find()
    {
        return panel.input()->findChild<Widget*>();
    }
    QList<OptionButton*> options() { return panel.findChildren<OptionButton*>(); }
    void type(const QString& text)
    {
        auto* line = find<QLineEdit>();
        QVERIFY(line);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
    }
    bool isPassed() const { return session.phase() == StepPhase::Passed; }

    QTemporaryDir folder;
    ProgressStore store;
    ViewState state;
    LessonSession session;
    StepPanel panel;
};

std::vector<int> rankWords(const lesson::Planned& planned, lesson::MeasureId id, int rank)
{
    const auto value
        = lesson::valueOf({.state = {}, .id = id, .rank = rank, .detail = {}}, planned);
    std::vector<int> ranks;
    for (const QString& word : QString::fromStdString(value->word).split(QLatin1Char(' ')))
        ranks.push_back(word.toInt());
    return ranks;
}

// Labels that are lower than their texts: what has no blanks has no words to be too wide.
QStringList lowTexts(const QWidget& within)
{
    QStringList found;
    for (const QLabel* label : within.findChildren<QLabel*>())
        if (label->isVisibleTo(&within) && label->wordWrap()
            && label->height() + 2 < label->heightForWidth(label->width()))
            found << label->text();
    for (const QAbstractButton* button : within.findChildren<QAbstractButton*>())
        if (button->isVisibleTo(&within)
            && (button->width() < button->sizeHint().width() - 1
                || button->height() < button->sizeHint().height() - 2))
            found << button->text();
    return found;
}

int partOfLayer(const PartsPicture& picture, int layer)
{
    for (int part = 0; part < picture.parts(); ++part)
        if (picture.all()[std::size_t(part)].layer == layer)
            return part;
    return -1;
}

} // namespace

class tst_StepViews : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        applyTheme(*qApp, ThemeChoice::Light, systemPalette());
        applySizes(*qApp, Metrics());
    }
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void memoryMarksTheFullestRank();
    void withoutAModelMemoryIsInFlight();
    void theLedgerAddsUp();
    void messagesAreThoseOfTheStep();
    void theGridMarksTheGroups();
    void layersStandOnTheirRanks();
    void theChartHasItsValues();
    void coveredViewsTellNothing();
    void statesShareAScale();
    void theSelectedRankIsMarked();

    void aWrongNumberIsTypedOver();
    void pointsFollowTries();
    void choicesStayMarked();
    void layersAreTypedOrClicked();
    void ranksOfAPathStayInOrder();
    void opsAreTyped();
    void statesAreOrderedByKeys();
    void aStretchIsTypedOrDrawn();
    void fieldsAreDragged();
    void guessesAreHeldAgainstTheTruth();
    void aStepWithoutHintsHasTheUsualOnes();
    void whatWasPassedIsShownAgain();
    void nothingIsMarkup();

    void noTextIsCut_data();
    void noTextIsCut();
};

void tst_StepViews::memoryMarksTheFullestRank()
{
    const auto planned = stateOf("memory", readOf("memory")->lesson.steps[0].state.c_str());
    const strategy::Estimate* estimate = planned->estimate();
    QVERIFY(estimate);
    const BarPicture picture = memoryBars(*planned, {});
    QCOMPARE(picture.rows.size(), estimate->memory.size());
    for (std::size_t rank = 0; rank < picture.rows.size(); ++rank) {
        const BarRow& row = picture.rows[rank];
        QCOMPARE(row.remark.isEmpty(), rank != estimate->fullestRank);
        QCOMPARE(row.value, bytesText(estimate->memory[rank].peak()));
        QCOMPARE(std::accumulate(row.pieces.begin(), row.pieces.end(), 0.0),
                 estimate->memory[rank].peak());
    }
    QCOMPARE(picture.limit, estimate->memoryLimit);
    QVERIFY(picture.extent > picture.limit);
}

void tst_StepViews::withoutAModelMemoryIsInFlight()
{
    const auto planned = stateOf("same-bubble-less-memory", "1f1b");
    const BarPicture picture = memoryBars(*planned, {});
    QVERIFY(picture.counted);
    QCOMPARE(picture.rows.size(), std::size_t(4));
    for (std::size_t rank = 0; rank < 4; ++rank)
        QCOMPARE(picture.rows[rank].value, QString::number(planned->row().peakInFlight[rank]));
    QCOMPARE(picture.rows[0].value, QStringLiteral("4"));
    QVERIFY(!picture.rows[0].remark.isEmpty());
    QVERIFY(picture.rows[1].remark.isEmpty());
}

void tst_StepViews::theLedgerAddsUp()
{
    const auto planned = stateOf("same-bubble-less-memory", "1f1b");
    const ViewOptions options{.unit = readOf("same-bubble-less-memory")->lesson.unit};
    const BarPicture picture = ledgerBars(*planned, options);
    const auto makespan = double(planned->timeline().makespan.count());
    QCOMPARE(picture.rows.size(), std::size_t(5)); // and all of them together
    for (const BarRow& row : picture.rows)
        QCOMPARE(std::accumulate(row.pieces.begin(), row.pieces.end(), 0.0), makespan);
    const plan::RankLedger total = plan::total(planned->ledger());
    std::size_t lines = 0;
    for (const plan::Nanoseconds time : total)
        lines += time.count() > 0 ? 1 : 0;
    QCOMPARE(picture.kinds.size(), lines);
    QCOMPARE(picture.kinds[0].name, QStringLiteral("forward"));
    QCOMPARE(picture.kinds[0].cells[0], QStringLiteral("32 u")); // 4 ranks, 8 microbatches
    QCOMPARE(picture.rows[0].value, QStringLiteral("33 u"));
    QCOMPARE(picture.rows[4].value, QStringLiteral("132 u"));
}

void tst_StepViews::messagesAreThoseOfTheStep()
{
    for (const char* name : {"v2", "v4"}) {
        const auto& states = readOf("interleaving")->states;
        if (!states.contains(name))
            continue;
        const auto planned = states.at(name).planned;
        double sum = 0;
        const BarPicture picture = messageBars(*planned, {});
        for (const BarRow& row : picture.rows)
            sum += row.pieces[0] + row.pieces[1];
        QCOMPARE(std::size_t(sum), planned->row().transfers);
        QVERIFY(picture.foot.contains(QString::number(planned->row().transfers)));
    }
    const auto naive = stateOf("same-bubble-less-memory", "gpipe");
    const BarPicture picture = messageBars(*naive, {});
    QCOMPARE(picture.rows.size(), std::size_t(3));
    QCOMPARE(picture.rows[0].name, QStringLiteral("0 ↔ 1"));
    QCOMPARE(picture.rows[0].pieces, (std::vector<double>{8, 8}));
    QCOMPARE(naive->row().transfers, std::size_t(48));
}

void tst_StepViews::theGridMarksTheGroups()
{
    const auto cube = stateOf("the-grid", "cube");
    GridCells grid;
    grid.resize(400, 300);
    grid.show(cube, {});
    QCOMPARE(grid.parts(), 8);
    QSignalSpy clicked(&grid, &PartsPicture::rankClicked);
    QTest::mouseClick(&grid, Qt::LeftButton, {}, grid.partPlace(5).center());
    QCOMPARE(clicked.count(), 1);
    QCOMPARE(clicked[0][0].toInt(), 5);
    QCOMPARE(grid.marked(GridCells::GroupOf::Tensor),
             rankWords(*cube, lesson::MeasureId::TensorGroup, 5));
    QCOMPARE(grid.marked(GridCells::GroupOf::Data),
             rankWords(*cube, lesson::MeasureId::DataGroup, 5));
    QCOMPARE(grid.marked(GridCells::GroupOf::Pipeline),
             rankWords(*cube, lesson::MeasureId::PipelineGroup, 5));
    QCOMPARE(grid.marked(GridCells::GroupOf::Pipeline), (std::vector<int>{1, 5}));
    QVERIFY(grid.groupSentences().contains(QStringLiteral("1, 5, in one node")));
    // The keys go to the cell beside, and choose it.
    QTest::keyClick(&grid, Qt::Key_Left);
    QCOMPARE(grid.currentPart(), 4);
    QTest::keyClick(&grid, Qt::Key_Return);
    QCOMPARE(clicked.count(), 2);
    QCOMPARE(clicked[1][0].toInt(), 4);

    const auto figure = stateOf("the-grid", "figure");
    grid.show(figure, {});
    QCOMPARE(grid.parts(), 32);
    grid.choosePart(0);
    QCOMPARE(grid.marked(GridCells::GroupOf::Pipeline), (std::vector<int>{0, 8, 16, 24}));
    QVERIFY(grid.groupSentences().contains(QStringLiteral("over more than one node")));
    // A row for each pipeline rank.
    QVERIFY(grid.partPlace(8).top() > grid.partPlace(7).bottom());
    QCOMPARE(grid.partPlace(7).top(), grid.partPlace(0).top());

    // Kept back, a click says which rank, and nothing of its groups.
    grid.show(cube, {.covered = true, .asksClicks = true});
    QTest::mouseClick(&grid, Qt::LeftButton, {}, grid.partPlace(3).center());
    QCOMPARE(clicked.last()[0].toInt(), 3);
    QVERIFY(grid.groupSentences().isEmpty());
    QCOMPARE(grid.partName(3), QStringLiteral("rank 3"));
    grid.show(figure, {.covered = true});
    QCOMPARE(grid.parts(), 0); // their number is the answer
}

void tst_StepViews::layersStandOnTheirRanks()
{
    const lesson::Step& step = readOf("interleaving")->lesson.steps[0];
    const auto planned = stateOf("interleaving", step.state.c_str());
    LayerBoxes boxes;
    boxes.resize(500, 300);
    boxes.show(planned, {});
    const auto split = strategy::layerSplitOf(planned->strategy(), planned->schedule());
    QVERIFY(split);
    int layers = 0;
    std::map<int, std::vector<int>> ofRank;
    for (const PartsPicture::Part& part : boxes.all())
        if (part.layer >= 0) {
            ++layers;
            ofRank[part.rank].push_back(part.layer);
        }
    QCOMPARE(layers, int(split->layers()));
    QCOMPARE(ofRank[0], rankWords(*planned, lesson::MeasureId::LayersOf, 0));

    boxes.show(planned, {.covered = true, .asksClicks = true});
    QSignalSpy layer(&boxes, &PartsPicture::layerClicked);
    QSignalSpy rank(&boxes, &PartsPicture::rankClicked);
    QTest::mouseClick(&boxes, Qt::LeftButton, {}, boxes.partPlace(partOfLayer(boxes, 9)).center());
    QCOMPARE(layer.count(), 1);
    QCOMPARE(layer[0][0].toInt(), 9);
    QCOMPARE(rank.count(), 0); // nothing says on which it stands

    // Without a model there are stages, each on its rank.
    const auto shape = stateOf("v-shapes", "zbv");
    boxes.show(shape, {});
    QCOMPARE(boxes.parts(), shape->schedule().shape.stages());
    QTest::mouseClick(&boxes, Qt::LeftButton, {}, boxes.partPlace(1).center());
    QCOMPARE(rank.count(), 1);
    QCOMPARE(rank[0][0].toInt(), 0); // stages 0 and 7 stand on rank 0
}

void tst_StepViews::theChartHasItsValues()
{
    const Read read = readOf("cut-the-batch");
    const auto step = std::find_if(read->lesson.steps.begin(), read->lesson.steps.end(),
                                   [](const lesson::Step& one) { return !one.chart.empty(); });
    QVERIFY(step != read->lesson.steps.end());
    ViewState state;
    StepViews views(state);
    views.resize(600, 500);
    views.showStep(*read, *step, {{QStringLiteral("gpipe"), read->states.at("gpipe").planned}},
                   true);
    QVERIFY(views.chart());
    QVERIFY(views.chart()->values().isEmpty());
    views.showStep(*read, *step, {{QStringLiteral("gpipe"), read->states.at("gpipe").planned}},
                   false);
    QVERIFY(views.chart()->values().contains(QStringLiteral("cut-1: 96 u")));
    QVERIFY(views.chart()->values().contains(QStringLiteral("gpipe: 33 u")));
}

void tst_StepViews::coveredViewsTellNothing()
{
    const auto planned = stateOf("memory", readOf("memory")->lesson.steps[0].state.c_str());
    for (auto* make : {memoryBars, ledgerBars, messageBars}) {
        BarRows rows(QStringLiteral("rows"));
        rows.resize(400, 300);
        rows.show(make(*planned, {.covered = true, .asksClicks = true}));
        for (int part = 0; part < rows.parts(); ++part) {
            QCOMPARE(rows.partName(part), rows.picture().rows[std::size_t(part)].name);
            QVERIFY(rows.partDescription(part).isEmpty());
            QVERIFY(rows.picture().rows[std::size_t(part)].pieces.empty());
            QVERIFY(rows.picture().rows[std::size_t(part)].value.isEmpty());
            QVERIFY(rows.picture().rows[std::size_t(part)].remark.isEmpty());
        }
        for (const BarKind& kind : rows.picture().kinds)
            QVERIFY(kind.cells.isEmpty());
    }
    // The pictures of two states are alike then.
    ViewState state;
    const auto pictureOf = [&state](const lesson::PlannedPtr& one) {
        StepViews views(state);
        views.resize(500, 400);
        views.show({{QStringLiteral("a"), one}}, {lesson::View::Memory}, nullptr, true);
        return views.grab().toImage();
    };
    QCOMPARE(pictureOf(stateOf("same-bubble-less-memory", "gpipe")),
             pictureOf(stateOf("same-bubble-less-memory", "1f1b")));
}

void tst_StepViews::statesShareAScale()
{
    ViewState state;
    StepViews views(state);
    views.resize(900, 500);
    views.show({{QStringLiteral("gpipe"), stateOf("same-bubble-less-memory", "gpipe")},
                {QStringLiteral("1f1b"), stateOf("same-bubble-less-memory", "1f1b")}},
               {lesson::View::Timeline, lesson::View::Memory, lesson::View::Messages}, nullptr,
               false);
    QCOMPARE(views.pictures().size(), std::size_t(4));
    const auto* one = qobject_cast<BarRows*>(views.pictures()[0]);
    const auto* other = qobject_cast<BarRows*>(views.pictures()[1]);
    QCOMPARE(one->picture().extent, 8.0);
    QCOMPARE(other->picture().extent, 8.0);
}

void tst_StepViews::theSelectedRankIsMarked()
{
    ViewState state;
    StepViews views(state);
    views.show({{QStringLiteral("1f1b"), stateOf("same-bubble-less-memory", "1f1b")}},
               {lesson::View::Memory}, nullptr, false);
    state.setSelected(OpRef{.slot = 0, .rank = 2, .op = plan::forward(2, 0)});
    QCOMPARE(views.pictures()[0]->markedRanks(), (std::vector<int>{2}));
    // Where something is to be clicked, what is clicked is marked, once more is not.
    views.setAsksClicks(true);
    views.show({{QStringLiteral("1f1b"), stateOf("same-bubble-less-memory", "1f1b")}},
               {lesson::View::Memory}, nullptr, false);
    QSignalSpy clicked(&views, &StepViews::rankClicked);
    PartsPicture& picture = *views.pictures()[0];
    views.resize(500, 400);
    views.show();
    QTest::mouseClick(&picture, Qt::LeftButton, {}, picture.partPlace(1).center());
    QCOMPARE(clicked.count(), 1);
    QCOMPARE(picture.markedRanks(), (std::vector<int>{1}));
    QTest::mouseClick(&picture, Qt::LeftButton, {}, picture.partPlace(1).center());
    QVERIFY(picture.markedRanks().empty());
}

void tst_StepViews::aWrongNumberIsTypedOver()
{
    Learning learning("same-bubble-less-memory", "wall");
    auto* line = learning.find<QLineEdit>();
    QVERIFY(line);
    QTRY_VERIFY(line->hasFocus());
    learning.type(QStringLiteral("4"));
    QVERIFY(!learning.isPassed());
    QCOMPARE(learning.panel.verdict().kind(), VerdictNote::Kind::Wrong);
    QVERIFY(learning.panel.saidText().contains(QStringLiteral("4 is the number of ranks.")));
    QVERIFY(line->hasFocus());
    QCOMPARE(line->selectedText(), QStringLiteral("4"));
    // Nobody foresaw 5.
    learning.type(QStringLiteral("5"));
    QVERIFY(learning.panel.saidText().contains(QStringLiteral("Try again.")));
    // What is no number is no answer.
    learning.type(QStringLiteral("five"));
    QCOMPARE(learning.store.progress().find("same-bubble-less-memory", "wall")->tries, 2);
    learning.type(QStringLiteral("8"));
    QVERIFY(learning.isPassed());
    QCOMPARE(learning.session.current(), 0); // the same key does not go on as well
    QCOMPARE(learning.panel.verdict().kind(), VerdictNote::Kind::Right);
    QVERIFY(line->isReadOnly());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QCOMPARE(learning.session.current(), 1);
}

void tst_StepViews::pointsFollowTries()
{
    const std::pair<int, const char*> expected[]{{0, "3"}, {1, "2"}, {2, "1"}, {3, "1"}};
    for (const auto& [wrong, points] : expected) {
        Learning learning("same-bubble-less-memory", "wall");
        for (int i = 0; i < wrong; ++i)
            learning.type(QStringLiteral("5"));
        learning.type(QStringLiteral("8"));
        QCOMPARE(learning.panel.verdict().word(),
                 QStringLiteral("Right. Points: %1").arg(QLatin1String(points)));
    }
}

void tst_StepViews::choicesStayMarked()
{
    Learning learning("same-bubble-less-memory", "time");
    const auto options = learning.options();
    QCOMPARE(options.size(), 3);
    QTRY_VERIFY(options[0]->hasFocus());
    QTest::keyClick(options[0], Qt::Key_C);
    QCOMPARE(options[2]->mark(), OptionButton::Mark::Wrong);
    QVERIFY(options[2]->accessibleDescription().contains(QStringLiteral("wrong")));
    // Once more is no other try.
    QTest::keyClick(options[2], Qt::Key_C);
    QTest::mouseClick(options[2], Qt::LeftButton);
    QCOMPARE(learning.store.progress().find("same-bubble-less-memory", "time")->tries, 1);
    options[2]->setFocus();
    QTest::keyClick(options[2], Qt::Key_Up);
    QVERIFY(options[1]->hasFocus());
    QTest::keyClick(options[1], Qt::Key_Up);
    QTest::keyClick(options[0], Qt::Key_Return);
    QCOMPARE(options[0]->mark(), OptionButton::Mark::Wrong);
    QVERIFY(learning.panel.saidText().contains(QStringLiteral("fill and drain")));
    QTest::keyClick(options[0], Qt::Key_B);
    QVERIFY(learning.isPassed());
    QCOMPARE(options[1]->mark(), OptionButton::Mark::Right);
    QCOMPARE(options[2]->mark(), OptionButton::Mark::Wrong);
    QCOMPARE(options[0]->mark(), OptionButton::Mark::Wrong);
}

void tst_StepViews::layersAreTypedOrClicked()
{
    const std::string step = readOf("interleaving")->lesson.steps[0].id;
    {
        Learning learning("interleaving", step.c_str());
        QSignalSpy marks(&learning.panel, &StepPanel::marksChanged);
        for (const int layer : {9, 0, 3, 8, 1})
            learning.panel.takeLayer(layer);
        learning.panel.takeRank(2); // is not asked for
        learning.panel.takeLayer(3);
        QCOMPARE(marks.last()[1].value<std::vector<int>>(), (std::vector<int>{0, 1, 8, 9}));
        learning.panel.advance();
        QVERIFY(learning.isPassed());
    }
    Learning learning("interleaving", step.c_str());
    learning.type(QStringLiteral("0, 1, 2, 3"));
    QVERIFY(!learning.isPassed());
    learning.type(QStringLiteral("8，9 1,0"));
    QVERIFY(learning.isPassed());
}

void tst_StepViews::ranksOfAPathStayInOrder()
{
    const lesson::Step& step = readOf("v-shapes")->lesson.steps[0];
    Learning learning("v-shapes", step.id.c_str());
    for (const int rank : {0, 1, 2, 3, 3, 2, 1, 0})
        learning.panel.takeRank(rank);
    QCOMPARE(learning.find<QLineEdit>()->text(), QStringLiteral("0 1 2 3 3 2 1 0"));
    learning.panel.advance();
    QVERIFY(learning.isPassed());
}

void tst_StepViews::opsAreTyped()
{
    Learning learning("zero-bubble");
    learning.session.go(0);
    auto* line = learning.find<QLineEdit>();
    QVERIFY(line);
    line->setText(QStringLiteral("W"));
    QVERIFY(!learning.panel.input()->isReady());
    learning.type(QStringLiteral("0f0"));
    QVERIFY(!learning.isPassed());
    // What is clicked in the picture is the answer.
    learning.state.setSelected(OpRef{.slot = 0, .rank = 1, .op = *plan::parseOp("1W0")});
    QVERIFY(learning.isPassed());
    QCOMPARE(line->text(), QStringLiteral("1W0"));
}

void tst_StepViews::statesAreOrderedByKeys()
{
    Learning learning("zero-bubble");
    while (!std::holds_alternative<lesson::OrderAction>(learning.session.step().action)
           && learning.session.current() + 1 < learning.session.count())
        learning.session.go(learning.session.current() + 1);
    auto* list = learning.find<QListWidget>();
    QVERIFY(list);
    QTRY_VERIFY(list->hasFocus());
    QTest::keyClick(list, Qt::Key_Return); // as they stand: the longest first
    QVERIFY(!learning.isPassed());
    const auto right = lesson::rightAnswer(learning.session.scene());
    const auto wanted = std::get<lesson::Words>(*right).words;
    for (int place = 0; place < int(wanted.size()); ++place)
        for (int row = list->count() - 1; row > place; --row)
            if (list->item(row)->text().toStdString() == wanted[std::size_t(place)]) {
                list->setCurrentRow(row);
                for (; row > place; --row)
                    QTest::keyClick(list, Qt::Key_Up, Qt::ControlModifier);
            }
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(learning.isPassed());
}

void tst_StepViews::aStretchIsTypedOrDrawn()
{
    const auto& steps = readOf("three-phases")->lesson.steps;
    const auto step = std::find_if(steps.begin(), steps.end(), [](const lesson::Step& one) {
        return std::holds_alternative<lesson::BracketAction>(one.action);
    });
    QVERIFY(step != steps.end());
    Learning learning("three-phases", step->id.c_str());
    const auto u = *learning.session.read().lesson.unit;
    learning.type(QStringLiteral("3"));
    QVERIFY(!learning.isPassed());
    learning.state.setExtent(learning.session.shown()->timeline().makespan);
    learning.state.setArea(TimeArea{.range = {plan::Nanoseconds{}, 2 * u}});
    QCOMPARE(learning.find<QLineEdit>()->text(), QStringLiteral("2"));
    learning.panel.advance();
    QVERIFY(learning.isPassed());
}

void tst_StepViews::fieldsAreDragged()
{
    const auto& steps = readOf("cut-the-batch")->lesson.steps;
    const auto step = std::find_if(steps.begin(), steps.end(), [](const lesson::Step& one) {
        return std::holds_alternative<lesson::SetAction>(one.action);
    });
    Learning learning("cut-the-batch", step->id.c_str());
    auto* box = learning.find<QSpinBox>();
    auto* slider = learning.find<QSlider>();
    QVERIFY(box && slider);
    const int before = box->value();
    QVERIFY(before < 20);
    auto* line = box->findChild<QLineEdit*>();
    const QPoint from = line->rect().center();
    QTest::mousePress(line, Qt::LeftButton, {}, from);
    QMouseEvent move(QEvent::MouseMove, from + QPoint(30, 0),
                     line->mapToGlobal(from + QPoint(30, 0)), Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(line, &move);
    QTest::mouseRelease(line, Qt::LeftButton, {}, from + QPoint(30, 0));
    QVERIFY(box->value() > before);
    QCOMPARE(slider->value(), box->value());
    QCOMPARE(learning.panel.verdict().kind(), VerdictNote::Kind::NotYet);
    QCOMPARE(learning.session.shown()->row().shape.microbatches, box->value());
    slider->setValue(28);
    QVERIFY(learning.isPassed());
}

void tst_StepViews::guessesAreHeldAgainstTheTruth()
{
    const auto& steps = readOf("three-phases")->lesson.steps;
    const auto step = std::find_if(steps.begin(), steps.end(), [](const lesson::Step& one) {
        const auto* number = std::get_if<lesson::NumberAction>(&one.action);
        return number && number->guess;
    });
    Learning learning("three-phases", step->id.c_str());
    learning.type(QStringLiteral("12"));
    QVERIFY(learning.isPassed());
    QCOMPARE(learning.panel.verdict().kind(), VerdictNote::Kind::Guess);
    QCOMPARE(learning.panel.verdict().word(), QStringLiteral("Your guess: 12, the truth: 20."));
    QVERIFY(learning.panel.saidText().contains(QStringLiteral("40.0 %")));
}

void tst_StepViews::aStepWithoutHintsHasTheUsualOnes()
{
    // As its file has it, but for the hints.
    auto read = std::make_shared<lesson::ReadLesson>(*readOf("same-bubble-less-memory"));
    for (lesson::Step& step : read->lesson.steps)
        step.hints.clear();
    ViewState state;
    LessonSession session(read, nullptr);
    StepPanel panel(session, state);
    const auto press = [](const StepPanel& of) {
        for (auto* button : of.findChildren<QPushButton*>())
            if (button->text().startsWith(QStringLiteral("Hint")) && !button->isHidden())
                return button->click(), true;
        return false;
    };
    session.goTo("wall");
    QVERIFY(panel.hints().isEmpty());
    QVERIFY(press(panel));
    QCOMPARE(panel.hints().size(), 1);
    QVERIFY(panel.hints()[0].startsWith(QStringLiteral("Play the step")));
    QVERIFY(press(panel));
    QVERIFY(panel.hints()[1].startsWith(QStringLiteral("Ask why")));
    QVERIFY(press(panel)); // the catalogue has GPipe's peak in letters
    QVERIFY(panel.hints()[2].contains(QStringLiteral("GPipe")));
    QVERIFY(!press(panel));
    session.goTo("time"); // asks for no number
    QVERIFY(panel.hints().isEmpty());
    QVERIFY(press(panel) && press(panel) && !press(panel));

    // The author's own come instead, and cost points.
    Learning own("same-bubble-less-memory", "wall");
    QVERIFY(press(own.panel));
    QVERIFY(own.panel.hints()[0].startsWith(QStringLiteral("Play the step and watch the boxes")));
    QVERIFY(!press(own.panel));
    own.type(QStringLiteral("8"));
    QCOMPARE(own.panel.verdict().word(), QStringLiteral("Right. Points: 2"));
}

void tst_StepViews::whatWasPassedIsShownAgain()
{
    Learning learning("same-bubble-less-memory", "wall");
    learning.type(QStringLiteral("8"));
    learning.session.go(2);
    learning.session.go(0);
    QCOMPARE(learning.find<QLineEdit>()->text(), QStringLiteral("8"));
    QVERIFY(learning.find<QLineEdit>()->isReadOnly());
    QVERIFY(learning.panel.saidText().contains(QStringLiteral("what it costs grows with m")));
}

void tst_StepViews::nothingIsMarkup()
{
    const auto& read = *readOf("same-bubble-less-memory");
    const lesson::Text text{"<img src=x> & **<b>bold</b>**", {}};
    const QString rich = richText(text, read, {});
    QVERIFY(!rich.contains(QStringLiteral("<img")));
    QCOMPARE(QTextDocumentFragment::fromHtml(rich).toPlainText(),
             QStringLiteral("<img src=x> & <b>bold</b>"));
    QVERIFY(rich.contains(QStringLiteral("<b>bold</b>"))
            || rich.contains(QStringLiteral("<b>&lt;")));
}

void tst_StepViews::noTextIsCut_data()
{
    QTest::addColumn<QString>("lesson");
    QTest::addColumn<bool>("chinese");
    for (const lesson::CourseEntry& entry : lesson::course())
        for (const bool chinese : {false, true}) {
            const QString name = QString::fromStdString(entry.head.name);
            QTest::addRow("%s %s", qPrintable(name), chinese ? "zh" : "en") << name << chinese;
        }
}

// As a lecture shows it: letters of 24 pixels in a narrow panel and in a wide one, and as large as
// they get.
void tst_StepViews::noTextIsCut()
{
    QFETCH(QString, lesson);
    QFETCH(bool, chinese);
    QLocale::setDefault(chinese ? QLocale(QLocale::Chinese) : QLocale::c());
    ViewState state;
    const std::string name = lesson.toStdString();
    LessonSession session(readOf(lesson::findInCourse(name)->head.name), nullptr);
    QScrollArea scrolled;
    auto& panel = *new StepPanel(session, state);
    scrolled.setWidgetResizable(true);
    scrolled.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scrolled.setWidget(&panel);
    scrolled.show();
    const auto look = [&](int step, const char* what) {
        for (const auto& [letters, width] : {std::pair{13, 380}, {24, 380}, {24, 900}, {30, 420}}) {
            QFont font = panel.font();
            font.setPixelSize(letters);
            panel.setFont(font);
            scrolled.resize(width, 700);
            QApplication::processEvents();
            QVERIFY2(panel.width() <= scrolled.viewport()->width(),
                     qPrintable(QStringLiteral("step %1, %2 px: %3 wide in %4")
                                    .arg(step)
                                    .arg(letters)
                                    .arg(panel.width())
                                    .arg(scrolled.viewport()->width())));
            const QStringList cut = chinese ? lowTexts(panel) : test::cutTexts(panel);
            QVERIFY2(cut.isEmpty(),
                     qPrintable(QStringLiteral("step %1, %2, %3 px in %4: %5")
                                    .arg(step)
                                    .arg(QLatin1String(what))
                                    .arg(letters)
                                    .arg(width)
                                    .arg(cut.join(QLatin1Char('\n')))));
        }
    };
    for (int step = 0; step < session.count(); ++step) {
        session.go(step);
        for (auto* button : panel.findChildren<QPushButton*>())
            while (button->text().startsWith(QStringLiteral("Hint")) && !button->isHidden())
                button->click();
        look(step, "asked");
        session.answer(lesson::Words{{"none"}});
        look(step, "wrong");
        if (const auto right = lesson::rightAnswer(session.scene())) {
            session.answer(*right);
            look(step, "passed");
        }
    }
}

QTEST_MAIN(tst_StepViews)
#include "tst_step_views.moc"
