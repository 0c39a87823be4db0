#include "gui/lecture/vote_bar.h"

#include "gui/text/number_format.h"
#include "gui/theme/theme.h"

#include <QPainter>

namespace gui {
namespace {

constexpr double kVoteBarHeight = 10; // pixels of 1280 × 720, as are all here
constexpr double kOverVoteBar = 2;

} // namespace

VoteBar::VoteBar(int round, QWidget* parent)
    : QLabel(parent)
    , m_round(round)
{
    setTextFormat(Qt::PlainText);
}

void VoteBar::setSizes(const LectureSizes& sizes)
{
    m_sizes = sizes;
    setFont(sizes.font(font(), kLectureSmall));
    setContentsMargins(0, 0, 0, sizes.px(kVoteBarHeight + kOverVoteBar));
}

void VoteBar::setVotes(int votes, int total)
{
    m_share = total > 0 ? double(votes) / total : 0;
    if (total == 0)
        setText(m_round == 0 ? tr("1st: 0") : tr("2nd: 0"));
    else
        setText((m_round == 0 ? tr("1st: %1 · %2") : tr("2nd: %1 · %2"))
                    .arg(votes)
                    .arg(percent(m_share)));
    update();
}

void VoteBar::paintEvent(QPaintEvent* event)
{
    const Theme& theme = themeFor(palette());
    const int height = m_sizes.px(kVoteBarHeight);
    QRect bar(0, this->height() - height, width(), height);
    QPainter painter(this);
    painter.fillRect(bar, theme.grid);
    bar.setWidth(qRound(width() * m_share));
    painter.fillRect(bar, m_round == 0 ? theme.mutedText : theme.accent);
    painter.end();
    QLabel::paintEvent(event);
}

} // namespace gui
