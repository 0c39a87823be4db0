// A schedule laid by hand in the window: with the mouse, with the keys, refused, undone, and told.

#include "tests/gui/played.h"

#include "gui/lanes/build_bar.h"
#include "gui/lanes/build_lanes.h"
#include "gui/lanes/build_words.h"
#include "gui/lessons/lesson_picture.h"

#include <QAbstractButton>
#include <QApplication>
#include <QSettings>
#include <QSignalSpy>
#include <QStyleFactory>
#include <QTemporaryDir>
#include <QTest>

#include <sstream>

using namespace gui;
using namespace gui::test;
using plan::backward;
using plan::forward;
using plan::Op;

namespace {

// The step of a lesson that builds, and its lanes.
struct Built {
    explicit Built(const char* name = "same-bubble-less-memory")
        : read(std::make_shared<const lesson::ReadLesson>(
            lesson::readCourseLesson(*lesson::findInCourse(name))))
        , session(read, nullptr)
        , picture(session, view)
    {
        session.go(stepWith<lesson::BuildAction>(*read));
        picture.resize(900, 640);
        picture.show();
        (void)QTest::qWaitForWindowExposed(&picture);
        lanes().setFocus();
    }

    BuildLanes& lanes() { return *picture.lanes(); }
    lesson::BuildBoard& board() { return *session.board(); }
    const std::vector<Op>& order(int rank) { return board().schedule().order[std::size_t(rank)]; }
    void click(const Op& op, Qt::MouseButton button = Qt::LeftButton)
    {
        QTest::mouseClick(&lanes(), button, {}, lanes().boxOf(op).center());
    }
    void take(const Op& op, QPoint to)
    {
        const QPoint from = lanes().boxOf(op).center();
        QTest::mousePress(&lanes(), Qt::LeftButton, {}, from);
        QTest::mouseMove(&lanes(), (from + to) / 2);
        QTest::mouseMove(&lanes(), to);
    }
    void drag(const Op& op, QPoint to)
    {
        take(op, to);
        QTest::mouseRelease(&lanes(), Qt::LeftButton, {}, to);
    }
    void layAll(const std::vector<std::string>& rows)
    {
        for (const std::string& row : rows) {
            std::istringstream in(row);
            for (std::string word; in >> word;)
                click(*plan::parseOp(word));
        }
    }

    std::shared_ptr<const lesson::ReadLesson> read;
    LessonSession session;
    ViewState view;
    LessonPicture picture;
};

const std::vector<std::string> kOneForwardOneBackward{"0F0 0F1 0F2 0B0 0F3 0B1 0B2 0B3",
                                                      "1F0 1F1 1B0 1F2 1B1 1F3 1B2 1B3",
                                                      "2F0 2B0 2F1 2B1 2F2 2B2 2F3 2B3"};

QAbstractButton* buttonOf(QWidget& widget, const QString& name)
{
    for (QAbstractButton* each : widget.findChildren<QAbstractButton*>())
        if (each->accessibleName() == name)
            return each;
    return nullptr;
}

} // namespace

class tst_BuildLanes : public QObject {
    Q_OBJECT
    QTemporaryDir m_settings;

private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("fusion")));
        QCoreApplication::setOrganizationName(QStringLiteral("tst_build_lanes"));
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings.path());
    }
    void init() { QSettings().clear(); }

    void aClickLaysAtTheEnd();
    void aDragLaysBetweenAndMoves();
    void keysLayTakeAndUndo();
    void enterAloneLaysOneAfterTheOther();
    void aRefusedOpLeavesTheOrderAndTellsWhy();
    void withLittleMotionNothingShakes();
    void legalPlacesAreMarked();
    void theRightButtonTakesAway();
    void theBarSaysHowItGoes();
    void whatIsHeldUpIsTold();
    void aPassIsRecognisedAndHelpFalls();
    void afterAMistakeHelpStays();
    void theLearnerChoosesTheHelp();
    void backwardsAreSplitWithAKey();
};

void tst_BuildLanes::aClickLaysAtTheEnd()
{
    Built built;
    QSignalSpy changed(&built.lanes(), &BuildLanes::boardChanged);
    built.click(forward(0, 0));
    built.click(forward(0, 1));
    QCOMPARE(built.order(0), (std::vector<Op>{forward(0, 0), forward(0, 1)}));
    QCOMPARE(changed.count(), 2);
    // It then stands in its lane, at its time.
    QCOMPARE(built.lanes().boxOf(forward(0, 0)).top(), built.lanes().boxOf(forward(0, 1)).top());
    QVERIFY(built.lanes().boxOf(forward(0, 2)).top() > built.lanes().boxOf(forward(0, 1)).bottom());
}

