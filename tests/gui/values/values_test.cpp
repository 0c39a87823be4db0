#include "gui/charts/step_series.h"
#include "gui/estimate/verdict_text.h"
#include "gui/live/launch_options.h"
#include "gui/live/step_choice.h"
#include "gui/text/number_format.h"
#include "gui/timeline/time_text.h"
#include "gui/window/command_line.h"

#include <QLocale>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gui::test {
namespace {

TEST(StepSeries, KeepsEveryStepWhileThereAreFew)
{
    StepSeries series;
    for (int step = 0; step < 1000; ++step)
        series.add(step, step * 2.0);
    const auto points = series.points();
    ASSERT_EQ(points.size(), 1000u);
    EXPECT_EQ(points[7], std::pair(7.0, 14.0));
}

TEST(StepSeries, NeverMorePointsThanItSaysAndNoOutlierLost)
{
    StepSeries series;
    for (int step = 0; step < 1'000'000; ++step)
        series.add(step, step == 777'777 ? 9.0 : step == 123'456 ? 1.0 : 5.0);
    const auto points = series.points();
    EXPECT_LE(points.size(), StepSeries::kMaxPoints);
    EXPECT_GE(points.size(), StepSeries::kMaxPoints / 5);
    const auto has = [&](std::pair<double, double> point) {
        return std::find(points.begin(), points.end(), point) != points.end();
    };
    EXPECT_TRUE(has({777'777.0, 9.0}));
    EXPECT_TRUE(has({123'456.0, 1.0}));
    EXPECT_TRUE(std::is_sorted(points.begin(), points.end()));
}

TEST(StepSeries, AStepHasNoValueOfAnother)
{
    StepSeries series;
    for (int step = 0; step < 4000; ++step)
        series.add(step, step == 1501 ? 900 : 165 + step % 3);
    EXPECT_EQ(series.at(1501), 900);
    EXPECT_EQ(series.at(3999), 165); // the newest, whatever its neighbours
    const auto among = series.around(1503);
    ASSERT_TRUE(among);
    EXPECT_LE(among->first, 1501);
    EXPECT_GE(among->last, 1503);
    EXPECT_EQ(among->high, 900);
    EXPECT_EQ(among->low, 165);
    for (const int beyond : {-1, 4000, 1'000'000}) {
        EXPECT_FALSE(series.at(beyond)) << beyond;
        EXPECT_FALSE(series.around(beyond)) << beyond;
    }
    EXPECT_EQ(series.around(3999)->last, 3999);
}

TEST(StepSeries, TheLastStepThereIsIsAStep)
{
    constexpr int kLast = std::numeric_limits<int>::max();
    StepSeries series;
    for (int step = 0; step < 2000; ++step)
        series.add(step, 1);
    series.add(kLast, 2);
    EXPECT_EQ(series.at(kLast), 2);
    EXPECT_EQ(series.around(kLast)->last, kLast);
    EXPECT_FALSE(series.around(kLast / 2)); // none came there
}

TEST(StepSeries, IgnoresAStepThatIsNotNew)
{
    StepSeries series;
    series.add(3, 1);
    series.add(3, 2);
    series.add(1, 3);
    EXPECT_EQ(series.points().size(), 1u);
}

TEST(Format, WritesNumbersAsAPersonReadsThem)
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    using std::chrono::microseconds;
    EXPECT_EQ(milliseconds(microseconds(165'000), 1), QStringLiteral("165.0 ms"));
    EXPECT_EQ(milliseconds(microseconds(165'000)), QStringLiteral("165.000 ms"));
    EXPECT_EQ(milliseconds(plan::Nanoseconds(33'000)), QStringLiteral("0.0330 ms"));
    EXPECT_EQ(milliseconds(plan::Nanoseconds(0)), QStringLiteral("0.000 ms"));
    EXPECT_EQ(milliseconds(plan::Nanoseconds(7)), QStringLiteral("0.000007 ms"));
    EXPECT_EQ(percent(0.2727), QStringLiteral("27.3 %"));
    EXPECT_EQ(percent(0.9996), QStringLiteral("100 %"));
    EXPECT_EQ(percent(0.0441), QStringLiteral("4.41 %"));
    EXPECT_EQ(percent(0.00052), QStringLiteral("0.05 %"));
    EXPECT_EQ(lossNumber(3.40849), QStringLiteral("3.408"));
    EXPECT_EQ(lossNumber(10), QStringLiteral("10.00"));
    EXPECT_EQ(lossNumber(std::nan("")), QStringLiteral("–"));
    EXPECT_EQ(relativeDifference(165.9, 165.0), QStringLiteral("+0.5 %"));
    EXPECT_EQ(relativeDifference(160, 165), QStringLiteral("−3.0 %"));
    EXPECT_EQ(relativeDifference(165.01, 165), QStringLiteral("0.0 %"));
    EXPECT_EQ(relativeDifference(1, 0), QString());
    EXPECT_EQ(pointsDifference(0.276, 0.273), QStringLiteral("+0.3 points"));
    EXPECT_EQ(points(0.0079), QStringLiteral("0.79 points"));
    EXPECT_EQ(points(0.1583), QStringLiteral("15.8 points"));
}

// As useLanguage() sets it.
void useWindowLocale()
{
    QLocale locale(QLocale::English, QLocale::UnitedStates);
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    QLocale::setDefault(locale);
}

TEST(Format, BytesAreInTheUnitThatReadsBest)
{
    useWindowLocale();
    constexpr double kKibi = 1024;
    constexpr double kMebi = 1024 * kKibi;
    const std::pair<double, const char*> kWritten[]{
        {0, "0 B"},
        {512, "512 B"},
        {55.3 * kKibi, "55.3 KiB"},
        {999.4 * kKibi, "999 KiB"},
        {999.6 * kKibi, "0.976 MiB"}, // or it would have four digits
        {99.96 * kMebi, "100 MiB"},
        {1023.9 * kMebi, "1.00 GiB"},
        {1.21 * 1024 * kMebi, "1.21 GiB"},
        {1.5 * 1024 * 1024 * kMebi, "1.50 TiB"}};
    for (const auto& [bytes, text] : kWritten)
        EXPECT_EQ(bytesText(bytes), QString::fromLatin1(text)) << bytes;
    EXPECT_EQ(bytesText(1024 * kMebi), gibibytes(1024 * kMebi));
}

TEST(Format, AQuantityHasThreeDigits)
{
    useWindowLocale();
    const std::pair<double, const char*> kWritten[]{
        {1.236, "1.24"}, {20.71, "20.7"},    {165, "165"},  {19598, "19600"}, {9.996, "10.0"},
        {99.96, "100"},  {0.0123, "0.0123"}, {1e-9, "0"},   {0, "0"},         {-2.5, "-2.50"},
        {999.6, "1000"}, {1, "1.00"},        {0.1, "0.100"}};
    for (const auto& [value, text] : kWritten)
        EXPECT_EQ(threeDigits(value), QString::fromLatin1(text));
    EXPECT_EQ(threeDigits(std::nan("")), QStringLiteral("–"));
    EXPECT_EQ(threeDigits(std::numeric_limits<double>::infinity()), QStringLiteral("–"));
    EXPECT_EQ(threeDigits(0.0004, 3), QStringLiteral("0"));
}

TEST(Format, TheTimeOfAStepIsWrittenOneWay)
{
    useWindowLocale();
    EXPECT_EQ(stepTime(plan::Nanoseconds{165'000'000}), QStringLiteral("165 ms"));
    EXPECT_EQ(stepTime(plan::Nanoseconds{20'710'000'000}), QStringLiteral("20.7 s"));
    EXPECT_EQ(stepTime(plan::Nanoseconds{96'000}), QString::fromUtf8("96.0 µs"));
    EXPECT_EQ(stepTime(plan::Nanoseconds{999'600'000}), QStringLiteral("1.00 s"));
    EXPECT_EQ(stepTime(plan::Nanoseconds{12'345'678}), QStringLiteral("12.3 ms"));
    EXPECT_EQ(stepTime(plan::Nanoseconds{3'100'000}), QStringLiteral("3.10 ms"));
    EXPECT_EQ(stepTime(plan::Nanoseconds{-12'345'678}), QStringLiteral("-12.3 ms"));
    EXPECT_EQ(stepTime(plan::Nanoseconds{12}), QStringLiteral("12 ns"));
    EXPECT_EQ(stepTime(plan::Nanoseconds{0}), QStringLiteral("0 ns"));
    EXPECT_EQ(stepTime(plan::Nanoseconds{4'000'000'000'000}), QStringLiteral("4000 s"));
}

TEST(Format, ATimeIsWrittenInAUnitThatWasChosen)
{
    useWindowLocale();
    const plan::Nanoseconds time{7'459'140'000};
    EXPECT_EQ(stepTime(time, TimeUnit::Milli), QStringLiteral("7460 ms"));
    EXPECT_EQ(stepTime(time, TimeUnit::Second), QStringLiteral("7.46 s"));
    EXPECT_EQ(stepTime(plan::Nanoseconds{12}, TimeUnit::Second), QStringLiteral("0.000000012 s"));
    EXPECT_EQ(stepTime(plan::Nanoseconds{999'999}, TimeUnit::Nano), QStringLiteral("1000000 ns"));
}

StepPtr step(int number, std::chrono::milliseconds makespan)
{
    auto made = std::make_shared<measured::Step>();
    made->number = number;
    made->ended = true;
    made->timeline.makespan = makespan;
    made->timeline.spans = {{{plan::forward(0, 0), plan::Nanoseconds{}, makespan}}};
    return made;
}

TEST(StepChoice, ShortStepsAreDrawnCompleteLongOnesAsTheyFill)
{
    using std::chrono::milliseconds;
    RunSnapshot run;
    run.current = step(1, milliseconds(10));
    const StepHistory history;
    StepChoice choice;
    EXPECT_EQ(choice.shown(run, history), run.current); // nothing else there
    run.newest = step(0, milliseconds(165));
    EXPECT_EQ(choice.shown(run, history), run.newest);
    run.newest = step(0, milliseconds(2000));
    EXPECT_EQ(choice.shown(run, history), run.current);
    run.current = std::make_shared<measured::Step>(); // not begun
    EXPECT_EQ(choice.shown(run, history), run.newest);
    choice.setShow(ShowStep::Complete);
    run.current = step(1, milliseconds(10));
    EXPECT_EQ(choice.shown(run, history), run.newest);
}

TEST(StepHistory, HoldsTheNewestAndFindsByNumber)
{
    StepHistory history;
    for (int number = 0; number < 1000; ++number)
        history.add(*step(number, std::chrono::milliseconds(1)));
    EXPECT_EQ(history.newestNumber(), 999);
    EXPECT_EQ(history.oldestNumber(), 1000 - int(StepHistory::kMaxSteps));
    EXPECT_EQ(history.atOrAfter(990)->number, 990);
    EXPECT_EQ(history.atOrAfter(3)->number, history.oldestNumber());
    EXPECT_EQ(history.atOrAfter(5000)->number, 999);
    EXPECT_EQ(history.ended(), 1000u);
    measured::Step cut = *step(1000, std::chrono::milliseconds(1));
    cut.ended = false;
    history.add(cut);
    EXPECT_EQ(history.newestNumber(), 1000);
    EXPECT_EQ(history.newestEnded()->number, 999); // what was cut short has no numbers
    StepChoice choice;
    choice.hold(991);
    EXPECT_EQ(choice.shown(RunSnapshot{}, history)->number, 991);
}

TEST(RunProgram, CommandsAreListsAndReadAsTyped)
{
    const RunCommand command
        = launchCommand(QStringLiteral("bubblescope-run"), QStringLiteral("a b; rm.yaml"),
                        {.steps = 7, .device = QStringLiteral("cpu")});
    EXPECT_EQ(command.arguments,
              QStringList({QStringLiteral("a b; rm.yaml"), QStringLiteral("--steps"),
                           QStringLiteral("7"), QStringLiteral("--device"), QStringLiteral("cpu"),
                           QStringLiteral("--detach")}));
    EXPECT_EQ(command.text(),
              QStringLiteral("bubblescope-run 'a b; rm.yaml' --steps 7 --device cpu --detach"));
}

TEST(RunProgram, ReadsTheListAndRefusesWhatIsNone)
{
    const auto runs = parseRunList(
        R"([{"run":"b2","state":"running","ranks":4,"steps":50,"directory":"/r/b2",
             "viewer_endpoint":"ipc:///x"},{"run":"b1","state":"completed"}])");
    ASSERT_TRUE(runs);
    ASSERT_EQ(runs->size(), 2);
    EXPECT_TRUE(runs->at(0).isRunning());
    EXPECT_EQ(runs->at(0).events(), QStringLiteral("/r/b2/events.bslog"));
    EXPECT_EQ(chooseRun(*runs, QStringLiteral("last"))->run, QStringLiteral("b2"));
    EXPECT_EQ(chooseRun(*runs, QStringLiteral("b1"))->run, QStringLiteral("b1"));
    EXPECT_FALSE(chooseRun(*runs, QStringLiteral("b")));
    EXPECT_FALSE(chooseRun(*runs, QString()));
    for (const char* bad : {"", "{}", "[1]", R"([{"state":"running"}])", "nonsense"})
        EXPECT_FALSE(parseRunList(bad)) << bad;
    EXPECT_FALSE(parseLaunched(R"({"run":"x"})"));
    EXPECT_TRUE(parseLaunched("{\"run\":\"x\",\"viewer_endpoint\":\"ipc:///y\"}"));
    const auto launched
        = parseLaunched(R"({"run":"x","viewer_endpoint":"ipc:///y","session":"f234567890abcdef"})");
    EXPECT_EQ(launched->session, 0xf234567890abcdefULL);
}

TEST(CommandLine, ReadsWhatItIsGiven)
{
    const auto parsed = parseCommandLine(
        {QStringLiteral("bubblescope"), QStringLiteral("--screenshot"), QStringLiteral("a.png"),
         QStringLiteral("--size"), QStringLiteral("1280x800"), QStringLiteral("--lang"),
         QStringLiteral("zh_CN"), QStringLiteral("--theme"), QStringLiteral("dark"),
         QStringLiteral("x.yaml")});
    const auto& line = std::get<CommandLine>(parsed);
    EXPECT_EQ(line.screenshot, QStringLiteral("a.png"));
    EXPECT_EQ(line.size, QSize(1280, 800));
    EXPECT_EQ(line.theme, ThemeChoice::Dark);
    EXPECT_EQ(line.files, QStringList{QStringLiteral("x.yaml")});
}

TEST(CommandLine, MistakesAreSentencesWithExitCodeTwo)
{
    for (const QStringList& words :
         {QStringList{QStringLiteral("--size"), QStringLiteral("big")},
          QStringList{QStringLiteral("--size"), QStringLiteral("0x99999")},
          QStringList{QStringLiteral("--theme"), QStringLiteral("pink")},
          QStringList{QStringLiteral("--lang"), QStringLiteral("fr")},
          QStringList{QStringLiteral("--until-step"), QStringLiteral("-1")},
          QStringList{QStringLiteral("--nonsense")}, QStringList{QStringLiteral("--help-all")},
          QStringList{QStringLiteral("--attach"), QStringLiteral("a"), QStringLiteral("--replay"),
                      QStringLiteral("b")}}) {
        const auto parsed = parseCommandLine(QStringList{QStringLiteral("bubblescope")} + words);
        const auto* answer = std::get_if<CommandLineText>(&parsed);
        ASSERT_TRUE(answer) << qPrintable(words.join(QLatin1Char(' ')));
        EXPECT_EQ(answer->exitCode, 2);
        EXPECT_FALSE(answer->text.isEmpty());
    }
}

TEST(CommandLine, NamesEveryTheme)
{
    for (const char* words : {"--help", "--theme=pink"}) {
        const auto parsed
            = parseCommandLine({QStringLiteral("bubblescope"), QString::fromLatin1(words)});
        const auto* answer = std::get_if<CommandLineText>(&parsed);
        ASSERT_TRUE(answer) << words;
        for (const ThemeChoice choice :
             {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::Contrast})
            EXPECT_TRUE(answer->text.contains(name(choice)))
                << words << ": " << qPrintable(answer->text);
    }
}

} // namespace
} // namespace gui::test
