#include "gui/window/import_sheet.h"

#include "gui/frame/elided_label.h"
#include "gui/frame/icon.h"
#include "gui/live/action_button.h"
#include "gui/live/why_not.h"
#include "gui/text/number_format.h"
#include "gui/theme/metrics.h"
#include "gui/window/explore_commands.h"
#include "gui/window/fade_commands.h"
#include "gui/window/inspector_page.h"
#include "gui/window/layout.h"
#include "gui/window/range_history.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace gui {
namespace {

constexpr int kTracePredicted = 0; // slots of the timeline
constexpr int kTraceMeasured = 1;

QLabel* traceLabel(const QString& text)
{
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

ImportSheet::ImportSheet(OpenImport& open, Workspace& workspace, OpenCommands& opener,
                         QWidget* parent)
    : StripSheet(parent)
    , m_open(open)
    , m_opener(opener)
    , m_panel(new TimelinePanel(m_state, this))
    , m_scrubber(makeScrubber())
    , m_page(makePanel())
    , m_table(makeTable())
    , m_report(new LossView(this))
{
    setMiddle(m_panel);
    for (QWidget* part :
         {m_scrubber, m_page, static_cast<QWidget*>(m_table), static_cast<QWidget*>(m_report)}) {
        part->setParent(this);
        part->hide();
    }
    m_report->setReport(open.trace().report);
    makeActions();
    connectExploring(ownActions(), open, workspace);
    show(static_cast<int>(open.shown()));
}

ImportSheet::~ImportSheet()
{
    // It refers to a member, which is destroyed before the children are.
    delete m_inspector;
    delete m_panel;
}

void ImportSheet::makeActions()
{
    ownActions().onTriggered("view.fit", [this] { m_state.fit(); });
    connectHistory(ownActions(), m_state);
    connectFading(ownActions(), m_state);
    connectFlows(ownActions(), m_state);
    ownActions().onTriggered("view.find", [this] { m_panel->find(); });
    ownActions().onTriggered("view.goToRank", [this] { m_panel->findRank(); });
    ownActions().onTriggered("view.focusTimeline",
                             [this] { m_panel->setFocus(Qt::ShortcutFocusReason); });
    ownActions().onTriggered("run.previousStep", [this] { show(m_shown - 1); });
    ownActions().onTriggered("run.nextStep", [this] { show(m_shown + 1); });
    ownActions().onTriggered("file.strategyOfTrace", [this] { emit strategyWanted(); });
}

QWidget* ImportSheet::makeScrubber()
{
    auto* scrubber = new QWidget(this);
    auto* line = new QHBoxLayout(scrubber);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(metrics().space(2));
    for (const char* id : {"run.previousStep", "run.nextStep"}) {
        QToolButton* button = actionButton(action(id));
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setAutoRaise(true);
        line->addWidget(button);
    }
    m_number = traceLabel({});
    m_number->setAccessibleName(tr("Iteration shown"));
    m_number->setWordWrap(false);
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setAccessibleName(tr("Iteration to look at"));
    m_slider->setRange(0, static_cast<int>(m_open.trace().steps.size()) - 1);
    connect(m_slider, &QSlider::valueChanged, this, &ImportSheet::show);
    line->addWidget(m_number);
    line->addWidget(m_slider, 1);
    return scrubber;
}

QWidget* ImportSheet::makePanel()
{
    const ForeignTrace& trace = m_open.trace();
    auto* page = new QWidget;
    auto* form = new QFormLayout;
    const auto add = [form](const QString& name, const QString& value) {
        form->addRow(traceLabel(name), traceLabel(value));
    };
    // A path has no place where it may be broken; its end tells most.
    auto* folder = new ElidedLabel(nullptr, Qt::ElideLeft);
    folder->setText(trace.folder);
    form->addRow(traceLabel(tr("Folder")), folder);
    add(tr("Schedule"), QString::fromStdString(trace.scheduleName));
    add(tr("Ranks"), QString::number(trace.config.shape.ranks));
    add(tr("Chunks"), QString::number(trace.config.shape.chunks));
    add(tr("Microbatches"), QString::number(trace.config.shape.microbatches));
    add(tr("Tensor, context, data"),
        QStringLiteral("%1, %2, %3")
            .arg(trace.config.tensor)
            .arg(trace.config.context)
            .arg(trace.config.data));
    add(tr("Iterations"), QString::number(trace.steps.size()));
    auto* make = new QPushButton(tr("Make a strategy of it"));
    make->setToolTip(tr("Open a tab with this pipeline and schedule, and the costs of the "
                        "iteration on show"));
    connect(make, &QPushButton::clicked, this, &ImportSheet::strategyWanted);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(metrics().space(4), metrics().space(2), metrics().space(4),
                               metrics().space(4));
    column->setSpacing(metrics().space(4));
    column->addLayout(form);
    column->addWidget(make, 0, Qt::AlignLeft);
    column->addStretch();
    return scrolled(page);
}

QTableWidget* ImportSheet::makeTable()
{
    const std::vector<TraceStep>& steps = m_open.trace().steps;
    auto* table = new QTableWidget(static_cast<int>(steps.size()), 6, this);
    table->setAccessibleName(tr("Iterations"));
    table->setHorizontalHeaderLabels({tr("Iteration"), tr("Measured"), tr("Bubble"),
                                      tr("Predicted"), tr("Bubble"), tr("Difference")});
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false);
    table->setShowGrid(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    for (int row = 0; row < table->rowCount(); ++row) {
        const measured::IterationFit& fit = steps[static_cast<std::size_t>(row)].fit;
        const QString number
            = fit.warmUp ? tr("%1, warm-up").arg(fit.number) : QString::number(fit.number);
        const QStringList cells{number,
                                stepTime(fit.measured),
                                percent(fit.measuredBubble),
                                stepTime(fit.simulated),
                                percent(fit.simulatedBubble),
                                relativeDifference(static_cast<double>(fit.measured.count()),
                                                   static_cast<double>(fit.simulated.count()))};
        for (int column = 0; column < cells.size(); ++column) {
            auto* cell = new QTableWidgetItem(cells[column]);
            cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            table->setItem(row, column, cell);
        }
    }
    connect(table, &QTableWidget::currentCellChanged, this, [this](int row) { show(row); });
    return table;
}

void ImportSheet::show(int step)
{
    const std::vector<TraceStep>& steps = m_open.trace().steps;
    if (step < 0 || step >= static_cast<int>(steps.size()) || step == m_shown)
        return;
    m_shown = step;
    m_open.setShown(static_cast<std::size_t>(step));
    const TraceStep& now = steps[static_cast<std::size_t>(step)];
    TrackData predicted;
    predicted.title = tr("Predicted from the costs of this iteration");
    predicted.source = tr("costs fitted to this iteration");
    predicted.timeline = now.predicted;
    predicted.schedule = m_open.trace().schedule;
    predicted.ledger = now.predictedLedger;
    m_panel->setTrack(kTracePredicted, std::move(predicted));
    TrackData measured;
    measured.title = tr("Measured, iteration %1").arg(now.fit.number);
    measured.source = tr("measured, iteration %1").arg(now.fit.number);
    measured.timeline = now.measured;
    measured.schedule = m_open.trace().schedule;
    measured.ledger = now.ledger;
    measured.measured = true;
    measured.planned = now.predicted;
    m_panel->setTrack(kTraceMeasured, std::move(measured));
    // Both show what is on show, and choose it.
    const QSignalBlocker quietSlider(m_slider);
    const QSignalBlocker quietTable(m_table);
    m_slider->setValue(step);
    m_table->setCurrentCell(step, 0);
    m_number->setText(tr("iteration %1").arg(now.fit.number));
    setWhyNot(action("run.previousStep"),
              step > 0 ? QString() : tr("This is the first iteration of the trace"));
    setWhyNot(action("run.nextStep"),
              step + 1 < static_cast<int>(steps.size())
                  ? QString()
                  : tr("This is the last iteration of the trace"));
    refreshVerdict();
}

void ImportSheet::refreshVerdict()
{
    const measured::IterationFit& fit = m_open.trace().steps[static_cast<std::size_t>(m_shown)].fit;
    Verdict verdict;
    verdict.numbers = {{.name = tr("Step"), .value = stepTime(fit.measured)},
                       {.name = tr("Bubble"), .value = percent(fit.measuredBubble)},
                       {.name = tr("Predicted"), .value = stepTime(fit.simulated)},
                       {.name = tr("Difference"),
                        .value = relativeDifference(static_cast<double>(fit.measured.count()),
                                                    static_cast<double>(fit.simulated.count()))}};
    verdict.source = tr("measured elsewhere; predicted from the costs of this iteration");
    verdict.sourceTip = m_open.trace().folder;
    setVerdict(verdict);
}

QWidget* ImportSheet::panel(Mode mode) { return mode == Mode::Learn ? nullptr : m_page; }

QWidget* ImportSheet::inspector()
{
    if (!m_inspector) {
        m_inspector = makeInspectorPage(m_opener, m_state, *m_panel);
        m_inspector->setParent(this);
    }
    return m_inspector;
}

std::vector<DrawerPage> ImportSheet::drawerPages(Mode)
{
    return {{QStringLiteral("iterations"), tr("Iterations"), m_table},
            {QStringLiteral("report"), tr("What was assumed"), m_report}};
}

} // namespace gui
