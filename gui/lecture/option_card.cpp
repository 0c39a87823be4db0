#include "gui/lecture/option_card.h"

#include "gui/theme/own_colours.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <utility>

namespace gui {
namespace {

constexpr double kCardPad = 10; // pixels of 1280 × 720, as are all here
constexpr double kCardGap = 12;
constexpr double kBadgeCorner = 6;
constexpr double kBadgePad = 10;

QLabel* cardLabel()
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

OptionCard::OptionCard(int place, QString text, QWidget* parent)
    : LectureBox(parent)
    , m_letter(QChar(QLatin1Char('A').unicode() + place))
    , m_text(std::move(text))
    , m_badge(cardLabel())
    , m_words(cardLabel())
    , m_verdict(cardLabel())
{
    m_badge->setAlignment(Qt::AlignCenter);
    m_badge->setText(m_letter);
    m_words->setWordWrap(true);
    m_words->setText(m_text);
    auto* column = new QVBoxLayout(this);
    auto* row = new QHBoxLayout;
    row->addWidget(m_badge, 0, Qt::AlignVCenter);
    row->addWidget(m_words, 1);
    row->addWidget(m_verdict, 0, Qt::AlignVCenter);
    column->addLayout(row, 1);
    auto* bars = new QHBoxLayout;
    for (std::size_t round = 0; round < m_bars.size(); ++round) {
        m_bars[round] = new VoteBar(static_cast<int>(round));
        bars->addWidget(m_bars[round], 1);
        m_bars[round]->setVotes(0, 0);
    }
    column->addLayout(bars);
    showRounds(0);
    refresh();
}

void OptionCard::setSizes(const LectureSizes& sizes, double type)
{
    LectureBox::setSizes(sizes);
    const int pad = sizes.px(kCardPad);
    layout()->setContentsMargins(pad, pad, sizes.px(kCardGap), pad);
    layout()->setSpacing(sizes.px(kCardPad));
    for (QObject* part : layout()->children())
        static_cast<QLayout*>(part)->setSpacing(sizes.px(kCardGap));
    m_badge->setFont(sizes.font(font(), type, QFont::Bold));
    m_words->setFont(sizes.font(font(), type));
    m_verdict->setFont(sizes.font(font(), type, QFont::Bold));
    const QFontMetrics letters(m_badge->font());
    m_badge->setFixedSize(letters.horizontalAdvance(QLatin1Char('W')) + sizes.px(kBadgePad),
                          letters.height() + sizes.px(kBadgePad) / 2);
    for (VoteBar* bar : m_bars)
        bar->setSizes(sizes);
}

void OptionCard::showRounds(int rounds)
{
    for (std::size_t round = 0; round < m_bars.size(); ++round)
        m_bars[round]->setVisible(static_cast<int>(round) < rounds);
}

void OptionCard::setVotes(int round, int votes, int total)
{
    m_bars[static_cast<std::size_t>(round)]->setVotes(votes, total);
}

void OptionCard::setRight(bool right)
{
    LectureBox::setRight(right);
    refresh();
}

void OptionCard::refresh()
{
    const Theme& theme = themeFor(palette());
    setOwnColours(*m_badge, theme.accent, palette().color(QPalette::HighlightedText));
    setOwnColours(*m_verdict, theme.panel, theme.good);
    m_verdict->setText(isRight() ? tr("✓ Right") : QString());
    m_verdict->setVisible(isRight());
    setAccessibleName(isRight() ? tr("%1: %2, right").arg(m_letter, m_text)
                                : tr("%1: %2").arg(m_letter, m_text));
    update();
}

int OptionCard::heightWithBars(int width) const
{
    const QMargins around = layout()->contentsMargins();
    const int beside = m_badge->width() + 2 * sizes().px(kCardGap) + around.left() + around.right()
        + m_verdict->fontMetrics().horizontalAdvance(tr("✓ Right"));
    const int words = m_words->heightForWidth(std::max(1, width - beside));
    return around.top() + around.bottom() + std::max(words, m_badge->height()) + layout()->spacing()
        + m_bars.front()->sizeHint().height();
}

void OptionCard::paintEvent(QPaintEvent* event)
{
    LectureBox::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_badge->palette().color(QPalette::Window));
    const int corner = sizes().px(kBadgeCorner);
    painter.drawRoundedRect(m_badge->geometry(), corner, corner);
}

void OptionCard::changeEvent(QEvent* event)
{
    LectureBox::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange)
        refresh();
}

} // namespace gui
