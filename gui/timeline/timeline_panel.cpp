#include "gui/timeline/timeline_panel.h"

#include "gui/theme/metrics.h"
#include "gui/timeline/find_bar.h"
#include "gui/timeline/minimap.h"
#include "gui/timeline/order_gesture.h"
#include "gui/timeline/story.h"
#include "gui/timeline/timeline_canvas.h"

#include <QEvent>
#include <QScrollBar>

#include <algorithm>

namespace gui {
namespace {

constexpr int kScrollStep = 24; // pixels

} // namespace

TimelinePanel::TimelinePanel(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_scene(state)
    , m_minimap(new Minimap(state, this))
    , m_canvas(new TimelineCanvas(state, m_scene, this))
    , m_scrollBar(new QScrollBar(Qt::Vertical, this))
    , m_findBar(new FindBar(this))
    , m_orderGesture(new OrderGesture(state, m_scene, m_canvas))
{
    setFocusProxy(m_canvas);
    applySizes();
    setAccessibleName(tr("Timeline panel"));
    m_scrollBar->setAccessibleName(tr("Ranks in sight"));
    m_canvas->setEmptyText(tr("Nothing to show yet"));
    connect(m_scrollBar, &QScrollBar::valueChanged, m_canvas, &TimelineCanvas::setScroll);
    connect(m_canvas, &TimelineCanvas::scrolled, this, [this] {
        m_scrollBar->setRange(0, m_scene.scrollRange());
        m_scrollBar->setPageStep(m_canvas->pageHeight());
        m_scrollBar->setSingleStep(kScrollStep);
        m_scrollBar->setValue(m_scene.scroll());
        m_scrollBar->setVisible(m_scene.scrollRange() > 0);
        m_minimap->setLeft(m_scene.areas().plot.left());
    });
    connect(&m_canvas->navigator(), &TimelineNavigator::findWanted, this, &TimelinePanel::find);
    connect(m_findBar, &FindBar::hitsChanged, this, [this] { showHits(); });
    connect(m_findBar, &FindBar::currentChanged, this, &TimelinePanel::showHit);
    connect(m_findBar, &FindBar::closed, m_canvas, qOverload<>(&QWidget::setFocus));
    connect(m_canvas, &TimelineCanvas::frameShown, this, &TimelinePanel::frameShown);
    connect(&state, &ViewState::hoveredChanged, this, [this] { emit hovered(m_state.hovered()); });
    connect(&state, &ViewState::selectedChanged, this,
            [this] { emit selected(m_state.selected()); });
}

// The canvas refers to the scene.
TimelinePanel::~TimelinePanel() { delete m_canvas; }

void TimelinePanel::setTrack(int slot, TrackData track)
{
    m_scene.setTrack(slot, std::move(track));
    m_canvas->showTracks();
    showOverview();
    m_findBar->setTracks(m_scene.tracks());
    emit tracksChanged();
}

void TimelinePanel::setCauses(int slot, std::shared_ptr<const plan::Explainer> explainer,
                              std::shared_ptr<const plan::CriticalPath> critical)
{
    if (!m_scene.setCauses(slot, std::move(explainer), std::move(critical)))
        return;
    m_canvas->update();
    emit causesChanged();
}

void TimelinePanel::removeTrack(int slot)
{
    if (!m_scene.removeTrack(slot))
        return;
    m_canvas->showTracks();
    showOverview();
    m_findBar->setTracks(m_scene.tracks());
    emit tracksChanged();
}

void TimelinePanel::setLeastExtent(Nanoseconds extent)
{
    if (m_scene.setLeastExtent(extent))
        m_canvas->showTracks();
}

void TimelinePanel::showOverview()
{
    std::shared_ptr<const TrackData> shown;
    for (const auto& [slot, track] : m_scene.tracks())
        if (track->timeline && (!shown || track->measured))
            shown = track;
    m_minimap->setTrack(shown);
}

void TimelinePanel::find()
{
    placeFindBar();
    m_findBar->open();
}

void TimelinePanel::findRank()
{
    placeFindBar();
    m_findBar->openForRank();
}

const Markers& TimelinePanel::markers() const { return m_canvas->navigator().markers(); }

// At the right under the ruler.
void TimelinePanel::placeFindBar()
{
    const QSize size = m_findBar->sizeHint();
    const int right = m_canvas->geometry().right();
    m_findBar->setGeometry(std::max(0, right - size.width()),
                           m_canvas->y() + m_scene.areas().plot.top(),
                           std::min(size.width(), right + 1), size.height());
}

void TimelinePanel::showHits()
{
    m_canvas->setHits(m_findBar->hits(), m_findBar->current());
    m_minimap->setHits(m_findBar->hits(), m_findBar->current());
}

void TimelinePanel::showHit()
{
    const FindHit* hit = m_findBar->current();
    showHits();
    if (!hit || !m_scene.tracks().contains(hit->slot))
        return;
    if (hit->peer >= 0) {
        m_state.setPeerRow({hit->rank, hit->peer}, true);
        return m_canvas->navigator().showPeer(hit->slot, {hit->rank, hit->peer}, hit->range);
    }
    if (hit->op)
        return m_canvas->navigator().select(OpRef{hit->slot, hit->rank, *hit->op});
    m_state.setGap(GapRef{hit->slot, hit->rank, hit->range});
    m_canvas->navigator().show(hit->slot, hit->rank, hit->range);
}

void TimelinePanel::select(const OpRef& op) { m_canvas->navigator().select(op); }

const TrackData* TimelinePanel::track(int slot) const
{
    const auto found = m_scene.tracks().find(slot);
    return found == m_scene.tracks().end() ? nullptr : found->second.get();
}

QString TimelinePanel::emptyText() const { return m_canvas->emptyText(); }

void TimelinePanel::setEmptyText(const QString& text) { m_canvas->setEmptyText(text); }

bool TimelinePanel::finishFrame(std::chrono::milliseconds deadline)
{
    return m_minimap->finish(deadline) && m_canvas->finishFrame(deadline);
}

std::chrono::nanoseconds TimelinePanel::lastFrameTime() const { return m_canvas->frameTime(); }

QString TimelinePanel::story(const GapRef& gap, bool brief) const
{
    return m_scene.storyOf(gap, brief).join(QLatin1Char('\n'));
}

int TimelinePanel::footHeight() const { return m_scene.areas().legend.height(); }

QString TimelinePanel::story(const OpRef& op, bool brief) const
{
    return opStory(m_scene.tracks(), op, {m_state.unit(), brief}).join(QLatin1Char('\n'));
}

// A font with a size of its own does not follow the application's by itself.
void TimelinePanel::applySizes()
{
    QFont letters = metrics().font(font(), Type::Small);
    if (m_typeHeight > 0)
        letters.setPixelSize(m_typeHeight);
    m_canvas->setFont(letters);
}

void TimelinePanel::setTypeHeight(int pixels)
{
    m_typeHeight = pixels;
    applySizes();
}

void TimelinePanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange) {
        applySizes();
        placeParts();
    }
    QWidget::changeEvent(event);
}

void TimelinePanel::resizeEvent(QResizeEvent*) { placeParts(); }

void TimelinePanel::placeParts()
{
    // The bar keeps its place when all ranks fit, so that the axis does not jump.
    const int bar = m_scrollBar->sizeHint().width();
    const int top = m_minimap->sizeHint().height();
    m_minimap->setGeometry(0, 0, width() - bar, top);
    m_canvas->setGeometry(0, top, width() - bar, height() - top);
    m_scrollBar->setGeometry(width() - bar, top, bar, height() - top);
    placeFindBar();
}

} // namespace gui
