#include "gui/challenge/challenge_lanes.h"

#include "gui/lanes/build_lanes.h"
#include "gui/text/plain_label.h"
#include "gui/theme/metrics.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gui {
namespace {

constexpr int kLeastLaneLetters = 15; // pixels of scale 1
constexpr int kMostLaneLetters = 18;  // the names beside the lanes have no room for more
constexpr double kLanesZoomStep = 1.25;
constexpr int kLeastLanesZoom = -4; // all of a long step; its ops are narrower than their letters
constexpr int kMostLanesZoom = 5;

} // namespace

ChallengeLanes::ChallengeLanes(ChallengeGame& game, QWidget* parent)
    : QScrollArea(parent)
    , m_game(game)
    , m_rivalHead(new QWidget)
    , m_rivalName(plainLabel({}))
    , m_rivalAway(new QPushButton)
{
    auto* content = new QWidget;
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(metrics().space(2));
    auto* head = new QHBoxLayout(m_rivalHead);
    head->setContentsMargins(metrics().space(2), 0, 0, 0);
    m_rivalName->setWordWrap(false);
    head->addWidget(m_rivalName);
    head->addWidget(m_rivalAway);
    head->addStretch();
    m_column->addWidget(m_rivalHead);
    m_column->addStretch(1);
    m_rivalHead->hide();
    setWidget(content);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    connect(m_rivalAway, &QPushButton::clicked, this, &ChallengeLanes::hideRival);
    connect(&game, &ChallengeGame::dateChanged, this, &ChallengeLanes::begin);
    connect(&game, &ChallengeGame::laid, this, &ChallengeLanes::takeLaid);
    begin();
}

ChallengeLanes::~ChallengeLanes()
{
    // Before the board that it shows.
    delete m_rival;
}

void ChallengeLanes::setUp(BuildLanes& lanes)
{
    lanes.setUnit(m_game.challenge().unit);
    lanes.setExtent(m_game.challenge().toBeat + m_game.challenge().unit);
}

void ChallengeLanes::begin()
{
    const bool hadFocus = m_lanes && m_lanes->hasFocus();
    delete std::exchange(m_lanes, nullptr);
    hideRival();
    m_order = m_game.board().schedule().order;
    m_lanes = new BuildLanes(m_game.board());
    m_lanes->installEventFilter(this);
    setUp(*m_lanes);
    connect(m_lanes, &BuildLanes::boardChanged, &m_game, &ChallengeGame::noteLaid);
    connect(m_lanes, &BuildLanes::refused, this, &ChallengeLanes::refused);
    m_column->insertWidget(0, m_lanes);
    setFocusProxy(m_lanes);
    fit();
    refreshWords();
    if (hadFocus)
        m_lanes->setFocus();
}

// With the largest letters that need no scrolling; the least where all do.
ChallengeLanes::LanesSize ChallengeLanes::fitting() const
{
    const QSize room = maximumViewportSize();
    const int head = m_rivalHead->sizeHint().height() + 2 * m_column->spacing();
    LanesSize fitting;
    for (int letters = kLeastLaneLetters; letters <= kMostLaneLetters; ++letters) {
        const int pixels = metrics().px(letters);
        const int width = std::max(m_lanes->readableWidth(pixels), room.width());
        const LanesSize size{pixels, width, m_lanes->heightAt(width, pixels)};
        const int height = m_rival ? 2 * size.height + head : size.height;
        if (letters == kLeastLaneLetters || (width <= room.width() && height <= room.height()))
            fitting = size;
    }
    return fitting;
}

void ChallengeLanes::fit()
{
    const LanesSize size = fitting();
    const double wanted = size.width * std::pow(kLanesZoomStep, m_zoom);
    const int width = std::max(int(std::lround(wanted)), viewport()->width());
    for (BuildLanes* lanes : {m_lanes, m_rival})
        if (lanes) {
            lanes->setLetterHeight(size.letters);
            lanes->setMinimumWidth(width);
            lanes->setFixedHeight(lanes->heightAt(width, size.letters));
        }
    emit zoomed();
}

