// What the button Add of a comparison offers.

#include "engine/plan/catalog.h"
#include "engine/strategy/schedule_fit.h"
#include "gui/compare/comparison_view.h"
#include "gui/text/engine_text.h"
#include "gui/text/plain_tip.h"
#include "gui/workspace/workspace.h"

#include <QMenu>

namespace gui {
namespace {

constexpr int kChunksOffered[] = {2, 3, 4, 6, 8};

// A single '&' in a menu's text would underline the letter after it.
QString menuText(QString text) { return text.replace(QLatin1Char('&'), QStringLiteral("&&")); }

} // namespace

void ComparisonView::addMeasured(QMenu* menu, OpenStrategy& open)
{
    if (!open.onShow() || m_comparison.has(open, ComparedSource::Kind::Step))
        return;
    const QString name = sourceLabel(
        {.kind = ComparedSource::Kind::Step, .strategy = open.shortTitle(), .step = open.onShow()});
    menu->addAction(menuText(name), this,
                    [this, &open] { m_comparison.add(open, ComparedSource::Kind::Step); });
}

void ComparisonView::addImported(QMenu* menu, const OpenImport& open)
{
    if (m_comparison.has(open.trace(), open.shown()))
        return;
    const QString name = sourceLabel({.kind = ComparedSource::Kind::Import,
                                      .strategy = open.title(),
                                      .trace = open.sharedTrace(),
                                      .iteration = open.shown()});
    // The trace stays, even where its tab is closed while the menu is open.
    menu->addAction(menuText(name), this,
                    [this, trace = open.sharedTrace(), iteration = open.shown()] {
                        m_comparison.add(trace, iteration);
                    });
}

void ComparisonView::fillAddMenu()
{
    m_addMenu->clear();
    // It leaves the menus within it alone.
    qDeleteAll(m_addMenu->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
    for (int i = 0; i < m_workspace.count(); ++i) {
        if (const auto* trace = qobject_cast<OpenImport*>(&m_workspace.at(i)))
            addImported(m_addMenu, *trace);
        auto* open = qobject_cast<OpenStrategy*>(&m_workspace.at(i));
        if (!open)
            continue;
        if (!m_comparison.has(*open, ComparedSource::Kind::Prediction))
            m_addMenu->addAction(menuText(open->title()), this, [this, open] {
                m_comparison.add(*open, ComparedSource::Kind::Prediction);
            });
        addMeasured(m_addMenu, *open);
    }
    if (!m_addMenu->isEmpty())
        m_addMenu->addSeparator();
    fillScheduleMenu(m_addMenu->addMenu(tr("Another &schedule")));
}

void ComparisonView::fillScheduleMenu(QMenu* menu)
{
    menu->setToolTipsVisible(true);
    auto* const of = qobject_cast<OpenStrategy*>(m_comparison.first());
    menu->setEnabled(of != nullptr);
    if (!of)
        return;
    const strategy::Strategy& strategy = of->document().strategy();
    const auto offer = [&](const plan::CatalogEntry& entry, int chunks) {
        plan::ComparedSchedule schedule{.name = std::string(entry.name)};
        if (entry.anyChunks)
            schedule.chunks = chunks;
        if (schedule.name == strategy.schedule.name)
            schedule.options = strategy.schedule.options;
        if (m_comparison.has(*of, ComparedSource::Kind::Schedule, schedule))
            return;
        QAction* action
            = menu->addAction(menuText(scheduleLabel(schedule.name, schedule.chunks.value_or(1))),
                              this, [this, of, schedule] {
                                  m_comparison.add(*of, ComparedSource::Kind::Schedule, schedule);
                              });
        // It may be chosen all the same: the comparison says what is in its way.
        action->setToolTip(plainTip(engineText(strategy::whyNot(strategy, schedule.name))));
    };
    for (const plan::CatalogEntry* entry : plan::catalog()) {
        if (!entry->anyChunks) {
            offer(*entry, 0);
            continue;
        }
        for (const int chunks : kChunksOffered)
            offer(*entry, chunks);
    }
}

} // namespace gui
