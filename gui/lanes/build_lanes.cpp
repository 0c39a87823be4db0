#include "gui/lanes/build_lanes.h"

#include "gui/lanes/lane_paint.h"
#include "gui/lanes/lane_track.h"
#include "gui/text/engine_text.h"
#include "gui/theme/metrics.h"

#include <QEvent>
#include <QStyle>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

using plan::Op;

constexpr double kFewestBuildLetters = 11; // pixels of scale 1
constexpr double kMostBuildLetters = 20;
constexpr double kBuildNames = 5.2; // in letters, as all below
constexpr double kBuildAxis = 2.0;
constexpr double kLooseHeight = 1.7;
constexpr double kLooseWidth = 2.5;
constexpr double kBetweenRanks = 1.2;
constexpr int kShakeMilliseconds = 320;

// Whether backwards are in parts there, or could be.
bool hasParts(const lesson::BuildBoard& board)
{
    const auto isPart = [](const Op& op) {
        return op.kind == plan::OpKind::InputGrad || op.kind == plan::OpKind::WeightGrad;
    };
    for (std::size_t rank = 0; rank < board.schedule().order.size(); ++rank) {
        const auto& order = board.schedule().order[rank];
        const auto loose = board.looseOn(int(rank));
        if (std::any_of(order.begin(), order.end(), isPart)
            || std::any_of(loose.begin(), loose.end(),
                           [&isPart](const auto& each) { return isPart(each.op); }))
            return true;
    }
    return false;
}

} // namespace

BuildLanes::BuildLanes(lesson::BuildBoard& board, QWidget* parent)
    : QWidget(parent)
    , m_board(board)
    , m_chunks(chunksOfStages(board.schedule().placement))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Lanes to lay ops on"));
    m_shake.setStartValue(0.0);
    m_shake.setEndValue(1.0);
    m_shake.setDuration(kShakeMilliseconds);
    connect(&m_shake, &QVariantAnimation::valueChanged, this, qOverload<>(&QWidget::update));
    layOut();
}

void BuildLanes::setHelp(BuildHelp help)
{
    m_help = help;
    update();
    emit helpChanged();
}

void BuildLanes::setLetterHeight(int pixels)
{
    m_letters = pixels;
    refresh();
    updateGeometry();
}

void BuildLanes::setExtent(plan::Nanoseconds extent)
{
    m_extent = extent;
    refresh();
}

void BuildLanes::setUnit(plan::Nanoseconds unit)
{
    m_unit = unit;
    refresh();
}

void BuildLanes::undo()
{
    if (!m_board.canUndo())
        return;
    m_board.undo();
    told({}, {});
}

QSize BuildLanes::minimumSizeHint() const
{
    const int least = m_letters > 0 ? m_letters : metrics().px(kFewestBuildLetters);
    return {metrics().px(320), heightAt(width(), least)};
}

int BuildLanes::readableWidth(int letters) const
{
    const double units = double(extent().count()) / double(m_unit.count());
    return int(std::ceil((kBuildNames + 1 + units * kLooseWidth) * letters));
}

int BuildLanes::heightAt(int width, int letters) const
{
    return int(std::ceil(kBuildAxis * letters + ranks() * rankHeight(letters, width)));
}

QSize BuildLanes::sizeHint() const
{
    return {metrics().px(700), std::max(metrics().px(360), minimumSizeHint().height())};
}

// As many as all ops of a rank need: laying one moves none of the lanes.
int BuildLanes::looseRows(int letters, int width) const
{
    const plan::Shape& shape = m_board.schedule().shape;
    const int all = shape.chunks * shape.microbatches * m_kinds / shape.directions;
    const double room = width - kBuildNames * letters - letters;
    const int across = std::max(1, int(room / (kLooseWidth * letters)));
    return (all + across - 1) / across;
}

double BuildLanes::rankHeight(int letters, int width) const
{
    return pileHeightFor(letters) + laneHeightFor(letters)
        + looseRows(letters, width) * (kLooseHeight + 0.3) * letters + kBetweenRanks * letters;
}

int BuildLanes::letters() const
{
    if (m_letters > 0)
        return m_letters;
    const int least = metrics().px(kFewestBuildLetters);
    for (int letters = metrics().px(kMostBuildLetters); letters > least; --letters)
        if (heightAt(width(), letters) <= height())
            return letters;
    return least;
}

int BuildLanes::nameWidth() const { return int(kBuildNames * letters()); }

int BuildLanes::laneHeight() const { return int(laneHeightFor(letters())); }

int BuildLanes::looseHeight() const { return int(kLooseHeight * letters()); }

// Of the row of ops that are laid; what is held stands over it, the others under it.
int BuildLanes::laneTop(int rank) const
{
    return int(kBuildAxis * letters() + rank * rankHeight(letters(), width())
               + pileHeightFor(letters()));
}

plan::Nanoseconds BuildLanes::extent() const
{
    return std::max({m_extent, m_board.runnable().timeline.makespan, plan::Nanoseconds{1}});
}

