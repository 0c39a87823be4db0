// A timeline that follows a run: what stays where it is while steps of other lengths come.

#include "gui/window/language.h"
#include "tests/gui/named.h"
#include "tests/gui/recorded.h"
#include "tests/gui/timeline/read_back.h"

#include <QSlider>

using namespace gui;
using gui::test::liveAt;
using gui::test::named;
using gui::test::Opened;

namespace {

// Steps of one rank each that take `ms`.
StepPtr stepTaking(int number, int ms)
{
    auto made = std::make_shared<measured::Step>();
    made->number = number;
    made->ended = true;
    made->schedule.name = "1f1b";
    made->timeline.spans.resize(4);
    for (int rank = 0; rank < 4; ++rank)
        made->timeline.spans[std::size_t(rank)]
            = {{plan::forward(rank, 0), std::chrono::milliseconds(ms) * rank / 10,
                std::chrono::milliseconds(ms)}};
    made->timeline.makespan = std::chrono::milliseconds(ms);
    return made;
}

// A run that goes on, whose newest step that is.
std::shared_ptr<RunSnapshot> runAt(int number, int ms)
{
    auto run = liveAt(-1);
    run->newest = stepTaking(number, ms);
    run->oldestKept = 0;
    run->summaries = {{number, std::chrono::milliseconds(ms), true}};
    return run;
}

} // namespace

class tst_FollowedSteps : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
    }
    void nothingMovesWhileStepsStream();
    void aStepBehindALongerOneEndsWhereItEnded();
};

void tst_FollowedSteps::nothingMovesWhileStepsStream()
{
    Opened opened;
    opened.window.setMode(Mode::Run);
    Arrangement open = opened.window.frame().arrangement();
    open.drawer = true;
    opened.window.frame().setArrangement(open);
    opened.showLiveRun();
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    const auto stream = [&](int number, int ms) {
        const auto run = runAt(number, ms);
        run->status.dropped = number > 4 ? 17 : 0;
        emit opened.controller.session().updated(run);
        QCoreApplication::processEvents();
    };
    stream(0, 120);
    stream(1, 1000); // the longest words of its kind
    const auto geometry = [&opened] {
        const auto at = [&opened](const QWidget& widget) {
            return QRect(widget.mapTo(&opened.window, QPoint()), widget.size());
        };
        FrameLayout& frame = opened.window.frame();
        return std::vector<QRect>{
            at(opened.area()), at(opened.area().panel()), at(frame.verdict()), at(frame.drawer()),
            at(*named<QSlider>(opened.window, QStringLiteral("Step to look at")))};
    };
    const std::vector<QRect> before = geometry();
    Nanoseconds extent = opened.sheet.viewState().extent();
    for (int number = 2; number < 120; ++number) {
        stream(number, 90 + 37 * (number % 5)); // shorter and longer ones
        QCOMPARE(geometry(), before);
        QVERIFY(opened.sheet.viewState().extent() >= extent);
        extent = opened.sheet.viewState().extent();
    }
    QCOMPARE(extent, Nanoseconds(std::chrono::milliseconds(1000)));
}

void tst_FollowedSteps::aStepBehindALongerOneEndsWhereItEnded()
{
    Opened opened;
    opened.showLiveRun();
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    TimelinePanel& panel = opened.area().panel();
    const ViewState& state = opened.sheet.viewState();
    const auto shown = [&opened](const std::shared_ptr<RunSnapshot>& run) {
        emit opened.controller.session().updated(run);
        QCoreApplication::processEvents();
    };
    const Nanoseconds longest = std::chrono::milliseconds(500);
    const Nanoseconds end = std::chrono::milliseconds(165);
    shown(runAt(0, 500));
    const auto last = runAt(1, 165);
    shown(last);
    QCOMPARE(state.extent(), longest);
    QCOMPARE(endOf(*panel.track(1)), end);
    const GapRef beyond{1, 0, {end, end + std::chrono::milliseconds(13)}};
    QCOMPARE(panel.story(beyond), QString());
    FrameRenderer renderer;
    const double idle = gui::test::drawnIdle(renderer, panel.tracks(), {{}, longest}, 1)
        * static_cast<double>(longest.count()) / static_cast<double>(end.count());
    const double bubble = opened.sheet.runView().shown().numbers.bubbleFraction;
    QVERIFY2(std::abs(idle - bubble) < 0.02, qPrintable(QString::number(idle)));

    // What the axis kept free it gives back with the run.
    const auto over = std::make_shared<RunSnapshot>(*last);
    over->status.state = telemetry::SourceState::Ended;
    shown(over);
    QCOMPARE(endOf(*panel.track(1)), end);
    QCOMPARE(state.extent(), std::max(end, endOf(*panel.track(0))));
}

QTEST_MAIN(tst_FollowedSteps)
#include "tst_followed_steps.moc"
