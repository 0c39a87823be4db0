#include "gui/compare/comparison_view.h"

#include "gui/compare/run_difference.h"
#include "gui/frame/elided_label.h"
#include "gui/frame/icon.h"
#include "gui/text/joined.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace gui {
namespace {

constexpr auto kPatience = std::chrono::milliseconds{200}; // after which the work is announced

int placeIn(const KnownSteps& known, const ComparedSource& source)
{
    const KnownStep* one = oneIn(known, source);
    return one ? static_cast<int>(one - known.data()) : -1;
}

} // namespace

ComparisonView::ComparisonView(OpenComparison& comparison, Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_comparison(comparison)
    , m_workspace(workspace)
    , m_panel(new TimelinePanel(m_state, this))
    , m_bar(new QWidget(this))
    , m_numbers(new QTableView(this))
    , m_note(new ElidedLabel(this))
    , m_addMenu(new QMenu(this))
    , m_late(new QTimer(this))
    , m_work([this](const KnownSteps& done) { take(done); })
{
    // Two tracks of a comparison are not a plan and what came of it.
    m_state.setStandsApart(true);
    m_state.setShowsMemory(false);
    m_state.setShowsKernels(false);
    m_panel->setAccessibleName(tr("Timelines of what is compared"));
    m_panel->setEmptyText(tr("Comparing…"));
    m_note->setAccessibleName(tr("State of the comparison"));
    // A long sentence takes a second line, and makes no window wider.
    m_note->setWordWrap(true);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_late->setSingleShot(true);
    m_late->setInterval(kPatience);
    connect(m_late, &QTimer::timeout, this, [this] { m_note->setText(tr("Comparing…")); });
    connect(m_addMenu, &QMenu::aboutToShow, this, &ComparisonView::fillAddMenu);
    m_addMenu->setToolTipsVisible(true);
    makeBar();
    makeTable();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_panel, 1);
    column->addWidget(m_bar);
    column->addWidget(m_numbers);
    applyLook();
    connect(&comparison, &OpenComparison::sourcesChanged, this, &ComparisonView::refresh);
    refreshButtons();
}

ComparisonView::~ComparisonView() { delete m_panel; }

void ComparisonView::setPresenting(bool presenting)
{
    m_bar->setVisible(!presenting);
    m_numbers->setVisible(!presenting);
}

QToolButton* ComparisonView::makeButton(const QString& iconName, const QString& name,
                                        const QString& keys, void (ComparisonView::*act)())
{
    auto* button = new QToolButton;
    button->setIcon(icon(iconName));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(name);
    button->setToolTip(bracketed(name, QKeySequence(keys).toString(QKeySequence::NativeText)));
    connect(button, &QToolButton::clicked, this, act);
    // The keys are those of the table: elsewhere they may mean something else.
    auto* action = new QAction(name, m_numbers);
    action->setShortcut(QKeySequence(keys));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, act);
    m_numbers->addAction(action);
    return button;
}

void ComparisonView::makeBar()
{
    const Metrics sizes = metrics();
    auto* line = new QHBoxLayout(m_bar);
    line->setContentsMargins(sizes.space(2), sizes.space(1), sizes.space(2), sizes.space(1));
    line->setSpacing(sizes.space(1));
    m_add = new QToolButton;
    m_add->setIcon(icon(QStringLiteral("add")));
    m_add->setText(tr("Add"));
    m_add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_add->setAccessibleName(tr("Add to the comparison"));
    m_add->setPopupMode(QToolButton::InstantPopup);
    m_add->setFocusPolicy(Qt::StrongFocus);
    m_add->setMenu(m_addMenu);
    auto* add = new QAction(m_add->accessibleName(), m_numbers);
    add->setShortcut(Qt::Key_Insert);
    add->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(add, &QAction::triggered, m_add, &QToolButton::showMenu);
    m_numbers->addAction(add);
    m_remove = makeButton(QStringLiteral("close"), tr("Remove it from the comparison"),
                          QStringLiteral("Del"), &ComparisonView::removeChosen);
    m_up = makeButton(QStringLiteral("right"), tr("Move it up"), QStringLiteral("Alt+Up"),
                      &ComparisonView::moveUp);
    m_up->setArrowType(Qt::UpArrow);
    m_down = makeButton(QStringLiteral("down"), tr("Move it down"), QStringLiteral("Alt+Down"),
                        &ComparisonView::moveDown);
    m_down->setArrowType(Qt::DownArrow);
    auto* copy = new QToolButton;
    copy->setText(tr("Copy"));
    copy->setAccessibleName(tr("Copy the numbers"));
    copy->setToolTip(tr("Copy the numbers as text, CSV, Markdown or LaTeX"));
    copy->setPopupMode(QToolButton::InstantPopup);
    copy->setFocusPolicy(Qt::StrongFocus);
    auto* menu = new QMenu(copy);
    menu->addAction(tr("As &text"), this, [this] { this->copy(TableFormat::Text); });
    menu->addAction(tr("As &CSV"), this, [this] { this->copy(TableFormat::Csv); });
    menu->addAction(tr("As &Markdown"), this, [this] { this->copy(TableFormat::Markdown); });
    menu->addAction(tr("As &LaTeX"), this, [this] { this->copy(TableFormat::Latex); });
    copy->setMenu(menu);
    for (QWidget* each : {static_cast<QWidget*>(m_add), static_cast<QWidget*>(m_remove),
                          static_cast<QWidget*>(m_up), static_cast<QWidget*>(m_down)})
        line->addWidget(each);
    line->addSpacing(sizes.space(2));
    line->addWidget(m_note, 1);
    line->addWidget(copy);
}

