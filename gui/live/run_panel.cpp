#include "gui/live/run_panel.h"

#include "engine/strategy/check_training.h"
#include "engine/strategy/run_device.h"
#include "gui/inputs/form_row.h"
#include "gui/live/action_button.h"
#include "gui/live/device_words.h"
#include "gui/live/run_numbers.h"
#include "gui/live/verdict_words.h"
#include "gui/live/why_not.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QVBoxLayout>

namespace gui {
namespace {

constexpr int kDefaultSteps = 50;
constexpr int kMaxSteps = 1'000'000;

using strategy::RunDeviceKind;

QString wordOf(RunDeviceKind kind)
{
    const std::string_view word = strategy::runDevice(kind).word;
    return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
}

QLabel* plainLabel(const QString& name)
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFocusPolicy(Qt::NoFocus);
    label->setAccessibleName(name);
    return label;
}

} // namespace

RunPanel::RunPanel(Document& document, RunController& controller, RunView& view,
                   RunControl& control, const RunActions& actions, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_controller(controller)
    , m_view(view)
    , m_actions(actions)
    , m_steps(new QSpinBox)
    , m_devices(new QComboBox)
    , m_command(new QLineEdit)
    , m_show(new QComboBox)
    , m_slider(new QSlider(Qt::Horizontal))
    , m_sliderText(plainLabel(tr("Step shown")))
    , m_log(new QPlainTextEdit)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addWidget(makeButtons());
    column->addWidget(new RunControls(control, view, controller, actions.control));

    auto* form = m_form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setVerticalSpacing(4);
    form->addRow(tr("Steps"), makeLaunchRow());
    m_command->setReadOnly(true);
    m_command->setAccessibleName(tr("Command"));
    m_command->setToolTip(tr("What Launch starts, exactly"));
    m_command->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    form->addRow(tr("Command"), m_command);
    m_run = addRow(form, tr("Run"));
    m_state = addRow(form, tr("State"));
    m_device = addRow(form, tr("Device"));
    m_step = addRow(form, tr("Progress"));
    m_lateness = addRow(form, tr("Lateness"));
    m_verdict = addRow(form, tr("Verdict"));
    m_losses = addRow(form, tr("Lost"));
    column->addLayout(form);
    column->addWidget(makeStepRow());

    m_log->setReadOnly(true);
    // No more than the session keeps, or the text would grow for as long as the run goes on.
    m_log->setMaximumBlockCount(int(BoundedLog::kMaxLines));
    m_log->setAccessibleName(tr("What the ranks said"));
    m_log->setPlaceholderText(tr("What the ranks say stands here."));
    m_log->setMinimumHeight(48);
    // Nobody types a tab here; the key leads on to what comes next.
    m_log->setTabChangesFocus(true);
    column->addWidget(m_log, 1);

    connect(m_steps, &QSpinBox::valueChanged, this, &RunPanel::refreshCommand);
    connect(m_devices, &QComboBox::currentIndexChanged, this, &RunPanel::refreshCommand);
    // activated() is emitted for the user's choices alone, and not for those of refreshDevices().
    connect(m_devices, &QComboBox::activated, this,
            [this](int device) { m_chosenDevice = device; });
    connect(&document, &Document::strategyChanged, this, &RunPanel::refreshDevices);
    connect(&document, &Document::problemsChanged, this, &RunPanel::refreshDevices);
    connect(&document, &Document::strategyChanged, this, &RunPanel::refreshCommand);
    connect(&document, &Document::nameChanged, this, &RunPanel::refreshCommand);
    connect(&document, &Document::strategyChanged, this, &RunPanel::refreshActions);
    connect(&document, &Document::problemsChanged, this, &RunPanel::refreshActions);
    connect(&document, &Document::predictionChanged, this, &RunPanel::refreshActions);
    connect(&controller, &RunController::runChanged, this, &RunPanel::refresh);
    connect(&view, &RunView::changed, this, &RunPanel::refresh);
    // The device first: it is part of the command.
    refreshDevices();
    refreshCommand();
    refresh();
}

int RunPanel::steps() const { return m_steps->value(); }

QString RunPanel::device() const { return m_devices->currentData().toString(); }

QWidget* RunPanel::makeLaunchRow()
{
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    m_steps->setRange(1, kMaxSteps);
    m_steps->setValue(kDefaultSteps);
    m_steps->setAccessibleName(tr("Steps to launch"));
    for (const strategy::RunDevice& device : strategy::kRunDevices)
        m_devices->addItem(deviceName(device.kind), wordOf(device.kind));
    m_devices->setAccessibleName(tr("Device to launch on"));
    line->addWidget(m_steps, 1);
    line->addWidget(m_devices, 1);
    return row;
}

// Precondition: the strategy has no problems.
bool RunPanel::canTrain() const { return strategy::checkTraining(m_document.strategy()).empty(); }

