// The fields of the launch dialog.

#include "gui/inputs/decimal_box.h"
#include "gui/inputs/focus_in_sight.h"
#include "gui/inputs/fold_button.h"
#include "gui/live/device_words.h"
#include "gui/runs/job_form.h"
#include "gui/runs/launch_dialog.h"
#include "gui/runs/run_words.h"
#include "gui/theme/metrics.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr int kUnfoldedHeight = 660; // pixels of scale 1

bool isPaced(const strategy::RunDevice& device) { return device.paced; }
bool isTraining(const strategy::RunDevice& device) { return device.trains; }
bool isOfGpus(const strategy::RunDevice& device)
{
    return device.kind == strategy::RunDeviceKind::Cuda;
}

QLabel* noteLabel(const QString& text = {})
{
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

QString LaunchDialog::deviceNote(const strategy::RunDevice& device)
{
    return deviceWork(device.kind);
}

QString LaunchDialog::ranksText(const strategy::Strategy& strategy,
                                const strategy::RunDevice& device, int ranks)
{
    if (ranks <= 0)
        return tr("not known");
    const QString count = QLocale().toString(ranks);
    if (!device.trains)
        return tr("%1 processes, one for each rank of the pipeline").arg(count);
    const strategy::Parallel& cut = strategy.parallel;
    return tr("%1 processes: pipeline %2 × tensor %3 × context %4 × data %5")
        .arg(count)
        .arg(cut.pipeline)
        .arg(cut.tensor)
        .arg(cut.context)
        .arg(strategy::dataParallel(strategy));
}

QWidget* LaunchDialog::makeForm()
{
    const Metrics sizes = metrics();
    auto* page = new QWidget;
    auto* grid = new QGridLayout(page);
    grid->setContentsMargins(0, 0, sizes.space(2), 0);
    grid->setHorizontalSpacing(sizes.space(3));
    grid->setVerticalSpacing(sizes.space(1));
    grid->setColumnStretch(1, 1);
    makeDevices(grid);
    makeFirstRows(grid);
    m_more = foldButton(tr("More options"), tr("More options of the run"));
    grid->addWidget(m_more, grid->rowCount(), 0, 1, 2, Qt::AlignLeft);
    connect(m_more, &QToolButton::toggled, this, [this](bool open) {
        refresh();
        growFor(open);
    });
    makeMoreRows(grid);
    grid->setRowStretch(grid->rowCount(), 1);
    // The dialog fits a small screen; the fields scroll where they do not.
    auto* scroller = new QScrollArea(this);
    scroller->setWidget(page);
    scroller->setWidgetResizable(true);
    scroller->setFrameShape(QFrame::NoFrame);
    scroller->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroller->setFocusPolicy(Qt::NoFocus);
    keepFocusInSight(*scroller);
    scroller->viewport()->setAutoFillBackground(false);
    page->setAutoFillBackground(false);
    return scroller;
}

void LaunchDialog::growFor(bool more)
{
    if (more)
        resize(width(), std::max(height(), metrics().px(kUnfoldedHeight)));
}

void LaunchDialog::makeDevices(QGridLayout* grid)
{
    auto* devices = new QWidget;
    auto* column = new QGridLayout(devices);
    column->setContentsMargins(0, 0, 0, 0);
    column->setHorizontalSpacing(metrics().space(3));
    column->setVerticalSpacing(metrics().space(1));
    column->setColumnStretch(1, 1);
    auto* group = new QButtonGroup(this);
    for (const strategy::RunDevice& device : strategy::kRunDevices) {
        auto* button = new QRadioButton(deviceName(device.kind));
        button->setAccessibleName(tr("Device: %1").arg(button->text()));
        auto* note = noteLabel();
        const int row = static_cast<int>(m_devices.size());
        column->addWidget(button, row, 0);
        column->addWidget(note, row, 1);
        group->addButton(button);
        m_devices.push_back(button);
        m_deviceNotes.push_back(note);
        m_small.push_back(note);
        connect(button, &QRadioButton::toggled, this, &LaunchDialog::refresh);
    }
    addRow(grid, tr("Device"), devices);
}

void LaunchDialog::makeFirstRows(QGridLayout* grid)
{
    m_steps = new QSpinBox;
    m_steps->setRange(1, kMostLaunchSteps);
    m_steps->setAccessibleName(tr("Steps"));
    m_cost = noteLabel();
    m_cost->setAccessibleName(tr("How long it takes"));
    m_small.push_back(m_cost);
    connect(m_steps, &QSpinBox::valueChanged, this, &LaunchDialog::refresh);
    addRow(grid, tr("Steps"), m_steps, m_cost);

    m_ranks = noteLabel();
    m_ranks->setAccessibleName(tr("Ranks"));
    addRow(grid, tr("Ranks"), m_ranks);

    m_place = new QComboBox;
    m_place->setAccessibleName(tr("Where"));
    for (const auto& [text, place] :
         {std::pair(tr("on this machine"), LaunchPlace::ThisMachine),
          std::pair(tr("on the hosts of a file (mpirun over ssh)"), LaunchPlace::Hosts),
          std::pair(tr("on the nodes of this Slurm job (srun)"), LaunchPlace::Allocation),
          std::pair(tr("submitted to Slurm, as a job of its own"), LaunchPlace::Job)}) {
        m_place->addItem(text, static_cast<int>(place));
        const QString whyNot = whyNoPlace(place);
        QStandardItem* item
            = qobject_cast<QStandardItemModel*>(m_place->model())->item(m_place->count() - 1);
        item->setEnabled(whyNot.isEmpty());
        item->setToolTip(whyNot);
    }
    connect(m_place, &QComboBox::currentIndexChanged, this, [this] {
        refresh();
        growFor(place() == LaunchPlace::Job);
    });
    addRow(grid, tr("Where"), m_place);

    m_hosts = new QComboBox;
    m_hosts->setEditable(true);
    m_hosts->setInsertPolicy(QComboBox::NoInsert);
    m_hosts->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_hosts->setMinimumContentsLength(12);
    m_hosts->setAccessibleName(tr("Host file"));
    m_hosts->lineEdit()->setAccessibleName(tr("Host file"));
    m_hosts->lineEdit()->setPlaceholderText(tr("a file with a host on each line"));
    m_hosts->setToolTip(tr("A host on each line, as NAME slots=N; mpirun reaches them over ssh"));
    connect(m_hosts, &QComboBox::editTextChanged, this, &LaunchDialog::refresh);
    addRow(grid, tr("Host file"), m_hosts);
    m_ofHosts = m_lastRow;

    m_job = new JobForm;
    connect(m_job, &JobForm::changed, this, &LaunchDialog::refresh);
    addRow(grid, tr("Job"), m_job);
    m_ofJob = m_lastRow;

    m_record = new QLineEdit;
    m_record->setPlaceholderText(tr("a folder among the runs of this machine"));
    addRow(grid, tr("Record in"), pathField(m_record, tr("Record in"), true));
}

void LaunchDialog::makeMoreRows(QGridLayout* grid)
{
    const auto line = [this](const QString& name, const QString& hint) {
        auto* made = new QLineEdit;
        made->setAccessibleName(name);
        made->setPlaceholderText(hint);
        connect(made, &QLineEdit::textChanged, this, &LaunchDialog::refresh);
        return made;
    };
    const auto number = [this](const QString& name, int least, int most) {
        auto* made = new QSpinBox;
        made->setRange(least, most);
        made->setAccessibleName(name);
        connect(made, &QSpinBox::valueChanged, this, &LaunchDialog::refresh);
        return made;
    };
    const auto check = [this](const QString& text, const QString& tip) {
        auto* made = new QCheckBox(text);
        made->setAccessibleName(text);
        made->setToolTip(tip);
        connect(made, &QCheckBox::toggled, this, &LaunchDialog::refresh);
        return made;
    };
    const bool more = true;
    m_timeScale = new DecimalBox(QStringLiteral(" s"));
    m_timeScale->setRange(0, 1e6);
    m_timeScale->setSpecialValueText(tr("chosen so that a step can be watched"));
    m_timeScale->setAccessibleName(tr("A second stands for"));
    connect(m_timeScale, &QDoubleSpinBox::valueChanged, this, &LaunchDialog::refresh);
    addRow(grid, tr("A second stands for"), m_timeScale, nullptr, isPaced, more);

    m_threads = number(tr("Threads of a rank"), 1, kMostLaunchThreads);
    addRow(grid, tr("Threads of a rank"), m_threads, nullptr, isTraining, more);
    m_takeTurns = check(tr("Ranks take turns"),
                        tr("One rank works at a time, so that a small machine shows the times of "
                           "a device for each"));
    addRow(grid, {}, m_takeTurns, nullptr, isTraining, more);
    m_resume = line(tr("Continue from"), tr("a checkpoint, or the folder of a run"));
    addRow(grid, tr("Continue from"), m_resume, nullptr, isTraining, more);
    m_flipBit = line(tr("Flip a bit"), tr("rank:step:op, to see that the checks find it"));
    addRow(grid, tr("Flip a bit"), m_flipBit, nullptr, isTraining, more);

    m_gpusPerRank = new DecimalBox({});
    m_gpusPerRank->setRange(0.01, 1);
    m_gpusPerRank->setSingleStep(0.25);
    m_gpusPerRank->setAccessibleName(tr("GPUs of a rank"));
    connect(m_gpusPerRank, &QDoubleSpinBox::valueChanged, this, &LaunchDialog::refresh);
    addRow(grid, tr("GPUs of a rank"), m_gpusPerRank, nullptr, isOfGpus, more);
    m_messages = new QComboBox;
    m_messages->setAccessibleName(tr("Messages"));
    m_messages->addItem(tr("NCCL where it can, else over the host"), QStringLiteral("auto"));
    m_messages->addItem(tr("NCCL"), QStringLiteral("nccl"));
    m_messages->addItem(tr("over the host"), QStringLiteral("host"));
    connect(m_messages, &QComboBox::currentIndexChanged, this, &LaunchDialog::refresh);
    addRow(grid, tr("Messages"), m_messages, nullptr, isOfGpus, more);
    m_deterministic
        = check(tr("Sums in one order"), tr("Two runs give identical losses; steps take longer"));
    addRow(grid, {}, m_deterministic, nullptr, isOfGpus, more);
    m_deep = check(tr("Record kernels"), tr("Records the kernels within each op, by CUPTI"));
    addRow(grid, {}, m_deep, nullptr, isOfGpus, more);

    m_report = new QLineEdit;
    m_report->setPlaceholderText(tr("only in the run's folder"));
    addRow(grid, tr("Report"), pathField(m_report, tr("Report"), false), nullptr, nullptr, more);
    m_listen = line(tr("Viewers at"), tr("ipc:///path; the run's own where it is empty"));
    addRow(grid, tr("Viewers at"), m_listen, nullptr, nullptr, more);
    m_rows.back().ofJobs = false;
    m_timeout = number(tr("Longest wait"), 0, kMostLaunchTimeout);
    m_timeout->setSuffix(QStringLiteral(" s"));
    m_timeout->setSpecialValueText(tr("what fits the steps"));
    addRow(grid, tr("Longest wait"), m_timeout, nullptr, nullptr, more);
}

void LaunchDialog::addRow(QGridLayout* grid, const QString& label, QWidget* field, QWidget* beside,
                          bool (*goesWith)(const strategy::RunDevice&), bool more)
{
    const int row = grid->rowCount();
    std::vector<QWidget*> widgets{field};
    if (!label.isEmpty()) {
        auto* name = new QLabel(label);
        name->setTextFormat(Qt::PlainText);
        name->setBuddy(field);
        grid->addWidget(name, row, 0, Qt::AlignLeft | Qt::AlignTop);
        name->setMinimumHeight(metrics().controlHeight());
        widgets.push_back(name);
    }
    if (beside) {
        auto* both = new QHBoxLayout;
        both->setSpacing(metrics().space(3));
        both->addWidget(field);
        both->addWidget(beside, 1);
        grid->addLayout(both, row, 1);
    } else {
        grid->addWidget(field, row, 1);
    }
    m_lastRow = widgets;
    if (more)
        m_rows.push_back({std::move(widgets), goesWith});
}

QWidget* LaunchDialog::pathField(QLineEdit* line, const QString& name, bool folder)
{
    auto* field = new QWidget;
    auto* row = new QHBoxLayout(field);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(metrics().space(1));
    line->setAccessibleName(name);
    connect(line, &QLineEdit::textChanged, this, &LaunchDialog::refresh);
    auto* browse = new QToolButton;
    browse->setText(QStringLiteral("…"));
    browse->setAccessibleName(tr("%1: choose").arg(name));
    browse->setToolTip(browse->accessibleName());
    browse->setFocusPolicy(Qt::StrongFocus);
    connect(browse, &QToolButton::clicked, this, [this, line, name, folder] {
        auto* dialog = new QFileDialog(this, name, launchPath(line->text()));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::AnyFile);
        connect(dialog, &QFileDialog::fileSelected, line, &QLineEdit::setText);
        dialog->open();
    });
    row->addWidget(line, 1);
    row->addWidget(browse);
    field->setFocusProxy(line);
    return field;
}

