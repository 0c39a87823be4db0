#include "gui/editor/hint_foot.h"

#include "gui/lessonlinks/lesson_link.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace gui {
namespace {

constexpr int kSentenceLines = 4;

QLabel* footLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    return label;
}

void colourLabel(QLabel* label, const QColor& ink)
{
    QPalette colours = label->palette();
    colours.setColor(QPalette::WindowText, ink);
    label->setPalette(colours);
}

} // namespace

HintFoot::HintFoot(QWidget* parent)
    : QWidget(parent)
    , m_title(footLabel(this))
    , m_facts(footLabel(this))
    , m_sentence(footLabel(this))
    , m_lesson(new LessonLink(LessonLink::Words::Short, this))
    , m_before(arrow(QStringLiteral("‹"), tr("Previous sentence"), -1))
    , m_next(arrow(QStringLiteral("›"), tr("Next sentence"), 1))
{
    m_sentence->setWordWrap(true);
    m_sentence->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(0);
    auto* line = new QHBoxLayout;
    line->setSpacing(0);
    line->addWidget(m_title, 1);
    line->addWidget(m_lesson);
    line->addWidget(m_before);
    line->addWidget(m_next);
    column->addLayout(line);
    column->addWidget(m_facts);
    column->addWidget(m_sentence);
    connect(m_lesson, &LessonLink::lessonWanted, this, &HintFoot::lessonWanted);
    applyLook();
}

QToolButton* HintFoot::arrow(const QString& text, const QString& name, int by)
{
    auto* made = new QToolButton(this);
    made->setText(text);
    made->setAutoRaise(true);
    made->setAccessibleName(name);
    made->setToolTip(name);
    connect(made, &QToolButton::clicked, this, [this, by] { emit stepped(by); });
    return made;
}

void HintFoot::setWords(const Words& words)
{
    if (words == m_words)
        return;
    m_words = words;
    refresh();
}

void HintFoot::refresh()
{
    for (QToolButton* arrow : {m_before, m_next})
        arrow->setVisible(m_words.count > 1);
    m_lesson->setTopic(m_words.topic);
    const Theme& theme = themeFor(palette());
    const auto cut = [](QLabel* label, const QString& text) {
        label->setText(
            label->fontMetrics().elidedText(text, Qt::ElideRight, std::max(1, label->width())));
    };
    cut(m_title, m_words.title);
    cut(m_facts, m_words.facts);
    m_sentence->setText(m_words.sentence);
    const QColor ink = m_words.kind == Kind::Problem ? theme.error
        : m_words.kind == Kind::Warning              ? theme.warning
                                                     : theme.text;
    colourLabel(m_sentence, ink);
    colourLabel(m_facts, theme.mutedText);
    const bool isCut = m_title->text() != m_words.title || m_facts->text() != m_words.facts
        || m_sentence->heightForWidth(m_sentence->width()) > m_sentence->height();
    setToolTip(
        isCut ? plainTip(
            (QStringList{m_words.title, m_words.facts, m_words.sentence}).join(QLatin1Char('\n')))
              : QString());
}

void HintFoot::applyLook()
{
    const Metrics sizes = metrics();
    QFont title = sizes.font(font(), Type::Body);
    title.setWeight(QFont::DemiBold);
    m_title->setFont(title);
    m_facts->setFont(sizes.font(font(), Type::Small));
    m_sentence->setFont(sizes.font(font(), Type::Small));
    const int line = QFontMetrics(m_facts->font()).lineSpacing();
    m_title->setFixedHeight(QFontMetrics(title).lineSpacing());
    // No higher than the title: the foot has one height.
    for (QToolButton* arrow : {m_before, m_next})
        arrow->setFixedSize(sizes.px(24), m_title->height());
    m_lesson->setFont(sizes.font(font(), Type::Small));
    m_lesson->setFixedHeight(m_title->height());
    m_facts->setFixedHeight(line + sizes.px(2));
    m_sentence->setFixedHeight(kSentenceLines * line);
    layout()->setContentsMargins(sizes.space(4), sizes.space(2), sizes.space(3), sizes.space(2));
    setFixedHeight(layout()->sizeHint().height());
    refresh();
}

void HintFoot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        applyLook();
    else if (event->type() == QEvent::PaletteChange)
        refresh();
    QWidget::changeEvent(event);
}

void HintFoot::resizeEvent(QResizeEvent*) { refresh(); }

void HintFoot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(themeFor(palette()).border);
    painter.drawLine(0, 0, width(), 0);
}

} // namespace gui
