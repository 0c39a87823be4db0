#include "gui/workspace/open_strategy.h"

#include "gui/workspace/run_tail.h"

#include <utility>

namespace gui {

OpenStrategy::OpenStrategy(const QString& runProgram)
    : m_controller(m_document, runProgram)
{
    for (const auto changed : {&Document::nameChanged, &Document::strategyChanged})
        connect(&m_document, changed, this, &OpenItem::changed);
    connect(&m_controller, &RunController::runChanged, this, &OpenItem::changed);
    connect(&m_controller.session(), &LiveSession::started, this, [this] {
        m_over = false;
        forgetSteps();
    });
    connect(&m_controller.session(), &LiveSession::left, this, &OpenStrategy::forgetSteps);
    connect(&m_controller.session(), &LiveSession::updated, this,
            [this](const RunSnapshotPtr& run) {
                const bool over = run->isOver();
                if (std::exchange(m_over, over) != over)
                    emit changed();
            });
    connect(&m_document.undoStack(), &QUndoStack::indexChanged, this,
            [this] { m_untouched = false; });
}

Autosave& OpenStrategy::keepChanges()
{
    return m_autosave ? *m_autosave : m_autosave.emplace(m_document, autosaveFolder());
}

void OpenStrategy::forgetChanges()
{
    if (m_autosave)
        m_autosave->forget();
}

bool OpenStrategy::isUntouched() const
{
    return m_untouched && m_document.path().isEmpty() && !m_document.isModified()
        && !m_controller.session().isShowing() && !m_controller.isBusy();
}

// Of a run that is not on show any more: nobody else may be there to say so.
void OpenStrategy::forgetSteps()
{
    m_heldStep.reset();
    setOnShow({});
}

void OpenStrategy::setOnShow(const RunStep& step)
{
    if (step.isSame(m_onShow))
        return;
    m_onShow = step;
    emit onShowChanged();
}

// Several runs of one strategy are told apart by the end of their names. The strategy is named as
// the list of runs names it, whether it came from its file or from a recording.
QString OpenStrategy::title() const
{
    const auto& run = m_controller.run();
    if (!run || run->run.isEmpty())
        return m_document.displayName();
    const std::string& name = m_document.strategy().name;
    return QStringLiteral("%1 · %2").arg(
        name.empty() ? m_document.displayName() : QString::fromStdString(name), runTail(run->run));
}

QString OpenStrategy::shortTitle() const
{
    const QString whole = m_document.displayName();
    for (const QLatin1String ending : {QLatin1String(".yaml"), QLatin1String(".yml")})
        if (whole.endsWith(ending))
            return whole.chopped(ending.size());
    return whole;
}

QString OpenStrategy::tip() const
{
    QStringList lines;
    if (!m_document.path().isEmpty())
        lines << m_document.path();
    else if (m_imported)
        lines << tr("read from %1").arg(m_imported->report.path);
    if (const auto& run = m_controller.run())
        lines << (isLive() ? tr("run %1, live") : tr("run %1")).arg(run->run);
    return lines.join(QLatin1Char('\n'));
}

QString OpenStrategy::source() const
{
    if (!m_document.path().isEmpty() || !m_imported || isModified())
        return m_document.path();
    return m_imported->report.path;
}

void OpenStrategy::begin(ForeignStrategy imported)
{
    m_imported = std::move(imported);
    m_untouched = false;
    m_document.start(m_imported->strategy);
}

bool OpenStrategy::isLive() const
{
    return m_controller.session().isShowing() && !m_over && !m_controller.isReplay()
        && m_controller.run() && m_controller.run()->state == QLatin1String("running");
}

RunAlarm OpenStrategy::alarm() const
{
    return m_controller.session().isShowing() ? m_alarm : RunAlarm::None;
}

void OpenStrategy::setAlarm(RunAlarm alarm)
{
    if (alarm == m_alarm)
        return;
    m_alarm = alarm;
    emit changed();
}

} // namespace gui
