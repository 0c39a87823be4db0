#include "gui/window/picture.h"

#include <QCoreApplication>
#include <QPixmap>

namespace gui {
namespace {

constexpr std::chrono::milliseconds kLookEvery{20};
constexpr int kNestedLayouts = 8;

} // namespace

Picture::Picture(Document& document, MainWindow& window, PictureRequest request)
    : m_document(document)
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
    return !m_document.strategy().model || m_window.estimator().isCurrent()
        || !m_window.estimator().reason().isEmpty();
}

bool Picture::isComplete() const
{
    const bool settled
        = !m_document.problems().empty() || (m_document.isPredictionCurrent() && isEstimated());
    if (!settled || !m_request.ofRun)
        return settled;
    const RunSnapshotPtr& run = m_window.runView().run();
    if (!run || !m_window.runView().isSettled())
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

void Picture::save(bool late)
{
    // Newer steps may have come since, and the picture is to be of the one asked for.
    if (m_request.ofRun && m_request.untilStep >= 0)
        m_window.runView().hold(m_request.untilStep);
    // Layouts that changed ask their parents in turn; the picture shows them settled.
    for (int depth = 0; depth < kNestedLayouts; ++depth)
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    // The timeline is drawn on a thread; without this the picture might be of an earlier state.
    m_window.timelineArea().panel().finishFrame();
    if (!m_window.grab().save(m_request.path, "PNG"))
        emit done(1, tr("%1 cannot be written; choose another place").arg(m_request.path));
    else if (late)
        emit done(1,
                  tr("the picture was not complete after %1 s; %2 shows what there was")
                      .arg(m_request.deadline.count() / 1000)
                      .arg(m_request.path));
    else
        emit done(0, {});
}

} // namespace gui
