#include "gui/window/comparison_sheet.h"

#include "gui/compare/comparison_verdict.h"
#include "gui/text/engine_text.h"
#include "gui/theme/metrics.h"
#include "gui/window/export_commands.h"
#include "gui/window/fade_commands.h"
#include "gui/window/inspector_page.h"
#include "gui/window/layout.h"
#include "gui/window/open_commands.h"
#include "gui/window/range_history.h"
#include "gui/workspace/workspace.h"

#include <QHeaderView>
#include <QSettings>
#include <QTableView>

namespace gui {

ComparisonSheet::ComparisonSheet(OpenComparison& open, const SheetPlace& place)
    : StripSheet(place.window)
    , m_open(open)
    , m_place(place)
    , m_view(new ComparisonView(open, place.workspace, this))
{
    setMiddle(m_view);
    connectView();
    new ExportCommands(*this, ownActions(), place.window);
}

ComparisonSheet::~ComparisonSheet()
{
    delete m_inspector;    // which refers to the view
    delete m_categoryView; // which has the table for its model
}

void ComparisonSheet::connectView()
{
    connect(m_view, &ComparisonView::said, this, &Sheet::said);
    connect(m_view, &ComparisonView::openWanted, this, &ComparisonSheet::openSource);
    connect(m_view, &ComparisonView::compared, this, [this] {
        setVerdict(comparisonVerdict(m_view->table().comparison()));
        m_categories.setComparison(m_view->table().comparison());
    });
    ViewState& step = m_view->viewState();
    ownActions().onTriggered("view.fit", [&step] { step.fit(); });
    connectHistory(ownActions(), step);
    ownActions().onTriggered("view.focusTimeline",
                             [this] { m_view->panel().setFocus(Qt::ShortcutFocusReason); });
    connectFading(ownActions(), step);
    ownActions().onTriggered("view.find", [this] { m_view->panel().find(); });
    ownActions().onTriggered("view.goToRank", [this] { m_view->panel().findRank(); });
    QAction* critical = action("view.criticalPath");
    critical->setCheckable(true);
    ownActions().onTriggered("view.criticalPath", [&step, critical] {
        step.setShowsCriticalPath(critical->isChecked());
    });
    connectFlows(ownActions(), step);
}

QWidget* ComparisonSheet::inspector()
{
    if (!m_inspector) {
        m_inspector = makeInspectorPage(m_place.opener, m_view->viewState(), m_view->panel());
        m_inspector->setParent(this);
    }
    return m_inspector;
}

std::vector<DrawerPage> ComparisonSheet::drawerPages(Mode)
{
    if (!m_categoryView) {
        m_categoryView = new QTableView(this);
        m_categoryView->setModel(&m_categories);
        m_categoryView->setAccessibleName(tr("Where the time of each goes"));
        m_categoryView->setFont(metrics().font(font(), Type::Small));
        m_categoryView->setShowGrid(false);
        m_categoryView->setAlternatingRowColors(true);
        m_categoryView->setTabKeyNavigation(false);
        m_categoryView->setSelectionMode(QAbstractItemView::SingleSelection);
        m_categoryView->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
        m_categoryView->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
        m_categoryView->horizontalHeader()->setMinimumSectionSize(metrics().px(140));
        m_categoryView->horizontalHeader()->setHighlightSections(false);
        m_categoryView->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
        m_categoryView->setCornerButtonEnabled(false);
    }
    return {{QStringLiteral("categories"), tr("Where the time goes"), m_categoryView}};
}

void ComparisonSheet::openSource(int place)
{
    if (place < 0 || place >= m_open.count())
        return;
    const ComparedSource source = m_open.sources()[static_cast<std::size_t>(place)];
    if (source.kind != ComparedSource::Kind::Schedule && source.from) {
        m_place.workspace.setCurrent(m_place.workspace.placeOf(*source.from));
        return;
    }
    if (source.kind == ComparedSource::Kind::Import) {
        m_place.opener.openPath(source.trace->folder); // its tab, where there is one
        return;
    }
    if (source.kind == ComparedSource::Kind::Run) {
        emit m_place.opener.runWanted(source.run);
        return;
    }
    if (!source.prediction)
        return;
    if (source.kind == ComparedSource::Kind::Prediction) { // of one that was closed
        m_place.opener.openStrategy(source.prediction->strategy);
        return;
    }
    const auto changed = strategy::underSchedule(source.prediction->strategy, source.schedule,
                                                 plan::CostBasis::Rank);
    if (changed)
        m_place.opener.openStrategy(*changed);
    else
        showFailure(engineText(changed.error().message));
}

} // namespace gui
