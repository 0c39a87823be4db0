#include "gui/lessonruns/lesson_runner.h"

#include "engine/lesson_run/told_by_run.h"
#include "engine/measured/recording.h"
#include "gui/text/engine_text.h"

#include <QRandomGenerator>

#include <algorithm>
#include <numeric>

namespace gui {
namespace {

std::vector<StepPtr> wholeSteps(std::vector<measured::Step> steps)
{
    std::vector<StepPtr> whole;
    for (measured::Step& step : steps)
        if (step.whole())
            whole.push_back(std::make_shared<const measured::Step>(std::move(step)));
    return whole;
}

std::size_t typicalOf(const std::vector<StepPtr>& steps)
{
    std::vector<std::size_t> order(steps.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto middle = order.begin() + static_cast<std::ptrdiff_t>(order.size() / 2);
    std::nth_element(order.begin(), middle, order.end(), [&](std::size_t a, std::size_t b) {
        return steps[a]->timeline.makespan < steps[b]->timeline.makespan;
    });
    return middle == order.end() ? 0 : *middle;
}

LaunchOptions launchOptionsOf(const lesson::RunRequest& request, const QString& resumed)
{
    LaunchOptions options;
    options.steps = request.steps;
    options.device = QString::fromStdString(request.device);
    if (request.slow)
        options.slow = QString::fromStdString(plan::toText(*request.slow));
    if (request.flipBit)
        options.flipBit = QString::fromStdString(plan::toText(*request.flipBit));
    options.resume = resumed;
    return options;
}

} // namespace

LessonRunner::LessonRunner(QString program, QObject* parent)
    : QObject(parent)
    , m_controller(m_document, std::move(program))
{
    connect(&m_document, &Document::predictionChanged, this, &LessonRunner::launch);
    connect(&m_controller, &RunController::failed, this, &LessonRunner::giveUp);
    connect(&m_controller.session(), &LiveSession::updated, this, &LessonRunner::watch);
}

LessonRunner::~LessonRunner() { cancel(); }

QString LessonRunner::whyNot() const
{
    return m_controller.program().isEmpty()
        ? tr(
            "bubblescope-run is not installed beside this program, so nothing can be started here.")
        : QString();
}

void LessonRunner::start(const lesson::RunAction& action, const lesson::PlannedPtr& planned,
                         const LessonRunResult* before)
{
    const auto request
        = lesson::runRequest(action, *planned, QRandomGenerator::global()->generate64());
    if (!request) {
        emit failed(engineText(request.error().message));
        return;
    }
    m_planned = planned;
    m_before = before ? std::optional(before->told) : std::nullopt;
    m_options = launchOptionsOf(*request, before ? before->folder : QString());
    m_isBusy = true;
    m_isLaunched = false;
    m_done = 0;
    emit progressed();
    m_document.start(planned->strategy());
    launch();
}

// A run is held against its prediction, so that comes first; some milliseconds.
void LessonRunner::launch()
{
    if (!m_isBusy || m_isLaunched || !m_document.isPredictionCurrent())
        return;
    m_isLaunched = true;
    m_controller.launch(m_options);
}

void LessonRunner::watch(const RunSnapshotPtr& run)
{
    if (!m_isBusy || !m_isLaunched)
        return;
    m_done = static_cast<int>(run->finished);
    emit progressed();
    if (run->isOver() && m_controller.run())
        tell(m_controller.run()->directory, false);
}

void LessonRunner::showRecording(const lesson::RunAction& action, const lesson::PlannedPtr& planned,
                                 const LessonRunResult* before)
{
    const QString file = m_recordings.unpack(QString::fromStdString(action.recording));
    if (file.isEmpty()) {
        emit failed(tr("There is no recording of this run."));
        return;
    }
    m_planned = planned;
    m_before = before ? std::optional(before->told) : std::nullopt;
    m_isBusy = true;
    m_isLaunched = false;
    emit progressed();
    tell(file, true);
}

void LessonRunner::tell(const QString& folder, bool isRecording)
{
    m_isLaunched = false; // what else comes of it says no more
    m_reader.request([this, folder, isRecording, planned = m_planned,
                      before = m_before](const NewestWork::Outdated&) {
        auto recording = measured::readRecording(folder.toStdString());
        if (!recording)
            return NewestWork::Delivery(
                [this, sentence = recording.error().message] { giveUp(engineText(sentence)); });
        LessonRunResult result;
        result.folder = folder;
        result.isRecording = isRecording;
        result.told
            = lesson::toldByRun(recording->steps, planned->schedule(), before ? &*before : nullptr);
        result.planned = planned;
        result.steps = wholeSteps(std::move(recording->steps));
        result.typical = typicalOf(result.steps);
        return NewestWork::Delivery([this, result = std::move(result)] {
            if (result.steps.empty())
                return giveUp(tr("The run ended before a step of it was whole."));
            m_isBusy = false;
            m_controller.leave();
            emit progressed();
            emit finished(result);
        });
    });
}

void LessonRunner::giveUp(const QString& sentence)
{
    if (!m_isBusy)
        return;
    m_isBusy = false;
    m_isLaunched = false;
    m_controller.leave();
    emit progressed();
    emit failed(sentence);
}

void LessonRunner::cancel()
{
    if (!m_isBusy)
        return;
    m_isBusy = false;
    m_reader.forget();
    if (m_isLaunched && m_controller.run())
        m_controller.stop(m_controller.run()->run);
    m_isLaunched = false;
    emit progressed();
}

} // namespace gui
