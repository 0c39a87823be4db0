#include "gui/timeline/timeline_access.h"

#include "gui/text/number_format.h"
#include "gui/timeline/access_rows.h"
#include "gui/timeline/minimap.h"
#include "gui/timeline/texts.h"
#include "gui/timeline/timeline_canvas.h"

#include <QAccessible>
#include <QAccessibleWidget>

#include <map>
#include <memory>
#include <utility>

namespace gui {
namespace {

// The root of the tree. Owns the rows, which own their ops.
class CanvasAccess : public QAccessibleWidget {
public:
    explicit CanvasAccess(TimelineCanvas* canvas)
        : QAccessibleWidget(canvas, QAccessible::Tree)
        , m_canvas(canvas)
    {
    }
    ~CanvasAccess() override
    {
        for (const auto& [place, id] : m_rows)
            QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override
    {
        int rows = 0;
        for (const LaidTrack& track : m_canvas->scene().layout().tracks)
            rows += track.ranks;
        return rows;
    }
    QAccessibleInterface* child(int index) const override
    {
        for (const LaidTrack& track : m_canvas->scene().layout().tracks) {
            if (index >= 0 && index < track.ranks)
                return row(track.slot, index);
            index -= track.ranks;
        }
        return nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        const auto* row = dynamic_cast<const RowAccess*>(child);
        int before = 0;
        for (const LaidTrack& track : m_canvas->scene().layout().tracks) {
            if (row && row->slot() == track.slot)
                return row->rank() < track.ranks ? before + row->rank() : -1;
            before += track.ranks;
        }
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        const QPoint place = m_canvas->mapFromGlobal(QPoint(x, y));
        const TimelineHit hit = m_canvas->scene().hitAt(place);
        return hit.slot < 0 ? nullptr : row(hit.slot, hit.rank);
    }
    QAccessibleInterface* focusChild() const override
    {
        const auto& selected = m_canvas->viewState().selected();
        if (!m_canvas->hasFocus() || !m_canvas->scene().spanOf(selected))
            return nullptr;
        return row(selected->slot, selected->rank)->op(selected->op);
    }

private:
    RowAccess* row(int slot, int rank) const
    {
        const auto [found, isNew] = m_rows.try_emplace({slot, rank}, 0);
        if (isNew)
            found->second
                = QAccessible::registerAccessibleInterface(new RowAccess(*m_canvas, slot, rank));
        return static_cast<RowAccess*>(QAccessible::accessibleInterface(found->second));
    }

    TimelineCanvas* m_canvas; // outlives it: Qt deletes what tells of an object with the object
    mutable std::map<std::pair<int, int>, QAccessible::Id> m_rows; // [slot, rank]
};

// What is in sight of the step, as a value.
class MinimapAccess : public QAccessibleWidget {
public:
    explicit MinimapAccess(Minimap* minimap)
        : QAccessibleWidget(minimap, QAccessible::Graphic)
        , m_minimap(minimap)
    {
    }
    QString text(QAccessible::Text which) const override
    {
        if (which != QAccessible::Value && which != QAccessible::Description)
            return QAccessibleWidget::text(which);
        const ViewState& state = m_minimap->viewState();
        return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "In sight: %1 to %2 of %3"))
            .arg(shortWords(state.visible().begin), shortWords(state.visible().end),
                 shortWords(state.extent()));
    }

private:
    static QString shortWords(Nanoseconds time) { return stepTime(time); }

    Minimap* m_minimap;
};

QAccessibleInterface* timelineAccess(const QString&, QObject* object)
{
    if (auto* canvas = qobject_cast<TimelineCanvas*>(object))
        return new CanvasAccess(canvas);
    if (auto* minimap = qobject_cast<Minimap*>(object))
        return new MinimapAccess(minimap);
    return nullptr;
}

} // namespace

void installTimelineAccess()
{
    static const bool installed = [] {
        QAccessible::installFactory(timelineAccess);
        return true;
    }();
    Q_UNUSED(installed);
}

void tellSelected(TimelineCanvas& canvas)
{
    QAccessibleInterface* tree = QAccessible::queryAccessibleInterface(&canvas);
    QAccessibleInterface* op = tree ? tree->focusChild() : nullptr;
    if (!op)
        return;
    for (const QAccessible::Event what : {QAccessible::Selection, QAccessible::Focus}) {
        QAccessibleEvent event(op, what);
        QAccessible::updateAccessibility(&event);
    }
}

} // namespace gui
