#include "gui/compare/compare_view.h"

#include "engine/strategy/schedule_fit.h"
#include "gui/editor/schedule_chooser.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace gui {
namespace {

constexpr auto kPatience = std::chrono::milliseconds{200}; // after which the work is announced
constexpr int kMostChunks = 64;

QTableView* numbersView(ComparisonTable& table, QWidget* parent)
{
    auto* view = new QTableView(parent);
    view->setModel(&table);
    view->setAccessibleName(CompareView::tr("Numbers of the schedules"));
    view->setSelectionMode(QAbstractItemView::NoSelection);
    view->setTabKeyNavigation(false);
    view->setAlternatingRowColors(true);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    view->horizontalHeader()->setDefaultAlignment(Qt::AlignCenter
                                                  | Qt::Alignment(Qt::TextWordWrap));
    // Fixed heights, so that take() can make the table exactly as high as its rows.
    const int line = view->fontMetrics().height();
    view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view->verticalHeader()->setDefaultSectionSize(line + 6);
    view->horizontalHeader()->setFixedHeight(2 * line + 8);
    return view;
}

// As setSchedules() takes them. Chunks that may be others are written down.
QStringList comparedAtFirst()
{
    QStringList schedules;
    for (const plan::CatalogEntry* entry : plan::inTurn(&plan::CatalogEntry::compareTurn)) {
        const auto name = QString::fromUtf8(entry->name.data(), qsizetype(entry->name.size()));
        schedules << (entry->anyChunks ? QStringLiteral("%1:%2").arg(name).arg(entry->defaultChunks)
                                       : name);
    }
    return schedules;
}

} // namespace

CompareView::CompareView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_panel(new TimelinePanel(m_state, this))
    , m_numbers(numbersView(m_table, this))
    , m_note(new QLabel(this))
    , m_late(new QTimer(this))
{
    m_panel->setAccessibleName(tr("Timelines of the schedules"));
    m_panel->setEmptyText(tr("Choose up to four schedules above."));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setContentsMargins(6, 0, 6, 0);
    m_note->setVisible(false);
    m_late->setSingleShot(true);
    m_late->setInterval(kPatience);
    connect(m_late, &QTimer::timeout, this, [this] {
        m_note->setText(tr("Comparing …"));
        m_note->setVisible(true);
    });

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(makeBoxes());
    column->addWidget(m_note);
    column->addWidget(m_panel, 1);
    column->addWidget(m_numbers);
    connect(&document, &Document::predictionChanged, this, &CompareView::refresh);
    setSchedules(comparedAtFirst());
}

QWidget* CompareView::makeBoxes()
{
    auto* bar = new QWidget(this);
    auto* line = new QHBoxLayout(bar);
    line->setContentsMargins(6, 4, 6, 2);
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        Box& box = m_boxes[i];
        box.schedule = new ScheduleChooser(ScheduleChooser::Labels::Names, bar);
        box.schedule->offerNone(tr("(none)"));
        box.schedule->setAccessibleName(tr("Schedule %1").arg(i + 1));
        box.schedule->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        box.schedule->setMinimumWidth(80);
        box.chunks = new QSpinBox(bar);
        box.chunks->setRange(0, kMostChunks);
        box.chunks->setSpecialValueText(tr("own"));
        box.chunks->setPrefix(QStringLiteral("v="));
        box.chunks->setAccessibleName(tr("Chunks of schedule %1").arg(i + 1));
        line->addWidget(box.schedule, 1);
        line->addWidget(box.chunks);
        connect(box.schedule, &ScheduleChooser::chosen, this, [this, &box] { choose(box); });
        connect(box.chunks, &QSpinBox::valueChanged, this, &CompareView::refresh);
    }
    auto* copy = new QToolButton(bar);
    copy->setText(tr("Copy"));
    copy->setAccessibleName(tr("Copy the numbers"));
    copy->setToolTip(tr("Copy the numbers as text, CSV or Markdown"));
    copy->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(copy);
    menu->addAction(tr("As &text"), this, [this] { this->copy(TableFormat::Text); });
    menu->addAction(tr("As &CSV"), this, [this] { this->copy(TableFormat::Csv); });
    menu->addAction(tr("As &Markdown"), this, [this] { this->copy(TableFormat::Markdown); });
    copy->setMenu(menu);
    copy->setMinimumWidth(copy->sizeHint().width() + copy->fontMetrics().height());
    line->addWidget(copy);
    return bar;
}

// With the chunks that the editor would give it too.
void CompareView::choose(Box& box)
{
    strategy::Strategy own = m_document.strategy();
    own.parallel.chunks = 0;
    // valueChanged() would start a comparison, and refresh() below the same one again.
    const QSignalBlocker quiet(box.chunks);
    box.chunks->setValue(
        strategy::withSchedule(std::move(own), box.schedule->name().toStdString()).parallel.chunks);
    refresh();
}