// What a device cannot do is greyed, and says why.
void RunPanel::refreshDevices()
{
    const bool hasModel = m_document.strategy().model.has_value();
    auto* items = qobject_cast<QStandardItemModel*>(m_devices->model());
    const QString noModel
        = tr("The strategy has no model to train; add a section 'model' to its file");
    const auto place = [this](RunDeviceKind kind) { return m_devices->findData(wordOf(kind)); };
    for (const strategy::RunDevice& device : strategy::kRunDevices) {
        const bool can = hasModel || !device.trains;
        QStandardItem* const item = items->item(place(device.kind));
        item->setEnabled(can);
        item->setToolTip(can ? deviceWork(device.kind) : noModel);
    }
    m_devices->setToolTip(hasModel ? tr("Device to launch on") : noModel);
    if (!hasModel)
        m_devices->setCurrentIndex(place(RunDeviceKind::Emulated));
    else if (m_chosenDevice)
        m_devices->setCurrentIndex(*m_chosenDevice);
    else if (m_document.problems().empty()) // while one types, it stays as it is
        m_devices->setCurrentIndex(
            place(canTrain() ? RunDeviceKind::Cpu : RunDeviceKind::Emulated));
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

QWidget* RunPanel::makeStepRow()
{
    auto* row = new QWidget;
    auto* grid = new QGridLayout(row);
    grid->setContentsMargins(0, 0, 0, 0);
    m_show->addItem(tr("Draw: automatic"), int(ShowStep::Automatic));
    m_show->addItem(tr("Draw: newest complete step"), int(ShowStep::Complete));
    m_show->addItem(tr("Draw: step filling in"), int(ShowStep::Filling));
    m_show->setAccessibleName(tr("Which step is drawn"));
    m_show->setToolTip(tr("Automatic draws a step as it fills in when steps take 0.4 s or longer"));
    m_slider->setAccessibleName(tr("Step to look at"));
    auto* previous = actionButton(m_actions.previousStep);
    auto* next = actionButton(m_actions.nextStep);
    grid->addWidget(m_show, 0, 0, 1, 2);
    grid->addWidget(actionButton(m_actions.follow), 0, 2, 1, 2);
    grid->addWidget(m_sliderText, 1, 0);
    grid->addWidget(m_slider, 1, 1);
    grid->addWidget(previous, 1, 2);
    grid->addWidget(next, 1, 3);
    grid->setColumnStretch(1, 1);

    connect(m_show, &QComboBox::currentIndexChanged, this,
            [this] { m_view.setShow(static_cast<ShowStep>(m_show->currentData().toInt())); });
    connect(m_slider, &QSlider::valueChanged, this, [this](int step) { m_view.hold(step); });
    return row;
}

QLabel* RunPanel::addRow(QFormLayout* form, const QString& label)
{
    QLabel* value = plainLabel(label);
    form->addRow(label, value);
    return value;
}

void RunPanel::refreshCommand()
{
    const QString text = m_controller.launchText(m_steps->value(), device());
    m_command->setText(text.isEmpty() ? tr("bubblescope-run was not found") : text);
    // A command that is too long for the field shows its beginning.
    m_command->setCursorPosition(0);
}

void RunPanel::refreshActions()
{
    const bool busy = m_controller.isBusy();
    const bool showing = m_controller.session().isShowing();
    const bool ended = m_view.run() && m_view.run()->status.state == telemetry::SourceState::Ended;
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
    refreshSlider();
    refreshLog();
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
                                    m_view.shown().complete.get());
    const auto orDash
        = [](const QString& text) { return text.isEmpty() ? QStringLiteral("–") : text; };
    m_run->setText(orDash(texts.run));
    showState(orDash(texts.state), texts.bad);
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

void RunPanel::refreshSlider()
{
    // The slider holds a step when its value changes. Here it only follows the step that is shown,
    // which must not be held by that.
    const QSignalBlocker quiet(m_slider);
    const StepHistory& history = m_controller.session().history();
    const ShownStep& shown = m_view.shown();
    m_slider->setEnabled(shown.complete != nullptr);
    m_slider->setToolTip(shown.complete
                             ? tr("Hold an older step; follow the run again with its action")
                             : tr("No step has been seen whole yet"));
    if (!shown.complete) {
        m_sliderText->setText(tr("step –"));
        return;
    }
    m_slider->setRange(history.oldestNumber(), history.newestNumber());
    m_slider->setValue(shown.step->number);
    m_sliderText->setText(tr("step %1").arg(shown.step->number));
}

void RunPanel::refreshLog()
{
    const BoundedLog& log = m_controller.session().log();
    // A smaller total is that of another run, whose log has begun anew.
    if (log.total() < m_logTotal || !m_view.run()) {
        m_log->clear();
        m_logTotal = 0;
    }
    // Of the lines that are new, only those still kept can be shown.
    const auto fresh = std::min<std::uint64_t>(log.total() - m_logTotal, log.lines().size());
    m_logTotal = log.total();
    for (auto line = log.lines().end() - static_cast<std::ptrdiff_t>(fresh);
         line != log.lines().end(); ++line)
        m_log->appendPlainText(
            line->rank ? tr("rank %1: %2").arg(*line->rank).arg(QString::fromStdString(line->text))
                       : tr("The run failed: %1").arg(QString::fromStdString(line->text)));
}

} // namespace gui
