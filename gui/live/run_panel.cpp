#include "gui/live/run_panel.h"

#include "gui/inputs/form_row.h"
#include "gui/live/action_button.h"
#include "gui/live/run_numbers.h"
#include "gui/live/verdict_words.h"
#include "gui/live/why_not.h"
#include "gui/text/plain_label.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace gui {
RunPanel::RunPanel(Document& document, RunController& controller, RunView& view,
                   RunControl& control, const RunActions& actions, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_controller(controller)
    , m_view(view)
    , m_control(control)
    , m_actions(actions)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addWidget(makeButtons());
    column->addWidget(new RunControls(control, view, controller, actions.control));

    auto* form = m_form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setVerticalSpacing(4);
    m_run = addRow(form, tr("Run"));
    m_state = addRow(form, tr("State"));
    m_device = addRow(form, tr("Device"));
    m_step = addRow(form, tr("Progress"));
    m_lateness = addRow(form, tr("Lateness"));
    m_verdict = addRow(form, tr("Verdict"));
    m_losses = addRow(form, tr("Lost"));
    column->addLayout(form);

    column->addStretch();

    connect(&document, &Document::strategyChanged, this, &RunPanel::refreshActions);
    connect(&document, &Document::problemsChanged, this, &RunPanel::refreshActions);
    connect(&document, &Document::predictionChanged, this, &RunPanel::refreshActions);
    connect(&controller, &RunController::runChanged, this, &RunPanel::refresh);
    connect(&view, &RunView::changed, this, &RunPanel::refresh);
    connect(&control, &RunControl::changed, this, &RunPanel::refresh);
    refresh();
}

QWidget* RunPanel::makeButtons()
{
    auto* row = new QWidget;
    auto* grid = new QGridLayout(row);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(4);
    grid->addWidget(actionButton(m_actions.launch), 0, 0);
    grid->addWidget(actionButton(m_actions.stop), 0, 1);
    grid->addWidget(actionButton(m_actions.attach), 1, 0);
    grid->addWidget(actionButton(m_actions.replay), 1, 1);
    m_calibrate = actionButton(m_actions.calibrate);
    grid->addWidget(m_calibrate, 2, 0, 1, 2);
    return row;
}

QLabel* RunPanel::addRow(QFormLayout* form, const QString& label)
{
    QLabel* value = plainLabel(label);
    form->addRow(label, value);
    return value;
}

void RunPanel::refreshActions()
{
    const bool busy = m_controller.isBusy();
    const bool showing = m_controller.session().isShowing();
    const bool ended = m_view.run() && m_view.run()->isOver();
    const QString whyBusy = busy ? tr("bubblescope-run has not answered yet") : QString();
    const auto unless
        = [](bool holds, const QString& whyNot) { return holds ? QString() : whyNot; };
    setWhyNot(m_actions.launch, busy ? whyBusy : m_controller.whyNoLaunch());
    setWhyNot(m_actions.stop,
              busy                          ? whyBusy
                  : !showing                ? tr("No run is shown")
                  : m_controller.isReplay() ? tr("A recording is shown: there is nothing to stop")
                  : ended
                  ? tr("The run has ended")
                  : unless(m_controller.run().has_value(), tr("The name of the run is not known")));
    setWhyNot(m_actions.attach, whyBusy);
    const QString whyNoRun = unless(showing, tr("No run is shown"));
    setWhyNot(m_actions.leave, whyNoRun);
    const QString whyNoStep = unless(m_view.shown().complete != nullptr,
                                     showing ? tr("No step has been seen whole yet") : whyNoRun);
    setWhyNot(m_actions.previousStep, whyNoStep);
    setWhyNot(m_actions.nextStep, whyNoStep);
    setWhyNot(m_actions.follow, whyNoRun);
    m_actions.follow->setChecked(m_view.isFollowing());
    const RunSnapshotPtr& run = m_view.run();
    // The times of an emulated run are those that it was given; there is nothing to learn from
    // them.
    m_calibrate->setVisible(run && run->info && !run->info->emulated);
}

void RunPanel::refresh()
{
    refreshActions();
    const RunSnapshotPtr& run = m_view.run();
    const auto& entry = m_controller.run();
    if (!run) {
        m_run->setText(entry ? entry->run : tr("none"));
        showState(m_controller.isBusy() ? tr("waiting for bubblescope-run")
                      : entry           ? tr("connecting")
                                        : tr("nothing is shown"),
                  false);
        for (QLabel* label : {m_device, m_step, m_losses})
            label->setText(QStringLiteral("–"));
        for (QLabel* label : {m_lateness, m_verdict}) {
            label->clear();
            showRow(m_form, label, false);
        }
        return;
    }
    const RunTexts texts = describe(*run, entry ? &*entry : nullptr, m_controller.isReplay(),
                                    m_view.shown().complete.get(), m_control.isPaused());
    const auto orDash
        = [](const QString& text) { return text.isEmpty() ? QStringLiteral("–") : text; };
    m_run->setText(orDash(texts.run));
    showState(orDash(texts.outcome), texts.bad); // why stands in the verdict
    m_device->setText(orDash(texts.device));
    m_device->setToolTip(plainTip(texts.deviceTip));
    m_step->setText(orDash(texts.step));
    m_lateness->setText(texts.lateness);
    showRow(m_form, m_lateness, !texts.lateness.isEmpty());
    m_losses->setText(orDash(texts.losses));
    const StepPtr& complete = m_view.shown().complete;
    m_verdict->setText(verdictText(*run, m_view.stragglers(), m_controller.session().conditions(),
                                   complete ? complete->timeline.makespan : plan::Nanoseconds{}));
    showRow(m_form, m_verdict, !m_verdict->text().isEmpty());
}

// A run that failed or is lost is told in red, and nothing else here is.
void RunPanel::showState(const QString& text, bool bad)
{
    m_state->setText(text);
    QPalette colours = palette();
    if (bad)
        colours.setColor(QPalette::WindowText, themeFor(colours).error);
    m_state->setPalette(colours);
}

void RunPanel::changeEvent(QEvent* event)
{
    // The event may arrive while the constructor is still making the rows.
    if (event->type() == QEvent::PaletteChange && m_state)
        refresh();
    QWidget::changeEvent(event);
}

} // namespace gui