void ComparisonView::makeTable()
{
    m_numbers->setModel(&m_table);
    m_numbers->setAccessibleName(tr("Numbers of what is compared"));
    m_numbers->setSelectionMode(QAbstractItemView::SingleSelection);
    m_numbers->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_numbers->setTabKeyNavigation(false);
    m_numbers->setShowGrid(false);
    m_numbers->setAlternatingRowColors(true);
    m_numbers->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_numbers->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_numbers->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_numbers->horizontalHeader()->setStretchLastSection(true);
    m_numbers->horizontalHeader()->setHighlightSections(false);
    m_numbers->setCornerButtonEnabled(false);
    QHeaderView* names = m_numbers->verticalHeader();
    names->setSectionsMovable(true);
    names->setSectionsClickable(true);
    // Fixed heights, so that take() can make the table exactly as high as its rows.
    names->setSectionResizeMode(QHeaderView::Fixed);
    names->setAccessibleName(tr("What is compared"));
    connect(names, &QHeaderView::sectionMoved, this, [this, names](int, int from, int to) {
        const QSignalBlocker quiet(names);
        names->moveSection(to, from); // the model moves its rows instead
        moveTo(placeOf(from), placeOf(to));
    });
    const auto open = [this](int row) {
        if (const int source = placeOf(row); source >= 0)
            emit openWanted(source);
    };
    connect(m_numbers, &QTableView::activated, this,
            [open](const QModelIndex& index) { open(index.row()); });
    connect(names, &QHeaderView::sectionDoubleClicked, this, open);
    // It takes its room from the rows.
    connect(m_numbers->horizontalScrollBar(), &QScrollBar::rangeChanged, this,
            &ComparisonView::applyLook);
    connect(m_numbers->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ComparisonView::refreshButtons);
}

void ComparisonView::applyLook()
{
    const Theme& theme = themeFor(palette());
    m_table.setColours({theme.curves.begin(), theme.curves.end()});
    const QFont small = metrics().font(font(), Type::Small);
    m_numbers->setFont(small);
    m_note->setFont(small);
    const int line = QFontMetrics(small).height();
    const int row = line + metrics().space(2);
    m_numbers->verticalHeader()->setDefaultSectionSize(row);
    m_numbers->horizontalHeader()->setFixedHeight(row);
    m_numbers->horizontalHeader()->setMinimumSectionSize(metrics().px(72));
    const int rows = std::max(1, m_table.rowCount());
    const QScrollBar* along = m_numbers->horizontalScrollBar();
    m_numbers->setFixedHeight((rows + 1) * row
                              + (along->maximum() > 0 ? along->sizeHint().height() : 0));
}

int ComparisonView::placeOf(int row) const
{
    if (row < 0 || static_cast<std::size_t>(row) >= m_shown.size())
        return -1;
    const auto& sources = m_comparison.sources();
    for (std::size_t i = 0; i < sources.size(); ++i)
        if (isOne(sources[i], m_shown[static_cast<std::size_t>(row)].first))
            return static_cast<int>(i);
    return -1;
}

int ComparisonView::place() const
{
    const QModelIndex index = m_numbers->currentIndex();
    return index.isValid() ? placeOf(index.row()) : -1;
}

void ComparisonView::removeChosen()
{
    const int chosen = place();
    if (chosen < 0)
        return;
    m_wanted = std::min(chosen, m_comparison.count() - 2);
    m_comparison.remove(chosen);
}

void ComparisonView::moveChosen(int by) { moveTo(place(), place() + by); }

void ComparisonView::moveTo(int from, int to)
{
    if (from < 0 || to < 0 || to >= m_comparison.count())
        return;
    m_wanted = to;
    m_comparison.move(from, to);
}