void ChallengeLanes::takeLaid()
{
    setUp(*m_lanes); // which draws what is laid
    fit();
    const auto& order = m_game.board().schedule().order;
    for (std::size_t rank = 0; rank < order.size() && rank < m_order.size(); ++rank) {
        if (order[rank].size() <= m_order[rank].size())
            continue;
        const auto changed = std::mismatch(m_order[rank].begin(), m_order[rank].end(),
                                           order[rank].begin(), order[rank].end());
        const QPoint place = m_lanes->boxOf(*changed.second).center();
        const QPoint shown = m_lanes->mapTo(widget(), place);
        ensureVisible(shown.x(), shown.y(), viewport()->width() / 3, metrics().space(12));
        break;
    }
    m_order = order;
}

void ChallengeLanes::showRival(const QString& name, const plan::Schedule& schedule)
{
    hideRival();
    m_rivalBoard = std::make_unique<lesson::BuildBoard>(
        lesson::boardOf(m_game.challenge(), m_game.planned(), &schedule));
    m_rival = new BuildLanes(*m_rivalBoard);
    // To be looked at alone.
    m_rival->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_rival->setFocusPolicy(Qt::NoFocus);
    m_rivalOf = name;
    setUp(*m_rival);
    m_column->insertWidget(m_column->indexOf(m_rivalHead) + 1, m_rival);
    m_rivalHead->show();
    refreshWords();
    fit();
    widget()->layout()->activate();
    ensureWidgetVisible(m_rivalHead);
}

void ChallengeLanes::hideRival()
{
    delete m_rival;
    m_rival = nullptr;
    m_rivalBoard.reset();
    m_rivalHead->hide();
    if (m_lanes)
        fit();
}

void ChallengeLanes::refreshWords()
{
    m_rivalAway->setText(tr("Put it away"));
    m_rivalAway->setAccessibleName(m_rivalAway->text());
    m_rivalName->setText(tr("The order of %1").arg(m_rivalOf));
    m_rivalName->setAccessibleName(m_rivalName->text());
    if (m_rival)
        m_rival->setAccessibleName(m_rivalName->text());
}

void ChallengeLanes::zoom(int steps)
{
    if (!canZoom(steps))
        return;
    m_zoom += steps;
    fit();
}

bool ChallengeLanes::canZoom(int steps) const
{
    // What fills the view already becomes no shorter.
    const bool hasRoom = steps >= 0 || m_lanes->minimumWidth() > viewport()->width();
    return hasRoom && m_zoom + steps >= kLeastLanesZoom && m_zoom + steps <= kMostLanesZoom;
}

// The board alone does not know of what was laid before it was laid anew.
bool ChallengeLanes::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_lanes || event->type() != QEvent::KeyPress
        || !static_cast<QKeyEvent*>(event)->matches(QKeySequence::Undo))
        return QScrollArea::eventFilter(watched, event);
    m_game.undo();
    return true;
}

void ChallengeLanes::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal)
        return zoom(1);
    if (event->key() == Qt::Key_Minus)
        return zoom(-1);
    event->ignore(); // the arrows belong to the lanes
}

void ChallengeLanes::wheelEvent(QWheelEvent* event)
{
    if (!(event->modifiers() & Qt::ControlModifier))
        return QScrollArea::wheelEvent(event);
    zoom(event->angleDelta().y() > 0 ? 1 : -1);
    event->accept();
}

void ChallengeLanes::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    fit();
}

void ChallengeLanes::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (!m_lanes)
        return;
    if (event->type() == QEvent::FontChange)
        QMetaObject::invokeMethod(this, &ChallengeLanes::begin, Qt::QueuedConnection);
    else if (event->type() == QEvent::LanguageChange)
        refreshWords();
}

} // namespace gui