void CompareView::setSchedules(const QStringList& schedules)
{
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const QStringList parts
            = schedules.value(static_cast<qsizetype>(i)).split(QLatin1Char(':'));
        // Settings may name a schedule that this version of the program does not have.
        const bool known = plan::findSchedule(parts.front().toStdString()) != nullptr;
        m_boxes[i].schedule->setName(known ? parts.front() : QString());
        // One comparison at the end, and not another one with each box that is set.
        const QSignalBlocker quiet(m_boxes[i].chunks);
        m_boxes[i].chunks->setValue(known ? parts.value(1).toInt() : 0);
    }
    refresh();
}

QStringList CompareView::schedules() const
{
    QStringList names;
    for (const Box& box : m_boxes)
        names << (box.chunks->value() > 0
                      ? QStringLiteral("%1:%2").arg(box.schedule->name()).arg(box.chunks->value())
                      : box.schedule->name());
    return names;
}

std::vector<plan::ComparedSchedule> CompareView::asked() const
{
    const strategy::Strategy& strategy = m_document.prediction()->strategy;
    const strategy::ScheduleChoice& own = strategy.schedule;
    const int chunks = strategy::shapeOf(strategy).chunks;
    std::vector<plan::ComparedSchedule> schedules;
    bool hasOwn = own.name == strategy::kCustomSchedule; // is in no catalogue to compare by
    for (const Box& box : m_boxes) {
        const std::string name = box.schedule->name().toStdString();
        if (name.empty())
            continue;
        plan::ComparedSchedule& schedule = schedules.emplace_back();
        schedule.name = name;
        if (box.chunks->value() > 0)
            schedule.chunks = box.chunks->value();
        if (name != own.name)
            continue;
        schedule.options = own.options; // group and memory are the strategy's where it has them
        hasOwn |= plan::shapeOf(name, strategy.parallel.pipeline, schedule.chunks,
                                strategy::microbatches(strategy))
                      .chunks
            == chunks;
    }
    if (!hasOwn) // what one is looking at leads
        schedules.insert(schedules.begin(),
                         {.name = own.name, .chunks = chunks, .options = own.options});
    return schedules;
}

void CompareView::refresh()
{
    m_current = false;
    for (const Box& box : m_boxes) {
        box.schedule->markFor(m_document.strategy());
        const bool hasChunks = !box.schedule->name().isEmpty();
        box.chunks->setEnabled(hasChunks);
        box.chunks->setToolTip(hasChunks
                                   ? tr("Model chunks on each rank; 0 is the schedule's own number")
                                   : tr("No schedule is chosen beside it"));
    }
    // Nobody sees the result, so no time is spent on it; showEvent() asks again.
    if (!isVisible() || !m_document.prediction()) {
        m_late->stop();
        m_work.forget();
        return;
    }
    m_late->start();
    m_work.request([this, prediction = m_document.prediction(),
                    schedules = asked()](const plan::StopAsked& outdated) -> NewestWork::Delivery {
        return [this, comparison = compare(comparedStrategy(*prediction), schedules, outdated)] {
            take(comparison);
        };
    });
}

void CompareView::take(const ScheduleComparisonPtr& comparison)
{
    m_late->stop();
    m_note->setText(
        tr("The same model under each: a rank's share of it is divided over its chunks."));
    m_note->setVisible(true);
    m_table.setComparison(comparison);
    // Spans belong to rows by their number, and another row may now have the reason.
    m_numbers->clearSpans();
    for (std::size_t i = 0; i < kMostCompared + 1; ++i) { // and the strategy's own
        const int slot = static_cast<int>(i);
        if (i >= comparison->steps.size()) {
            m_panel->removeTrack(slot);
            continue;
        }
        const ComparedStep& step = comparison->steps[i];
        if (!step.row.whyNot.empty())
            m_numbers->setSpan(slot, 0, 1, m_table.columnCount());
        TrackData track = step.track;
        track.title = m_table.headerData(slot, Qt::Vertical).toString();
        track.emptyText = m_table.whyNot(slot);
        m_panel->setTrack(slot, std::move(track));
    }
    const int rows = std::max(1, m_table.rowCount());
    m_numbers->setFixedHeight(m_numbers->horizontalHeader()->height() + 2 * m_numbers->frameWidth()
                              + rows * m_numbers->verticalHeader()->defaultSectionSize());
    m_current = true;
    emit compared();
}

void CompareView::copy(TableFormat format)
{
    QGuiApplication::clipboard()->setText(m_table.text(format));
    emit said(tr("copied the numbers of the schedules"));
}

void CompareView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!m_current)
        refresh();
}

} // namespace gui