void ComparisonView::refresh()
{
    m_current = false;
    refreshButtons();
    // Nobody sees the result, so no time is spent on it; showEvent() asks again.
    if (!isVisible()) {
        m_late->stop();
        m_work.forget();
        return;
    }
    if (!m_late->isActive())
        m_late->start();
    m_work.request(m_comparison.sources());
}

void ComparisonView::take(const KnownSteps& done)
{
    KnownSteps rows;
    bool isCurrent = true;
    for (const ComparedSource& source : m_comparison.sources()) {
        const KnownStep* known = sameIn(done, source);
        isCurrent = isCurrent && known != nullptr;
        // Until the newest is known, what it was before stands in for it.
        if (!known)
            known = oneIn(done, source);
        if (!known)
            known = oneIn(m_shown, source);
        if (!known)
            return; // a newer answer has it
        rows.push_back(*known);
    }
    if (isCurrent)
        m_late->stop();
    show(std::move(rows), isCurrent);
}

void ComparisonView::show(KnownSteps rows, bool isCurrent)
{
    // Slots are places: what is selected goes with the one that it is of.
    const std::optional<OpRef> op = m_state.selected();
    const std::optional<GapRef> gap = m_state.gap();
    const int before = op ? op->slot : gap ? gap->slot : -1;
    const int after = before >= 0 && static_cast<std::size_t>(before) < m_shown.size()
        ? placeIn(rows, m_shown[static_cast<std::size_t>(before)].first)
        : -1;
    if (after != before) {
        m_state.setSelected({});
        m_state.setGap({});
    }
    const bool isInOrder = std::equal(
        rows.begin(), rows.end(), m_shown.begin(), m_shown.end(),
        [](const KnownStep& a, const KnownStep& b) { return isOne(a.first, b.first); });
    if (!isInOrder)
        m_state.setHovered({}); // another is under the pointer
    m_shown = std::move(rows);
    Comparison comparison;
    for (const KnownStep& each : m_shown)
        comparison.push_back(each.second);
    const int chosen = std::clamp(m_wanted, 0, static_cast<int>(comparison.size()) - 1);
    m_table.setComparison(comparison);
    const QString difference = differenceSentence(comparison);
    const bool hasSchedules = std::ranges::any_of(m_shown, [](const KnownStep& each) {
        return each.first.kind == ComparedSource::Kind::Schedule;
    });
    m_note->setText(difference.isEmpty() && hasSchedules
                        ? tr("Under another schedule each rank's share of the model is divided "
                             "over its chunks.")
                        : difference);
    m_note->setToolTip(plainTip(difference));
    // Spans belong to rows by their number, and another row may now have the reason.
    m_numbers->clearSpans();
    for (int slot = 0; slot < OpenComparison::kMost; ++slot) {
        if (slot >= m_table.rowCount()) {
            m_panel->removeTrack(slot);
            continue;
        }
        if (!m_table.whyNot(slot).isEmpty())
            m_numbers->setSpan(slot, 0, 1, m_table.columnCount());
        // One that stays as it is need not be laid out and counted anew.
        const TrackData& track = comparison[static_cast<std::size_t>(slot)]->track;
        const TrackData* shown = m_panel->track(slot);
        if (!shown || shown->timeline != track.timeline || shown->title != track.title
            || shown->emptyText != track.emptyText || shown->band != track.band)
            m_panel->setTrack(slot, track);
    }
    if (after >= 0 && after != before && op)
        m_state.setSelected(OpRef{after, op->rank, op->op});
    if (after >= 0 && after != before && gap)
        m_state.setGap(GapRef{after, gap->rank, gap->range});
    m_numbers->setCurrentIndex(m_table.index(chosen, 0));
    applyLook();
    refreshButtons();
    m_current = isCurrent;
    emit compared();
}

void ComparisonView::refreshButtons()
{
    const int chosen = place();
    if (chosen >= 0)
        m_wanted = chosen;
    m_add->setEnabled(!m_comparison.isFull());
    m_add->setToolTip(
        m_comparison.isFull()
            ? tr("%1 are compared, which is the maximum").arg(OpenComparison::kMost)
            : tr("Add an open strategy, a step of a run, an imported trace or another "
                 "schedule (Ins)"));
    m_remove->setEnabled(chosen >= 0 && m_comparison.count() > 1);
    m_up->setEnabled(chosen > 0);
    m_down->setEnabled(chosen >= 0 && chosen + 1 < m_comparison.count());
}

void ComparisonView::copy(TableFormat format)
{
    QGuiApplication::clipboard()->setText(textOf(m_table.named(), format));
    emit said(tr("copied the numbers"));
}

void ComparisonView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!m_current)
        refresh();
}

void ComparisonView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyLook();
    QWidget::changeEvent(event);
}

} // namespace gui
