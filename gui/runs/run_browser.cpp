#include "gui/runs/run_browser.h"

#include "gui/frame/icon.h"
#include "gui/inputs/clear_button.h"
#include "gui/live/device_words.h"
#include "gui/live/why_not.h"
#include "gui/runs/run_delegate.h"
#include "gui/runs/run_words.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QLocale>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr std::chrono::seconds kListAgain{2};
constexpr int kListingsAgo = 20; // listing takes one part in so many of the time at most
constexpr std::chrono::milliseconds kSightSettles{40};

} // namespace

RunBrowser::RunBrowser(RunLibrary& library, QWidget* parent)
    : QWidget(parent)
    , m_library(library)
    , m_model(library)
    , m_text(new QLineEdit(this))
    , m_device(new QComboBox(this))
    , m_verdict(new QComboBox(this))
    , m_order(new QComboBox(this))
    , m_list(new QListView(this))
    , m_words(new QLabel(this))
    , m_remarks(new QLabel(this))
{
    m_shown.setSourceModel(&m_model);
    m_open = makeAction(tr("Open"), tr("Open in a tab (Enter)"), QStringLiteral("open"),
                        &RunBrowser::open);
    m_compare = makeAction(tr("Compare"), tr("Set two to six runs on one axis"),
                           QStringLiteral("compare"), &RunBrowser::compare);
    m_folder = makeAction(tr("Show the folder"), tr("Show the folder of the run"),
                          QStringLiteral("drawer"), &RunBrowser::showFolder);
    m_stop
        = makeAction(tr("Stop…"), tr("Stop the run, or cancel the job it waits for, after asking"),
                     QStringLiteral("stop"), &RunBrowser::stop);
    m_remove = makeAction(tr("Remove…"), tr("Remove the run, after asking (Delete)"),
                          QStringLiteral("close"), &RunBrowser::remove);
    m_remove->setShortcut(Qt::Key_Delete);
    m_remove->setShortcutContext(Qt::WidgetShortcut);
    makeFields();
    makeList();
    for (QLabel* label : {m_words, m_remarks}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    m_words->setAccessibleName(tr("How many runs there are"));
    m_remarks->setAccessibleName(tr("Runs that cannot be listed"));
    auto* choices = new QHBoxLayout;
    for (QComboBox* box : {m_device, m_verdict, m_order})
        choices->addWidget(box, 1);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_text);
    column->addLayout(choices);
    column->addWidget(m_words);
    column->addWidget(m_list, 1);
    column->addWidget(m_remarks);
    column->addWidget(makeButtons());
    setFocusProxy(m_text);
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, &library, &RunLibrary::refresh);
    m_sight.setSingleShot(true);
    m_sight.setInterval(kSightSettles);
    connect(&m_sight, &QTimer::timeout, this, &RunBrowser::tellSight);
    connect(&library, &RunLibrary::listed, this, &RunBrowser::refresh);
    const auto settle = [this] {
        m_sight.start();
        refreshWords();
    };
    connect(&m_shown, &QAbstractItemModel::modelReset, this, settle);
    connect(&m_shown, &QAbstractItemModel::layoutChanged, this, settle);
    connect(&m_shown, &QAbstractItemModel::rowsInserted, this, settle);
    connect(&m_shown, &QAbstractItemModel::rowsRemoved, this, settle);
    connect(m_list->verticalScrollBar(), &QScrollBar::valueChanged, &m_sight,
            qOverload<>(&QTimer::start));
    applyLook();
    refresh();
}

QAction* RunBrowser::makeAction(const QString& text, const QString& tip, const QString& iconName,
                                void (RunBrowser::*act)())
{
    auto* action = new QAction(icon(iconName), text, this);
    action->setToolTip(tip);
    action->setIconVisibleInMenu(false);
    connect(action, &QAction::triggered, this, act);
    return action;
}

void RunBrowser::makeFields()
{
    m_text->setPlaceholderText(tr("Filter by name, schedule, verdict…"));
    m_text->setAccessibleName(tr("Filter the runs"));
    giveClearButton(*m_text);
    m_text->installEventFilter(this);
    connect(m_text, &QLineEdit::textChanged, &m_shown, &RunFilter::setText);
    m_device->setAccessibleName(tr("Devices shown"));
    m_device->addItem(tr("Devices"), QString());
    for (const strategy::RunDevice& device : strategy::kRunDevices)
        m_device->addItem(deviceName(device.kind), deviceWord(device));
    connect(m_device, &QComboBox::currentIndexChanged, this,
            [this] { m_shown.setDevice(m_device->currentData().toString()); });
    m_verdict->setAccessibleName(tr("Verdicts shown"));
    for (const QString& verdict : {tr("Verdicts"), tr("Live"), tr("In the queue"), tr("Completed"),
                                   tr("Slow rank"), tr("Failed")})
        m_verdict->addItem(verdict);
    connect(m_verdict, &QComboBox::currentIndexChanged, this,
            [this](int place) { m_shown.setVerdicts(static_cast<RunVerdicts>(place)); });
    m_order->setAccessibleName(tr("Order of the runs"));
    for (const QString& order :
         {tr("Newest"), tr("Name"), tr("Step time"), tr("Bubble"), tr("Steps"), tr("Verdict")})
        m_order->addItem(order);
    connect(m_order, &QComboBox::currentIndexChanged, this,
            [this](int place) { m_shown.setOrder(static_cast<RunOrder>(place)); });
    for (QComboBox* box : {m_device, m_verdict, m_order}) {
        // As wide as there is room, not as the longest word.
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(6);
        box->setToolTip(box->accessibleName());
    }
}