void tst_BuildLanes::aDragLaysBetweenAndMoves()
{
    Built built;
    built.click(forward(0, 0));
    built.click(forward(0, 2));
    built.drag(forward(0, 1), built.lanes().boxOf(forward(0, 0)).center() + QPoint(3, 0));
    QCOMPARE(built.order(0), (std::vector<Op>{forward(0, 0), forward(0, 1), forward(0, 2)}));
    built.drag(forward(0, 2), built.lanes().boxOf(forward(0, 0)).center() - QPoint(3, 0));
    QCOMPARE(built.order(0), (std::vector<Op>{forward(0, 2), forward(0, 0), forward(0, 1)}));
    built.lanes().undo();
    QCOMPARE(built.order(0), (std::vector<Op>{forward(0, 0), forward(0, 1), forward(0, 2)}));
}

void tst_BuildLanes::keysLayTakeAndUndo()
{
    Built built;
    QTest::keyClick(&built.lanes(), Qt::Key_Right);
    QCOMPARE(built.lanes().accessibleDescription(),
             QStringLiteral("0F0 of rank 0, not laid, its input is there"));
    QTest::keyClick(&built.lanes(), Qt::Key_Return);
    QCOMPARE(built.order(0), (std::vector<Op>{forward(0, 0)}));
    QTest::keyClick(&built.lanes(), '1');
    QTest::keyClick(&built.lanes(), Qt::Key_Return);
    QCOMPARE(built.order(0), (std::vector<Op>{forward(0, 0), forward(0, 1)}));
    QTest::keyClick(&built.lanes(), Qt::Key_Down);
    QTest::keyClick(&built.lanes(), Qt::Key_Return);
    QCOMPARE(built.order(1), (std::vector<Op>{forward(1, 0)}));
    QTest::keyClick(&built.lanes(), 'b');
    QTest::keyClick(&built.lanes(), Qt::Key_Return);
    QCOMPARE(built.order(1).back(), backward(1, 0));
    QTest::keyClick(&built.lanes(), Qt::Key_Delete);
    QCOMPARE(built.order(1), (std::vector<Op>{forward(1, 0)}));
    QTest::keyClick(&built.lanes(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(built.order(1).size(), std::size_t(2));
}

void tst_BuildLanes::enterAloneLaysOneAfterTheOther()
{
    Built built;
    for (int press = 0; press < 6; ++press) // rings one, then lays it
        QTest::keyClick(&built.lanes(), Qt::Key_Return);
    QCOMPARE(built.order(0), (std::vector<Op>{forward(0, 0), forward(0, 1), forward(0, 2)}));
    // The cap is full: the next forward is refused, and Enter goes on to the first backward.
    for (int press = 0; press < 4; ++press)
        QTest::keyClick(&built.lanes(), Qt::Key_Return);
    QCOMPARE(built.order(0),
             (std::vector<Op>{forward(0, 0), forward(0, 1), forward(0, 2), backward(0, 0)}));
}

void tst_BuildLanes::aRefusedOpLeavesTheOrderAndTellsWhy()
{
    Built built;
    QSignalSpy refused(&built.picture, &LessonPicture::refused);
    // Three may be held on rank 0.
    for (int microbatch = 0; microbatch < 3; ++microbatch)
        built.click(forward(0, microbatch));
    const auto before = built.order(0);
    const QImage plain = built.lanes().grab().toImage();
    built.click(forward(0, 3));
    QCOMPARE(built.order(0), before);
    QCOMPARE(refused.count(), 1);
    QVERIFY(!built.lanes().refusal().isEmpty());
    QCOMPARE(refused.front().front().toString(), built.lanes().refusal());
    QVERIFY(built.lanes().isShaking());
    // It comes back, and its reason stands beside it.
    QTRY_VERIFY(!built.lanes().isShaking());
    QVERIFY(built.lanes().grab().toImage() != plain);
    built.click(forward(1, 0));
    QVERIFY(built.lanes().refusal().isEmpty());
}

void tst_BuildLanes::withLittleMotionNothingShakes()
{
    QApplication::setStyle(new StillStyle);
    {
        Built built;
        for (int microbatch = 0; microbatch < 4; ++microbatch)
            built.click(forward(0, microbatch));
        QVERIFY(!built.lanes().refusal().isEmpty());
        QVERIFY(!built.lanes().isShaking());
    }
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("fusion")));
}

void tst_BuildLanes::legalPlacesAreMarked()
{
    Built built;
    built.click(forward(0, 0));
    built.click(forward(0, 1));
    QVERIFY(built.lanes().markedPlaces().empty());
    built.take(backward(0, 0), built.lanes().boxOf(forward(0, 1)).center());
    const auto open = built.board().targets(backward(0, 0));
    QCOMPARE(open, (std::vector<bool>{false, true, true}));
    const auto marked = built.lanes().markedPlaces();
    QCOMPARE(marked.size(), std::size_t(std::count(open.begin(), open.end(), true)));
    QCOMPARE(marked.front(), built.lanes().boxOf(forward(0, 0)).right() + 1);
    QCOMPARE(marked.back(), built.lanes().boxOf(forward(0, 1)).right() + 1);
    QTest::mouseRelease(&built.lanes(), Qt::LeftButton, {},
                        built.lanes().boxOf(forward(0, 1)).center());
    QVERIFY(built.lanes().markedPlaces().empty());
}