QWidget* LaunchDialog::makeFoot()
{
    const Metrics sizes = metrics();
    auto* foot = new QWidget;
    auto* column = new QVBoxLayout(foot);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(sizes.space(1));
    auto* head = new QHBoxLayout;
    auto* title = new QLabel(tr("Command"));
    m_copy = new QPushButton(tr("Copy"));
    m_copy->setAccessibleName(tr("Copy the command"));
    m_copy->setAutoDefault(false);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(commandText()); });
    head->addWidget(title);
    head->addStretch();
    head->addWidget(m_copy);
    m_command = new QPlainTextEdit;
    m_command->setReadOnly(true);
    m_command->setTabChangesFocus(true);
    m_command->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_command->setAccessibleName(tr("Command"));
    m_command->setToolTip(tr("What is started, exactly"));
    m_findings = noteLabel();
    m_findings->setAccessibleName(tr("What to know before it is started"));
    m_findings->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_small.push_back(m_findings);
    auto* buttons = new QHBoxLayout;
    m_cancel = new QPushButton(tr("Cancel"));
    m_cancel->setAccessibleName(m_cancel->text());
    m_start = new QPushButton(tr("Start"));
    for (QPushButton* button : {m_cancel, m_start})
        button->setAutoDefault(false);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_start, &QPushButton::clicked, this, &LaunchDialog::start);
    buttons->addStretch();
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_start);
    column->addLayout(head);
    column->addWidget(m_command);
    column->addWidget(m_findings);
    column->addLayout(buttons);
    return foot;
}

} // namespace gui
