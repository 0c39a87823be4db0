#include "gui/window/picture.h"

#include "gui/export/exports.h"
#include "gui/export/figure_lanes.h"
#include "gui/export/write_file.h"
#include "gui/window/layout.h"

#include <QCoreApplication>
#include <QPixmap>

namespace gui {
namespace {

constexpr std::chrono::milliseconds kLookEvery{20};

} // namespace

Picture::Picture(StrategySheet& sheet, QWidget& window, PictureRequest request)
    : m_sheet(sheet)
    , m_window(window)
    , m_request(std::move(request))
{
    m_timer.setInterval(kLookEvery);
    connect(&m_timer, &QTimer::timeout, this, &Picture::look);
}

void Picture::start()
{
    m_since.start();
    m_timer.start();
}

bool Picture::isEstimated() const
{
    return !m_sheet.document().strategy().model || m_sheet.estimator().isCurrent()
        || !m_sheet.estimator().reason().isEmpty();
}

bool Picture::hasExtras() const
{
    const FigureExtras& wanted = m_request.look.extras;
    const PredictionPtr& prediction = m_sheet.document().prediction();
    const bool hasCauses = !prediction || opsOf(*prediction->schedule) > kMaxExplainedOps
        || m_sheet.document().causes();
    return (!wanted.criticalPath || hasCauses)
        && (!wanted.memory || m_sheet.timelineArea().isMemoryCurrent());
}

bool Picture::isComplete() const
{
    const bool settled = !m_sheet.document().problems().empty()
        || (m_sheet.document().isPredictionCurrent() && isEstimated() && hasExtras());
    if (!settled || !m_request.ofRun)
        return settled;
    const RunSnapshotPtr& run = m_sheet.runView().run();
    if (!run || !m_sheet.runView().isSettled())
        return false;
    if (run->status.state == telemetry::SourceState::Ended)
        return true;
    return m_request.untilStep >= 0 && run->newest && run->newest->number >= m_request.untilStep;
}

void Picture::look()
{
    const bool late = m_since.elapsed() >= m_request.deadline.count();
    if (!late && !isComplete())
        return;
    m_timer.stop();
    save(late);
}

QString Picture::writeFiles()
{
    if (!m_request.path.isEmpty() && !m_window.grab().save(m_request.path, "PNG"))
        return m_request.path;
    if (m_request.figure.isEmpty() && m_request.report.isEmpty())
        return {};
    const Exports exports = m_sheet.exports();
    const auto write = [](const QString& path, const QByteArray& bytes) {
        return !bytes.isEmpty() && writtenTo(path, bytes).isEmpty();
    };
    if (!m_request.report.isEmpty()
        && (!exports.report || !write(m_request.report, htmlOf(exports.report()))))
        return m_request.report;
    if (m_request.figure.isEmpty())
        return {};
    constexpr int kScale = 4; // of a PNG file
    const FigureFormat format = *figureFormatOf(m_request.figure);
    if (format == FigureFormat::Png)
        m_request.look.dot = unitsPerPixel(kScale);
    const auto* steps = exports.figures.empty()
        ? nullptr
        : std::get_if<StepsToDraw>(&exports.figures.front().what);
    if (!steps)
        return m_request.figure;
    const ShownSteps shown = shownSteps(*steps, exports.title, WhichSteps::All, WhichTime::Whole);
    m_remark = missingExtras(extrasOf(shown.tracks));
    return write(m_request.figure,
                 fileOf(stepFigure(shown, m_request.look), format, kScale, exports.title))
        ? QString()
        : m_request.figure;
}

QString Picture::missingExtras(const FigureExtras& there) const
{
    const FigureExtras& wanted = m_request.look.extras;
    QStringList lines;
    const auto note = [&lines](const char* extra, const QString& sentence) {
        lines << sentence.arg(QStringLiteral("--with ") + QLatin1String(extra));
    };
    if (wanted.ghosts && !there.ghosts)
        note("ghosts", tr("%1 has no effect: there is no run beside the prediction"));
    if (wanted.criticalPath && !there.criticalPath)
        note("critical-path", tr("%1 has no effect: it needs a prediction that is not too large"));
    if (wanted.inner && !there.inner)
        note("inner", tr("%1 has no effect: it needs a run that recorded what its ops did"));
    if (wanted.memory && !there.memory)
        note("memory",
             tr("%1 has no effect: it needs a strategy with a model, or a run that "
                "measured its memory"));
    return lines.join(QLatin1Char('\n'));
}

void Picture::save(bool late)
{
    // Newer steps may have come since, and the picture is to be of the one asked for.
    if (m_request.ofRun && m_request.untilStep >= 0)
        m_sheet.runView().hold(m_request.untilStep);
    settleLayouts();
    // The timeline is drawn on a thread; without this the picture might be of an earlier state.
    m_sheet.timelineArea().panel().finishFrame();
    if (const QString failed = writeFiles(); !failed.isEmpty())
        emit done(1, tr("%1 cannot be written; choose another place").arg(failed));
    else if (late)
        emit done(1,
                  tr("the picture was not complete after %1 s; %2 shows what there was")
                      .arg(m_request.deadline.count() / 1000)
                      .arg(!m_request.path.isEmpty()         ? m_request.path
                               : !m_request.figure.isEmpty() ? m_request.figure
                                                             : m_request.report));
    else
        emit done(0, m_remark);
}

} // namespace gui