void tst_BuildLanes::theRightButtonTakesAway()
{
    Built built;
    built.click(forward(0, 0));
    built.click(forward(0, 0), Qt::RightButton);
    QVERIFY(built.order(0).empty());
}

void tst_BuildLanes::theBarSaysHowItGoes()
{
    Built built;
    BuildBar& bar = *built.picture.buildBar();
    QAbstractButton* undo = buttonOf(bar, QStringLiteral("Undo"));
    QVERIFY(undo && !undo->isEnabled());
    built.click(forward(0, 0));
    built.click(forward(0, 1));
    QVERIFY(bar.status().startsWith(QStringLiteral("So far 2 u; most in flight: 2, 0, 0.")));
    QVERIFY(undo->isEnabled());
    QTest::mouseClick(undo, Qt::LeftButton);
    QCOMPARE(built.order(0), (std::vector<Op>{forward(0, 0)}));
    QVERIFY(bar.status().startsWith(QStringLiteral("So far 1 u; most in flight: 1, 0, 0.")));
}

void tst_BuildLanes::whatIsHeldUpIsTold()
{
    Built built;
    built.click(forward(1, 0));
    QVERIFY(built.picture.buildBar()->status().contains(
        QStringLiteral("1F0 waits for 0F0, which is not laid yet.")));
    built.click(forward(0, 0));
    QVERIFY(!built.picture.buildBar()->status().contains(QStringLiteral("not laid")));
}

void tst_BuildLanes::aPassIsRecognisedAndHelpFalls()
{
    QCOMPARE(keptHelp(), BuildHelp::Next);
    Built built;
    QCOMPARE(built.lanes().help(), BuildHelp::Next);
    built.layAll(kOneForwardOneBackward);
    QVERIFY(built.session.phase() == StepPhase::Passed);
    QVERIFY(built.picture.isPlayed());
    const QString words = builtWords(*built.board().planned(), {3, 2, 1});
    QVERIFY(words.startsWith(QStringLiteral("This is 1F1B")));
    QVERIFY(built.picture.played().note() == words);
    QCOMPARE(keptHelp(), BuildHelp::Ready);
    // The next one is given that.
    Built next;
    QCOMPARE(next.lanes().help(), BuildHelp::Ready);
}

void tst_BuildLanes::afterAMistakeHelpStays()
{
    Built built;
    // Legal under the caps, and longer: rank 0 has one microbatch through before the next.
    built.layAll({"0F0 0B0 0F1 0B1 0F2 0B2 0F3 0B3", "1F0 1B0 1F1 1B1 1F2 1B2 1F3 1B3",
                  "2F0 2B0 2F1 2B1 2F2 2B2 2F3 2B3"});
    QVERIFY(built.board().isComplete());
    QVERIFY(built.session.phase() == StepPhase::Asked);
    QVERIFY(built.picture.buildBar()->status().contains(QStringLiteral("above the bound")));
    while (built.board().canUndo())
        built.lanes().undo();
    built.layAll(kOneForwardOneBackward);
    QVERIFY(built.session.phase() == StepPhase::Passed);
    QCOMPARE(keptHelp(), BuildHelp::Next);
}

void tst_BuildLanes::theLearnerChoosesTheHelp()
{
    Built built;
    QTest::mouseClick(buttonOf(*built.picture.buildBar(), QStringLiteral("Errors")),
                      Qt::LeftButton);
    QCOMPARE(built.lanes().help(), BuildHelp::Errors);
    QCOMPARE(keptHelp(), BuildHelp::Errors);
    // Each level looks different.
    std::vector<QImage> looks;
    for (const BuildHelp help : {BuildHelp::Errors, BuildHelp::Ready, BuildHelp::Next}) {
        built.lanes().setHelp(help);
        looks.push_back(built.lanes().grab().toImage());
    }
    QVERIFY(looks[0] != looks[1] && looks[1] != looks[2]);
}

void tst_BuildLanes::backwardsAreSplitWithAKey()
{
    Built built("zero-bubble");
    const Op whole = backward(0, 0);
    const auto count = built.order(0).size();
    QVERIFY(count > 0);
    built.click(whole); // is laid: rings it
    QTest::keyClick(&built.lanes(), Qt::Key_S);
    QCOMPARE(built.order(0).size(), count + 1);
    QVERIFY(!built.lanes().boxOf({0, plan::OpKind::WeightGrad, 0}).isEmpty());
}

QTEST_MAIN(tst_BuildLanes)
#include "tst_build_lanes.moc"