void RunBrowser::makeList()
{
    m_list->setModel(&m_shown);
    m_list->setItemDelegate(new RunDelegate(m_list));
    m_list->setAccessibleName(tr("Runs"));
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QListView::ScrollPerPixel);
    m_list->setMouseTracking(true);
    m_list->viewport()->setAutoFillBackground(false);
    m_list->setTabKeyNavigation(false);
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_list->installEventFilter(this);
    m_list->viewport()->installEventFilter(this);
    m_list->addActions({m_open, m_compare, m_folder, m_stop, m_remove});
    connect(m_list, &QListView::doubleClicked, this, &RunBrowser::open);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &RunBrowser::refreshActions);
}

QWidget* RunBrowser::makeButtons()
{
    auto* foot = new QWidget(this);
    auto* line = new QHBoxLayout(foot);
    line->setContentsMargins(0, 0, 0, 0);
    for (QAction* action : {m_open, m_compare, m_folder, m_stop, m_remove}) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setFocusPolicy(Qt::StrongFocus);
        const bool worded = action == m_open || action == m_compare;
        button->setToolButtonStyle(worded ? Qt::ToolButtonTextOnly : Qt::ToolButtonIconOnly);
        button->setAccessibleName(action->text());
        if (action == m_folder)
            line->addStretch(1);
        line->addWidget(button);
    }
    return foot;
}

QList<RunEntry> RunBrowser::chosen() const
{
    QList<RunEntry> runs;
    QModelIndexList rows = m_list->selectionModel()->selectedIndexes();
    const QModelIndex current = m_list->currentIndex();
    std::sort(rows.begin(), rows.end(), [&](const QModelIndex& one, const QModelIndex& other) {
        return (one == current) != (other == current) ? one == current : one.row() < other.row();
    });
    for (const QModelIndex& row : rows)
        if (const RunEntry* run = m_model.runAt(m_shown.mapToSource(row).row()))
            runs << *run;
    return runs;
}

void RunBrowser::open()
{
    const QList<RunEntry> runs = chosen();
    if (!runs.isEmpty() && m_open->isEnabled())
        emit openWanted(runs.front());
}

void RunBrowser::compare()
{
    const QList<RunEntry> runs = chosen();
    if (m_compare->isEnabled())
        emit compareWanted(runs);
}

void RunBrowser::showFolder()
{
    const QList<RunEntry> runs = chosen();
    if (!runs.isEmpty())
        emit folderWanted(runs.front());
}

void RunBrowser::remove()
{
    const QList<RunEntry> runs = chosen();
    if (!runs.isEmpty() && m_remove->isEnabled())
        emit removeWanted(runs.front());
}

void RunBrowser::stop()
{
    const QList<RunEntry> runs = chosen();
    if (!runs.isEmpty() && m_stop->isEnabled())
        emit stopWanted(runs.front());
}

// All rows are of one height, which makes a long list quick, unless one says why it waits.
void RunBrowser::refreshHeights()
{
    const std::vector<RunEntry>& runs = m_library.runs();
    const bool uniform = std::all_of(runs.begin(), runs.end(),
                                     [](const RunEntry& run) { return !run.isQueued(); });
    const bool was = m_list->uniformItemSizes();
    m_list->setUniformItemSizes(uniform);
    if (!uniform || !was)
        m_list->doItemsLayout();
}

void RunBrowser::refresh()
{
    refreshHeights();
    refreshWords();
    refreshActions();
    m_sight.start();
    m_list->viewport()->update(); // ages grow
    if (isVisible())
        m_again.start(std::max(std::chrono::milliseconds(kListAgain),
                               m_library.listingTime() * kListingsAgo));
}

