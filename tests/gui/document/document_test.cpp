#include "engine/plan/simulate.h"
#include "engine/strategy/yaml.h"
#include "gui/document/document.h"
#include "tests/gui/random_edit.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <atomic>
#include <thread>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace gui::test {
namespace {

strategy::Strategy fourRanks()
{
    strategy::Strategy strategy;
    strategy.name = "four";
    strategy.parallel.pipeline = 4;
    strategy.batch.global = 8;
    return strategy;
}

bool waitFor(const std::function<bool()>& condition)
{
    QElapsedTimer since;
    since.start();
    while (!condition() && since.elapsed() < 90'000)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 20);
    return condition();
}

void write(const QString& path, const QByteArray& text)
{
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    ASSERT_EQ(file.write(text), text.size());
}

RC_GTEST_PROP(Document, UndoingEverythingGivesTheFirstStrategyBack,
              (const std::vector<Change>& changes))
{
    Document document;
    document.start(fourRanks());
    strategy::Strategy last = fourRanks();
    for (const Change& change : changes) {
        const QString field = applyTo(last, change);
        document.edit(QStringLiteral("change"), field, last);
        RC_ASSERT(document.strategy() == last);
        if (change.endGesture)
            document.endGesture();
    }
    while (document.undoStack().canUndo())
        document.undoStack().undo();
    RC_ASSERT(document.strategy() == fourRanks());
    while (document.undoStack().canRedo())
        document.undoStack().redo();
    RC_ASSERT(document.strategy() == last);
}

TEST(Document, OneGestureIsOneCommand)
{
    Document document;
    document.start(fourRanks());
    for (int ranks = 5; ranks <= 9; ++ranks) {
        strategy::Strategy next = document.strategy();
        next.parallel.pipeline = ranks;
        document.edit(QStringLiteral("ranks"), QStringLiteral("parallel.pipeline"), next);
    }
    EXPECT_EQ(document.undoStack().count(), 1);
    document.endGesture();
    strategy::Strategy next = document.strategy();
    next.parallel.pipeline = 3;
    document.edit(QStringLiteral("ranks"), QStringLiteral("parallel.pipeline"), next);
    EXPECT_EQ(document.undoStack().count(), 2);
    document.undoStack().undo();
    EXPECT_EQ(document.strategy().parallel.pipeline, 9);
}

TEST(Document, AnEditAfterUndoIsAGestureOfItsOwn)
{
    Document document;
    document.start(fourRanks());
    const auto setRanks = [&](int ranks) {
        strategy::Strategy next = document.strategy();
        next.parallel.pipeline = ranks;
        document.edit(QStringLiteral("ranks"), QStringLiteral("parallel.pipeline"), next);
    };
    setRanks(5);
    document.endGesture();
    setRanks(6);
    document.undoStack().undo();
    setRanks(7);
    document.undoStack().undo();
    EXPECT_EQ(document.strategy().parallel.pipeline, 5);
}

TEST(Document, PredictsWhatIsShownAndNothingOlder)
{
    Document document;
    document.start(fourRanks());
    for (int count = 9; count <= 40; ++count) {
        strategy::Strategy next = document.strategy();
        next.batch.global = count;
        document.edit(QStringLiteral("m"), QStringLiteral("batch.global"), next);
    }
    ASSERT_TRUE(waitFor([&] { return document.isPredictionCurrent(); }));
    EXPECT_EQ(document.prediction()->schedule->shape.microbatches, 40);
    // 1F1B with unit costs: (m + p - 1) times F + B = 1 + 2 us.
    EXPECT_EQ(document.prediction()->timeline->makespan, std::chrono::microseconds(43 * 3));
    EXPECT_EQ(document.prediction()->closedForm->makespan,
              document.prediction()->timeline->makespan);
}

TEST(Document, FollowsTheTimeScaleOfARunWhateverGivesTheCosts)
{
    strategy::Strategy given = fourRanks();
    given.costs = plan::Costs::unit();
    for (const strategy::Strategy& strategy : {fourRanks(), given}) {
        Document document;
        document.start(strategy);
        ASSERT_TRUE(waitFor([&] { return document.isPredictionCurrent(); }));
        const plan::Nanoseconds before = document.prediction()->timeline->makespan;
        document.predictAs({.timeScale = 2});
        EXPECT_FALSE(document.isPredictionCurrent());
        ASSERT_TRUE(waitFor([&] { return document.isPredictionCurrent(); }));
        EXPECT_EQ(2 * document.prediction()->timeline->makespan, before);
        // Either source has the same costs for it.
        document.predictAs({.costs = CostSource::Unit, .timeScale = 2});
        EXPECT_TRUE(document.isPredictionCurrent());
    }
}

TEST(NewestWork, TellsAJobThatNobodyWaitsForItAnyMore)
{
    std::atomic<bool> begun = false;
    std::vector<int> delivered;
    const auto endless = [&](const NewestWork::Outdated& outdated) -> NewestWork::Delivery {
        begun = true;
        while (!outdated())
            std::this_thread::yield();
        return [&] { delivered.push_back(1); };
    };
    NewestWork work;
    work.request(endless);
    ASSERT_TRUE(waitFor([&] { return begun.load(); }));
    work.request(
        [&](const auto&) -> NewestWork::Delivery { return [&] { delivered.push_back(2); }; });
    ASSERT_TRUE(waitFor([&] { return !delivered.empty(); }));
    EXPECT_EQ(delivered, std::vector{2});

    begun = false;
    work.request(endless); // the destructor ends it
    ASSERT_TRUE(waitFor([&] { return begun.load(); }));
}

// Holds its thread until it is let go.
struct Gate {
    std::atomic<bool> begun = false;
    std::atomic<bool> open = false;

    void pass()
    {
        begun = true;
        while (!open)
            std::this_thread::yield();
    }
};

TEST(NewestWork, DeliversWhatWasOvertakenOnlyWhereThatIsWanted)
{
    for (const auto overtaken :
         {NewestWork::Overtaken::Dropped, NewestWork::Overtaken::Delivered}) {
        Gate first;
        Gate last;
        std::vector<int> delivered;
        NewestWork work(overtaken);
        const auto numbered = [&](int number, Gate* gate) {
            return [&delivered, number, gate](const auto&) -> NewestWork::Delivery {
                if (gate)
                    gate->pass();
                return [&delivered, number] { delivered.push_back(number); };
            };
        };
        work.request(numbered(1, &first));
        ASSERT_TRUE(waitFor([&] { return first.begun.load(); }));
        work.request(numbered(2, nullptr)); // waits, and is replaced
        work.request(numbered(3, &last));
        first.open = true;
        const bool wanted = overtaken == NewestWork::Overtaken::Delivered;
        ASSERT_TRUE(waitFor([&] { return last.begun.load() && delivered.size() == wanted; }));
        last.open = true;
        ASSERT_TRUE(waitFor([&] { return !delivered.empty() && delivered.back() == 3; }));
        EXPECT_EQ(delivered, wanted ? (std::vector{1, 3}) : (std::vector{3}));
    }
}

TEST(NewestWork, FinishDeliversAtOnceAndOnlyOnce)
{
    using namespace std::chrono_literals;
    int delivered = 0;
    NewestWork work;
    EXPECT_TRUE(work.finish(0ms)); // nothing was requested
    work.request([&](const auto&) -> NewestWork::Delivery { return [&] { ++delivered; }; });
    EXPECT_TRUE(work.finish(60s));
    EXPECT_EQ(delivered, 1); // without the event loop
    QCoreApplication::processEvents();
    EXPECT_EQ(delivered, 1);

    Gate gate;
    work.request([&](const auto&) -> NewestWork::Delivery {
        gate.pass();
        return [&] { ++delivered; };
    });
    EXPECT_FALSE(work.finish(1ms));
    gate.open = true;
    EXPECT_TRUE(work.finish(60s));
    EXPECT_EQ(delivered, 2);
}

TEST(NewestWork, WhatIsForgottenIsNeverDelivered)
{
    using namespace std::chrono_literals;
    for (const auto overtaken :
         {NewestWork::Overtaken::Dropped, NewestWork::Overtaken::Delivered}) {
        Gate gate;
        std::vector<int> delivered;
        NewestWork work(overtaken);
        auto held = std::make_shared<int>(); // by the job until it has ended
        const auto late = [&, held](const auto&) -> NewestWork::Delivery {
            gate.pass();
            return [&] { delivered.push_back(1); };
        };
        work.request(late);
        ASSERT_TRUE(waitFor([&] { return gate.begun.load(); }));
        work.forget();
        EXPECT_TRUE(work.finish(0ms)); // it is waited for no more
        gate.open = true;
        ASSERT_TRUE(waitFor([&] { return held.use_count() == 2; })); // here, and in `late`
        QCoreApplication::processEvents();
        EXPECT_TRUE(delivered.empty());
        work.request(
            [&](const auto&) -> NewestWork::Delivery { return [&] { delivered.push_back(2); }; });
        EXPECT_TRUE(work.finish(60s));
        QCoreApplication::processEvents();
        EXPECT_EQ(delivered, std::vector{2});
    }
}

TEST(Prediction, EndsWhereNobodyWaitsForIt)
{
    EXPECT_TRUE(predict(fourRanks(), [] { return false; }));
    EXPECT_FALSE(predict(fourRanks(), [] { return true; }));
}

TEST(Document, KeepsTheLastPictureWhileThereIsAProblem)
{
    Document document;
    document.start(fourRanks());
    ASSERT_TRUE(waitFor([&] { return document.isPredictionCurrent(); }));
    strategy::Strategy wrong = fourRanks();
    wrong.parallel.pipeline = 0;
    document.edit(QStringLiteral("ranks"), QStringLiteral("parallel.pipeline"), wrong);
    ASSERT_FALSE(document.problems().empty());
    EXPECT_EQ(document.problems().front().key, "parallel.pipeline");
    EXPECT_FALSE(document.isPredictionCurrent());
    ASSERT_TRUE(document.prediction());
    EXPECT_EQ(document.prediction()->strategy, fourRanks());
    document.undoStack().undo();
    EXPECT_TRUE(document.problems().empty());
    EXPECT_TRUE(waitFor([&] { return document.isPredictionCurrent(); }));
}

TEST(Document, SaysWhenAShapeIsTooLargeForTheWindow)
{
    Document document;
    strategy::Strategy huge = fourRanks();
    huge.parallel.pipeline = 1024;
    huge.batch.global = 16384;
    document.start(huge);
    ASSERT_TRUE(waitFor([&] { return !document.problems().empty(); }));
    EXPECT_NE(document.problems().front().sentence.find("the window draws up to"),
              std::string::npos);
}

TEST(Document, AFileWithErrorsLeavesTheOldOneOpen)
{
    QTemporaryDir directory;
    const QString bad = directory.filePath(QStringLiteral("bad.yaml"));
    write(bad, "bubblescope: 1\nparallel:\n  pipelin: 4\n  tensor: zero\n");
    Document document;
    document.start(fourRanks());
    const auto problems = document.open(bad);
    ASSERT_EQ(problems.size(), 2u);
    EXPECT_EQ(problems[0].line, 3);
    EXPECT_EQ(problems[1].line, 4);
    EXPECT_EQ(document.strategy(), fourRanks());
    EXPECT_TRUE(document.path().isEmpty());
    EXPECT_FALSE(document.open(directory.filePath(QStringLiteral("none.yaml"))).empty());
    write(bad, QByteArray(100'000, '[') + QByteArray("\xff\x00\x01", 3));
    EXPECT_FALSE(document.open(bad).empty());
    EXPECT_EQ(document.strategy(), fourRanks());
}

TEST(Document, SavesOpensAndKnowsWhenItIsModified)
{
    QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("four.yaml"));
    Document document;
    document.start(fourRanks());
    EXPECT_FALSE(document.isModified());
    strategy::Strategy next = fourRanks();
    next.parallel.chunks = 2;
    next.schedule.name = "interleaved";
    document.edit(QStringLiteral("chunks"), QStringLiteral("parallel.chunks"), next);
    EXPECT_TRUE(document.isModified());
    ASSERT_EQ(document.saveAs(path), std::nullopt);
    EXPECT_FALSE(document.isModified());
    document.undoStack().undo();
    EXPECT_TRUE(document.isModified());

    Document other;
    ASSERT_TRUE(other.open(path).empty());
    EXPECT_EQ(other.strategy(), next);
    EXPECT_EQ(other.displayName(), QStringLiteral("four.yaml"));
}

TEST(Document, ASaveThatCannotBeDoneSaysWhyAndChangesNothing)
{
    Document document;
    document.start(fourRanks());
    const auto problem = document.saveAs(QStringLiteral("/nonexistent/four.yaml"));
    ASSERT_TRUE(problem);
    EXPECT_TRUE(problem->contains(QStringLiteral("/nonexistent")));
    EXPECT_TRUE(document.path().isEmpty());
}

TEST(FieldSpecs, MicrobatchesSetTheSamplesOfAStep)
{
    strategy::Strategy strategy = fourRanks();
    strategy.batch.micro = 2;
    strategy.parallel.data = 3;
    shapeSpecs()[2].set(strategy, 10);
    EXPECT_EQ(strategy.batch.global, 60);
    EXPECT_EQ(shapeSpecs()[2].get(strategy), 10);
    batchSpecs()[0].set(strategy, 4); // larger microbatches, as many of them
    EXPECT_EQ(strategy.batch.global, 120);
    EXPECT_EQ(shapeSpecs()[2].get(strategy), 10);
}

} // namespace
} // namespace gui::test

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
