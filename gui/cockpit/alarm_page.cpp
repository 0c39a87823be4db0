#include "gui/cockpit/alarm_page.h"

#include "gui/cockpit/alarm_model.h"
#include "gui/live/action_button.h"
#include "gui/theme/metrics.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {

AlarmPage::AlarmPage(AlarmWatch& watch, RunController& controller, RunView& view,
                     std::function<std::vector<OtherRun>()> others, QAction* acknowledge,
                     QWidget* parent)
    : QWidget(parent)
    , m_watch(watch)
    , m_model(new AlarmModel(watch, this))
    , m_list(new QTableView)
    , m_detail(new AlarmDetail(watch, controller, view, std::move(others)))
{
    const Metrics sizes = metrics();
    m_list->setModel(m_model);
    m_list->setAccessibleName(tr("Alarms"));
    m_list->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setShowGrid(false);
    m_list->setTabKeyNavigation(false);
    m_list->setWordWrap(false);
    m_list->verticalHeader()->hide();
    m_list->verticalHeader()->setDefaultSectionSize(sizes.controlHeight());
    m_list->horizontalHeader()->setHighlightSections(false);
    m_list->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_list->horizontalHeader()->setSectionResizeMode(AlarmModel::kWhat, QHeaderView::Stretch);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->installEventFilter(this);

    auto* rules = new QPushButton(tr("Rules…"));
    rules->setAccessibleName(tr("Alarm rules"));
    rules->setToolTip(tr("Which alarms are raised, and their thresholds"));
    rules->setAutoDefault(false);
    auto* all = actionButton(acknowledge);
    all->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(sizes.space(2), 0, sizes.space(2), sizes.space(1));
    buttons->setSpacing(sizes.space(2));
    buttons->addWidget(all);
    buttons->addWidget(rules);
    buttons->addStretch();
    auto* left = new QWidget;
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(sizes.space(1));
    column->addWidget(m_list, 1);
    column->addLayout(buttons);

    auto* right = new QScrollArea;
    right->setWidgetResizable(true);
    right->setFrameShape(QFrame::NoFrame);
    right->setFocusPolicy(Qt::NoFocus);
    right->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    right->setWidget(m_detail);
    auto* halves = new QSplitter;
    halves->setChildrenCollapsible(false);
    halves->addWidget(left);
    halves->addWidget(right);
    halves->setStretchFactor(0, 2);
    halves->setStretchFactor(1, 3);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(halves);

    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &AlarmPage::follow);
    connect(m_list, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (const Alarm* alarm = m_model->at(index.row()); alarm && alarm->found.step >= 0)
            emit m_detail->spanWanted(alarm->found.step, -1);
    });
    connect(rules, &QPushButton::clicked, this, &AlarmPage::rulesWanted);
    connect(m_model, &QAbstractItemModel::modelReset, this, &AlarmPage::chooseAgain);
    chooseAgain();
}

// The first is chosen until the user chooses one.
void AlarmPage::chooseAgain()
{
    if (m_model->rowOf(m_chosen) < 0)
        m_chosen = 0; // of another run
    if (m_model->rowCount() > 0) {
        m_isChoosing = true;
        m_list->selectRow(std::max(0, m_model->rowOf(m_chosen)));
        m_isChoosing = false;
    }
    m_detail->show(chosen());
}

std::uint64_t AlarmPage::chosen() const
{
    const Alarm* alarm = m_model->at(m_list->currentIndex().row());
    return alarm ? alarm->number : 0;
}

void AlarmPage::follow()
{
    if (m_isChoosing)
        return;
    m_chosen = chosen();
    m_detail->show(m_chosen);
}

void AlarmPage::choose(std::uint64_t number)
{
    if (const int row = m_model->rowOf(number); row >= 0)
        m_list->selectRow(row);
}

// A acknowledges the alarm chosen, Return shows its step.
bool AlarmPage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->modifiers() != Qt::NoModifier)
        return QWidget::eventFilter(watched, event);
    if (key->key() == Qt::Key_A) {
        m_watch.acknowledge(chosen());
        return true;
    }
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        emit m_list->doubleClicked(m_list->currentIndex());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace gui
