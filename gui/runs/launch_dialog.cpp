#include "gui/runs/launch_dialog.h"

#include "gui/inputs/decimal_box.h"
#include "gui/live/device_words.h"
#include "gui/live/run_controller.h"
#include "gui/runs/job_form.h"
#include "gui/runs/launch_memory.h"
#include "gui/runs/run_words.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFontDatabase>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSettings>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

using Weight = LaunchFinding::Weight;

constexpr qsizetype kMostFindings = 3; // shown; the rest is in the tip

} // namespace

LaunchDialog::LaunchDialog(const Document& document, const RunController& controller,
                           QSettings* settings, QString remark, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_controller(controller)
    , m_settings(settings)
    , m_remark(std::move(remark))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Start a run of %1").arg(document.displayName()));
    auto* column = new QVBoxLayout(this);
    column->addWidget(makeForm(), 1);
    column->addWidget(makeFoot());
    takeOptions(settings ? readLaunchOptions(*settings) : LaunchOptions{.device = {}});
    m_filled = true;
    applyLook();
    refresh();
    connect(&document, &Document::strategyChanged, this, &LaunchDialog::refresh);
    connect(&document, &Document::predictionChanged, this, &LaunchDialog::refresh);
    connect(&document, &Document::nameChanged, this, &LaunchDialog::refresh);
    // Its tab may be closed from elsewhere.
    connect(&document, &QObject::destroyed, this, &QObject::deleteLater);
    m_steps->setFocus();
    m_steps->selectAll();
}

void LaunchDialog::takeOptions(const LaunchOptions& options)
{
    m_place->setCurrentIndex(std::max(0, m_place->findData(static_cast<int>(placeOf(options)))));
    m_job->take(options.job);
    chooseDevice(options.device);
    m_steps->setValue(options.steps);
    if (m_settings)
        m_hosts->addItems(usedHostfiles(*m_settings));
    m_hosts->setEditText(options.hostfile);
    m_timeout->setValue(options.timeout);
    m_threads->setValue(options.threads);
    m_takeTurns->setChecked(options.takeTurns);
    m_deterministic->setChecked(options.deterministic);
    m_deep->setChecked(options.deep);
    m_gpusPerRank->setValue(options.gpusPerRank);
    m_messages->setCurrentIndex(std::max(0, m_messages->findData(options.messages)));
}

// The one that the strategy is made for, or else the one that was chosen last, where it can run
// the strategy; else one that trains it, or that waits as long as its ops take.
void LaunchDialog::chooseDevice(const QString& last)
{
    const QString named = QString::fromStdString(m_document.strategy().cluster.device);
    const QString wanted = strategy::findRunDevice(named.toStdString()) ? named : last;
    int best = 0;
    const bool sound = m_document.problems().empty();
    for (std::size_t i = 0; i < strategy::kRunDevices.size(); ++i) {
        const strategy::RunDevice& each = strategy::kRunDevices[i];
        const QString whyNot
            = sound ? whyNoDevice(m_document.strategy(), each, place()) : QString();
        const bool isWanted = deviceWord(each) == wanted;
        if (whyNot.isEmpty()
            && (isWanted || (wanted.isEmpty() && each.kind == strategy::RunDeviceKind::Cpu)))
            best = static_cast<int>(i);
    }
    m_devices[static_cast<std::size_t>(best)]->setChecked(true);
}

LaunchPlace LaunchDialog::place() const
{
    return static_cast<LaunchPlace>(m_place->currentData().toInt());
}

const strategy::RunDevice& LaunchDialog::device() const
{
    for (std::size_t i = 0; i < m_devices.size(); ++i)
        if (m_devices[i]->isChecked())
            return strategy::kRunDevices[i];
    return strategy::kRunDevices.front();
}

LaunchOptions LaunchDialog::options() const
{
    LaunchOptions made;
    made.steps = m_steps->value();
    made.device = deviceWord(device());
    if (place() == LaunchPlace::Allocation)
        made.launcher = QStringLiteral("srun");
    if (place() == LaunchPlace::Hosts)
        made.hostfile = m_hosts->currentText().trimmed();
    made.submit = place() == LaunchPlace::Job;
    made.job = m_job->options();
    made.record = m_record->text().trimmed();
    made.report = m_report->text().trimmed();
    made.listen = m_listen->text().trimmed();
    made.timeout = m_timeout->value();
    made.timeScale = m_timeScale->value();
    made.threads = m_threads->value();
    made.takeTurns = m_takeTurns->isChecked();
    made.resume = m_resume->text().trimmed();
    made.flipBit = m_flipBit->text().trimmed();
    made.gpusPerRank = m_gpusPerRank->value();
    made.deterministic = m_deterministic->isChecked();
    made.deep = m_deep->isChecked();
    made.messages = m_messages->currentData().toString();
    return made;
}

QString LaunchDialog::commandText() const { return m_command->toPlainText(); }

