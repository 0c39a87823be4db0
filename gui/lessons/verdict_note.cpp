#include "gui/lessons/verdict_note.h"

#include "gui/lessons/lesson_text.h"
#include "gui/lessons/option_button.h"
#include "gui/theme/contrast.h"
#include "gui/theme/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr double kNoteTint = 0.1; // of the verdict's colour in the ground

QString wordsOfRich(const QString& rich)
{
    return QTextDocumentFragment::fromHtml(rich).toPlainText();
}

QColor noteColour(const Theme& theme, VerdictNote::Kind kind)
{
    switch (kind) {
    case VerdictNote::Kind::Right:
        return theme.good;
    case VerdictNote::Kind::Wrong:
        return theme.error;
    case VerdictNote::Kind::Guess:
        return theme.accent;
    case VerdictNote::Kind::NotYet:
        break;
    }
    return theme.mutedText;
}

} // namespace

VerdictNote::VerdictNote(QWidget* parent)
    : QFrame(parent)
    , m_word(new QLabel)
    , m_sentences(lessonLabel(tr("What is said to your answer")))
    , m_reveal(lessonLabel(tr("What came of it")))
{
    auto* column = new QVBoxLayout(this);
    m_word->setTextFormat(Qt::PlainText);
    m_word->setWordWrap(true);
    m_word->setAccessibleName(tr("Verdict"));
    QFont bold; // its weight alone
    bold.setBold(true);
    m_word->setFont(bold);
    for (QLabel* label : {m_word, m_sentences, m_reveal})
        column->addWidget(label);
    placeTexts();
}

// Beside the sign, whatever the size of the letters.
void VerdictNote::placeTexts()
{
    const int line = fontMetrics().height();
    layout()->setContentsMargins(line * 9 / 4, line / 2, line / 2, line / 2);
    layout()->setSpacing(line / 3);
}

void VerdictNote::say(Kind kind, const QString& word, const QString& sentences,
                      const QString& reveal)
{
    m_kind = kind;
    m_word->setText(word);
    m_sentences->setText(sentences);
    m_sentences->setVisible(!sentences.isEmpty());
    m_reveal->setText(reveal);
    m_reveal->setVisible(!reveal.isEmpty());
    layout()->activate(); // at once, or the first frame has the height of what was said before
    update();
}

void VerdictNote::announce()
{
    setAccessibleName(plain());
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

QString VerdictNote::word() const { return m_word->text(); }

QString VerdictNote::plain() const
{
    QStringList lines{m_word->text()};
    for (const QLabel* label : {m_sentences, m_reveal})
        if (!label->text().isEmpty())
            lines << wordsOfRich(label->text());
    return lines.join(QLatin1Char('\n'));
}

void VerdictNote::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeFor(palette());
    const QColor colour = noteColour(theme, m_kind);
    const int line = fontMetrics().height();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), mixed(theme.base, colour, kNoteTint));
    painter.fillRect(QRect(0, 0, std::max(3, line / 5), height()), colour);
    const QRectF sign(line * 0.8, line * 0.5, line, line);
    if (m_kind == Kind::Guess) {
        painter.setPen(colour);
        return painter.drawText(sign, Qt::AlignCenter, QStringLiteral("≈"));
    }
    if (m_kind != Kind::NotYet)
        return drawVerdictSign(painter, sign, m_kind == Kind::Right, colour);
    painter.setPen(Qt::NoPen); // three dots: it goes on
    painter.setBrush(colour);
    const double dot = line / 5.0;
    for (int i = 0; i < 3; ++i)
        painter.drawEllipse(
            QRectF(sign.left() + i * dot * 2, sign.center().y() - dot / 2, dot, dot));
}

void VerdictNote::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        placeTexts();
    QFrame::changeEvent(event);
}

} // namespace gui