void RunBrowser::refreshWords()
{
    const int all = m_model.rowCount();
    const int shown = m_shown.rowCount();
    const auto count = [](int number) { return QLocale().toString(number); };
    const QString none = m_library.isListing()
        ? tr("Looking for runs…")
        : tr("No runs on this machine yet. Press F5 to run the current strategy.");
    m_words->setText(all == 0           ? none
                         : shown == 0   ? tr("None of %1 runs matches").arg(count(all))
                         : shown == all ? (all == 1 ? tr("1 run") : tr("%1 runs").arg(count(all)))
                                        : tr("%1 of %2 runs").arg(count(shown), count(all)));
    const QStringList& remarks = m_library.remarks();
    m_remarks->setText(remarks.mid(0, 3).join(QLatin1Char('\n')));
    m_remarks->setToolTip(plainTip(remarks.join(QLatin1Char('\n'))));
    m_remarks->setHidden(remarks.isEmpty());
}

void RunBrowser::refreshActions()
{
    const QList<RunEntry> runs = chosen();
    const QString whyNone = runs.isEmpty() ? tr("No run is chosen") : QString();
    const auto unbegun = std::find_if(runs.begin(), runs.end(),
                                      [](const RunEntry& run) { return !run.hasBegun(); });
    const QString nothingThere = unbegun == runs.end() ? QString()
        : unbegun->isQueued()
        ? tr("%1 has not begun, so there is nothing to show yet").arg(unbegun->run)
        : tr("%1 never began, so there is nothing to show").arg(unbegun->run);
    setWhyNot(m_open,
              !whyNone.isEmpty()            ? whyNone
                  : unbegun == runs.begin() ? nothingThere
                                            : QString());
    setWhyNot(m_compare,
              runs.size() < 2                   ? tr("Choose two to six runs, with Ctrl or Shift")
                  : runs.size() > kMostCompared ? tr("At most six runs can be compared")
                                                : nothingThere);
    setWhyNot(m_stop,
              !whyNone.isEmpty()    ? whyNone
                  : runs.size() > 1 ? tr("Runs are stopped one at a time")
                  : !runs.front().isRunning() && !runs.front().isQueued() ? tr("It has ended")
                                                                          : QString());
    setWhyNot(m_folder,
              !whyNone.isEmpty()                     ? whyNone
                  : runs.front().directory.isEmpty() ? tr("Its folder is not known")
                                                     : QString());
    setWhyNot(m_remove,
              !whyNone.isEmpty()             ? whyNone
                  : runs.size() > 1          ? tr("Runs are removed one at a time")
                  : runs.front().isRunning() ? tr("It is still running; stop it first")
                  : runs.front().isQueued()  ? tr("It waits in the queue; stop it first")
                                             : QString());
}

void RunBrowser::tellSight()
{
    if (!isVisible())
        return;
    QStringList ids;
    const QRect sight = m_list->viewport()->rect();
    for (QModelIndex row = m_list->indexAt(sight.topLeft()); row.isValid();
         row = row.siblingAtRow(row.row() + 1)) {
        if (!m_list->visualRect(row).intersects(sight))
            break;
        ids << row.data(RunModel::IdRole).toString();
    }
    m_library.setInSight(ids,
                         {RunDelegate::pictureSize(), devicePixelRatioF(), &themeFor(palette())});
}

void RunBrowser::applyLook()
{
    const Metrics sizes = metrics();
    layout()->setContentsMargins(sizes.space(2), sizes.space(2), sizes.space(2), sizes.space(2));
    layout()->setSpacing(sizes.space(2));
    const QFont small = sizes.font(font(), Type::Small);
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, themeFor(palette()).mutedText);
    for (QLabel* label : {m_words, m_remarks}) {
        label->setFont(small);
        label->setPalette(muted);
    }
    m_sight.start();
}

void RunBrowser::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_library.readAll(); // it sorts and filters by what they say
    m_library.refresh();
    refreshWords();
    m_sight.start();
}

void RunBrowser::hideEvent(QHideEvent* event)
{
    m_again.stop();
    QWidget::hideEvent(event);
}

void RunBrowser::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyLook();
    QWidget::changeEvent(event);
}

bool RunBrowser::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list->viewport() && event->type() == QEvent::Resize) {
        if (!m_list->uniformItemSizes())
            m_list->doItemsLayout(); // what is wrapped, is so by the width
        m_sight.start();
    }
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto& key = static_cast<const QKeyEvent&>(*event);
    const bool enters = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    if (watched == m_list && enters && key.modifiers() == Qt::NoModifier) {
        open();
        return true;
    }
    if (watched == m_text && (enters || key.key() == Qt::Key_Down) && m_shown.rowCount() > 0) {
        if (!m_list->currentIndex().isValid() || enters)
            m_list->setCurrentIndex(m_shown.index(0, 0));
        m_list->setFocus(Qt::TabFocusReason);
        return true;
    }
    if (watched == m_text && key.key() == Qt::Key_Escape && !m_text->text().isEmpty()) {
        m_text->clear();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace gui