TimeAxis BuildLanes::axis() const
{
    return {{plan::Nanoseconds{}, extent()},
            std::max(1.0, double(width() - nameWidth() - letters()))};
}

double BuildLanes::xOf(plan::Nanoseconds time) const { return nameWidth() + axis().x(time); }

void BuildLanes::refresh()
{
    layOut();
    describe();
}

void BuildLanes::describe()
{
    const Box* ringed = find(m_ringed);
    QString words = m_refusal;
    if (words.isEmpty() && ringed)
        words = (ringed->at            ? tr("%1 of rank %2, laid")
                     : ringed->isReady ? tr("%1 of rank %2, not laid, its input is there")
                                       : tr("%1 of rank %2, not laid"))
                    .arg(opText(ringed->op))
                    .arg(ringed->rank);
    setAccessibleDescription(words);
    update();
}

// Ops that run stand at their times; those that wait behind them, as wide as they are long; those
// that are not laid side by side.
void BuildLanes::layOut()
{
    m_kinds = hasParts(m_board) ? 4 : 2;
    m_boxes.clear();
    const plan::Schedule& schedule = m_board.schedule();
    const plan::Runnable& runnable = m_board.runnable();
    const plan::Nanoseconds usual = m_unit.count() > 0 ? m_unit : plan::Nanoseconds{1};
    const int loose = int(kLooseWidth * letters());
    const int gap = std::max(2, letters() / 5);
    for (int rank = 0; rank < ranks(); ++rank) {
        const auto& order = schedule.order[std::size_t(rank)];
        const auto& spans = runnable.timeline.spans[std::size_t(rank)];
        const int top = laneTop(rank);
        int right = int(xOf(spans.empty() ? plan::Nanoseconds{} : spans.back().end));
        for (std::size_t at = 0; at < order.size(); ++at) {
            Box box{.place = {}, .op = order[at], .rank = rank, .at = at};
            box.isHeldUp = at >= spans.size();
            if (!box.isHeldUp) {
                const int left = int(std::lround(xOf(spans[at].start)));
                box.place
                    = QRect(left, top, int(std::lround(xOf(spans[at].end))) - left, laneHeight());
            } else {
                const int wide = std::max(loose, int(xOf(usual) - xOf({})));
                box.place = QRect(right, top, wide, laneHeight());
                right = box.place.right() + 1;
            }
            m_boxes.push_back(box);
        }
        int x = nameWidth();
        int y = top + laneHeight() + gap;
        for (const auto& each : m_board.looseOn(rank)) {
            if (x + loose > width() && x > nameWidth()) {
                x = nameWidth();
                y += looseHeight() + gap;
            }
            m_boxes.push_back({.place = QRect(x, y, loose - gap, looseHeight()),
                               .op = each.op,
                               .rank = rank,
                               .at = {},
                               .isReady = each.isReady});
            x += loose;
        }
    }
}

const BuildLanes::Box* BuildLanes::boxAt(QPoint position) const
{
    const auto found = std::find_if(m_boxes.begin(), m_boxes.end(), [position](const Box& box) {
        return box.place.contains(position);
    });
    return found == m_boxes.end() ? nullptr : &*found;
}

const BuildLanes::Box* BuildLanes::find(const std::optional<Op>& op) const
{
    for (const Box& box : m_boxes)
        if (op && box.op == *op)
            return &box;
    return nullptr;
}

QRect BuildLanes::boxOf(const Op& op) const
{
    const Box* box = find(op);
    return box ? box->place : QRect();
}

std::size_t BuildLanes::placeAt(int rank, int x) const
{
    std::size_t place = 0;
    for (const Box& box : m_boxes)
        if (box.rank == rank && box.at && x > box.place.center().x())
            place = *box.at + 1;
    return place;
}

std::vector<int> BuildLanes::markedPlaces() const
{
    std::vector<int> marked;
    if (!m_drag || !m_drag->isMoving)
        return marked;
    for (std::size_t place = 0; place < m_drag->open.size(); ++place) {
        if (!m_drag->open[place])
            continue;
        int x = nameWidth();
        for (const Box& box : m_boxes)
            if (box.rank == m_drag->box.rank && box.at && *box.at + 1 == place)
                x = box.place.right() + 1;
        marked.push_back(x);
    }
    return marked;
}

void BuildLanes::told(const std::string& refusal, const Op& op, QPoint away)
{
    m_refusal = refusal.empty() ? QString() : engineText(refusal);
    m_refusedOp = refusal.empty() ? std::nullopt : std::optional(op);
    m_refusedAway = away;
    m_shake.stop();
    refresh();
    if (refusal.empty()) {
        emit boardChanged();
        return;
    }
    if (style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0)
        m_shake.start();
    emit refused(m_refusal);
}

void BuildLanes::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void BuildLanes::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(tr("Lanes to lay ops on"));
    if (event->type() == QEvent::FontChange) {
        refresh();
        updateGeometry();
    }
}

} // namespace gui