void LaunchDialog::refresh()
{
    if (!m_filled)
        return;
    const bool sound = m_document.problems().empty();
    for (std::size_t i = 0; i < m_devices.size(); ++i) {
        const strategy::RunDevice& each = strategy::kRunDevices[i];
        const QString whyNot
            = sound ? whyNoDevice(m_document.strategy(), each, place()) : QString();
        m_devices[i]->setEnabled(whyNot.isEmpty());
        m_deviceNotes[i]->setText(whyNot.isEmpty() ? deviceNote(each) : whyNot);
    }
    const bool submits = place() == LaunchPlace::Job;
    for (QWidget* widget : m_ofHosts)
        widget->setVisible(place() == LaunchPlace::Hosts);
    for (QWidget* widget : m_ofJob)
        widget->setVisible(submits);
    for (const OptionRow& row : m_rows) {
        const bool shows = m_more->isChecked() && (!row.goesWith || row.goesWith(device()))
            && (row.ofJobs || !submits);
        for (QWidget* widget : row.widgets)
            widget->setVisible(shows);
    }
    const LaunchOptions now = options();
    const int ranks = sound ? launchRanks(m_document.strategy(), device()) : 0;
    m_ranks->setText(ranksText(m_document.strategy(), device(), ranks));
    m_cost->setText(launchCost(
        now, m_document.isPredictionCurrent() ? m_document.prediction().get() : nullptr));
    const RunCommand command = m_controller.commandOf(now);
    m_command->setPlainText(command.program.isEmpty() ? tr("bubblescope-run was not found")
                                                      : command.text());
    m_copy->setEnabled(!command.program.isEmpty());
    std::vector<LaunchFinding> findings
        = sound ? checkLaunch(now, m_document.strategy()) : std::vector<LaunchFinding>{};
    m_job->showFindings(findings);
    if (place() == LaunchPlace::Hosts && now.hostfile.isEmpty())
        findings.insert(findings.begin(),
                        {Weight::Problem, tr("Host file: name one, or choose another place")});
    if (!sound)
        findings.push_back({Weight::Problem, m_controller.whyNoLaunch()});
    if (command.program.isEmpty())
        findings.insert(findings.begin(),
                        {Weight::Problem,
                         tr("bubblescope-run is neither beside this program nor on the PATH")});
    if (!m_remark.isEmpty())
        findings.push_back({Weight::Remark, m_remark});
    showFindings(findings);
}

void LaunchDialog::showFindings(const std::vector<LaunchFinding>& findings)
{
    const auto has = [&findings](Weight weight) {
        return std::any_of(findings.begin(), findings.end(),
                           [weight](const LaunchFinding& each) { return each.weight == weight; });
    };
    QStringList sentences;
    for (const LaunchFinding& each : findings)
        sentences << each.sentence;
    m_findings->setText(sentences.mid(0, kMostFindings).join(QLatin1Char('\n')));
    m_findings->setToolTip(plainTip(sentences.join(QLatin1Char('\n'))));
    const Theme& theme = themeFor(palette());
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText,
                     has(Weight::Problem)        ? theme.error
                         : has(Weight::Replaces) ? theme.warning
                                                 : theme.mutedText);
    m_findings->setPalette(colours);
    // The prediction may still be worked out: what is missing then is a moment.
    const bool possible = !has(Weight::Problem) && m_controller.whyNoLaunch().isEmpty();
    m_start->setEnabled(possible);
    m_start->setToolTip(
        possible ? QString()
                 : plainTip(sentences.isEmpty() ? m_controller.whyNoLaunch() : sentences.front()));
    const bool submits = place() == LaunchPlace::Job;
    m_start->setText(has(Weight::Replaces)
                         ? (submits ? tr("Replace and submit") : tr("Replace and start"))
                         : (submits ? tr("Submit") : tr("Start")));
    m_start->setAccessibleName(m_start->text());
    const bool enterStarts = possible && !has(Weight::Replaces);
    m_start->setDefault(enterStarts);
    m_cancel->setDefault(!enterStarts);
}

void LaunchDialog::start()
{
    const LaunchOptions chosen = options();
    if (m_settings) {
        LaunchOptions kept = chosen;
        // Where only one device can run the strategy, it says nothing of what is wanted of others.
        if (std::count_if(m_devices.begin(), m_devices.end(),
                          [](const QRadioButton* each) { return each->isEnabled(); })
            < 2)
            kept.device = readLaunchOptions(*m_settings).device;
        writeLaunchOptions(*m_settings, kept);
    }
    accept();
    emit startWanted(chosen);
}

void LaunchDialog::applyLook()
{
    const Metrics sizes = metrics();
    const QFont small = sizes.font(font(), Type::Small);
    for (QLabel* label : m_small)
        label->setFont(small);
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, themeFor(palette()).mutedText);
    for (QLabel* label : m_small)
        if (label != m_findings)
            label->setPalette(muted);
    m_command->setFont(
        sizes.font(QFontDatabase::systemFont(QFontDatabase::FixedFont), Type::Small));
    // Rooms of a fixed height: nothing moves while one types.
    const int line = QFontMetrics(small).lineSpacing();
    m_findings->setFixedHeight(line * static_cast<int>(kMostFindings));
    m_command->setFixedHeight(QFontMetrics(m_command->font()).lineSpacing() * 3 + sizes.space(4));
    resize(sizes.px(620), std::max(height(), sizes.px(520)));
    growFor(place() == LaunchPlace::Job);
}

void LaunchDialog::changeEvent(QEvent* event)
{
    if (m_filled
        && (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)) {
        applyLook();
        refresh();
    }
    QDialog::changeEvent(event);
}

} // namespace gui
