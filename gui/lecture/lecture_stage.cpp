#include "gui/lecture/lecture_stage.h"

#include "gui/lecture/lecture_answer.h"
#include "gui/lecture/option_card.h"
#include "gui/lecture/picture_frame.h"
#include "gui/lessons/lesson_text.h"
#include "gui/lessons/step_parts.h"
#include "gui/stepviews/step_views.h"
#include "gui/theme/own_colours.h"
#include "gui/theme/theme.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QScrollBar>
#include <QVBoxLayout>

namespace gui {
namespace {

constexpr double kStageMargin = 28; // pixels of 1280 × 720, as are all here
constexpr double kStageEdge = 16;   // above and below
constexpr double kStageGap = 12;
constexpr double kRevealPad = 14;
constexpr int kOptionColumns = 2;

// Type, and the share of the height that the picture must have for it. What is longer than any
// lesson should be is written smaller than that, but all of it is there.
struct LectureType {
    double pixels;
    double picture;
};
constexpr std::array kLectureTypes{
    LectureType{30, 0.5},  LectureType{27, 0.4},  LectureType{kLectureSmall, 0.2},
    LectureType{20, 0.15}, LectureType{17, 0.15}, LectureType{14, 0}};

// A number keeps its sign of percent beside it.
QString stageText(const lesson::Text& text, const lesson::ReadLesson& read, const lesson::Ask& ask)
{
    return richText(text, read, ask).replace(QStringLiteral(" %"), QStringLiteral("&nbsp;%"));
}

QLabel* stageLabel(Qt::TextFormat format)
{
    auto* label = new QLabel;
    label->setTextFormat(format);
    label->setWordWrap(true);
    return label;
}

} // namespace

LectureStage::LectureStage(LessonSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_column(new QVBoxLayout(this))
    , m_title(stageLabel(Qt::PlainText))
    , m_place(stageLabel(Qt::PlainText))
    , m_question(stageLabel(Qt::RichText))
    , m_pictures(new PictureFrame)
    , m_picture(new LessonPicture(session, m_state, m_pictures))
    , m_views(new StepViews(m_state, m_pictures))
    , m_options(new QGridLayout)
    , m_revealed(new LectureBox)
    , m_answerLine(stageLabel(Qt::PlainText))
    , m_reveal(stageLabel(Qt::RichText))
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    m_picture->setForAudience();
    m_views->setForAudience();
    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    m_place->setWordWrap(false);
    head->addWidget(m_place, 0, Qt::AlignTop);
    auto* revealed = new QVBoxLayout(m_revealed);
    revealed->addWidget(m_answerLine);
    revealed->addWidget(m_reveal);
    m_column->addLayout(head);
    m_column->addWidget(m_question);
    m_column->addWidget(m_pictures, 1);
    m_column->addLayout(m_options);
    m_column->addWidget(m_revealed);
    for (int column = 0; column < kOptionColumns; ++column)
        m_options->setColumnStretch(column, 1);
}

QWidget& LectureStage::pictures() { return *m_pictures; }

void LectureStage::setRunPicture(QWidget* picture)
{
    if (m_runPicture && m_runPicture != picture)
        m_runPicture->hide();
    m_runPicture = picture;
    if (!picture)
        return;
    picture->setParent(m_pictures);
}

void LectureStage::choosePicture()
{
    const lesson::Step& step = m_session.step();
    const bool isRun = std::holds_alternative<lesson::RunAction>(step.action);
    const bool isOfRun = m_runPicture && m_session.run()
        && (isRun ? m_session.phase() == StepPhase::Passed : lesson::asksOfRun(step));
    const bool hasViews = StepViews::hasViews(step);
    if (hasViews)
        showViews(*m_views, m_session);
    if (isOfRun)
        m_pictures->setShown(m_runPicture, nullptr);
    else
        m_pictures->setShown(showsPicture(step) || !hasViews ? m_picture : nullptr,
                             hasViews ? m_views : nullptr);
}

void LectureStage::scroll(int pixels)
{
    for (QScrollBar* bar : m_pictures->findChildren<QScrollBar*>())
        if (bar->orientation() == Qt::Vertical && bar->isVisible())
            bar->setValue(bar->value() + pixels);
}

void LectureStage::setSizes(const LectureSizes& sizes)
{
    m_sizes = sizes;
    const int side = sizes.px(kStageMargin);
    const int edge = sizes.px(kStageEdge);
    m_column->setContentsMargins(side, edge, side, edge);
    m_column->setSpacing(sizes.px(kStageGap));
    m_options->setSpacing(sizes.px(kStageGap));
    const int pad = sizes.px(kRevealPad);
    m_revealed->layout()->setContentsMargins(pad, pad, pad, pad);
    m_revealed->layout()->setSpacing(sizes.px(kStageGap) / 2);
    m_revealed->setSizes(sizes);
}

void LectureStage::bringSession(const LectureScript& script)
{
    const bool reveals = script.half() == LectureHalf::Reveal;
    if (m_session.current() != script.step())
        m_session.go(script.step());
    if (!reveals) {
        // As it was before, with fields and picture of its own.
        if (m_reveals || !m_answer.isEmpty() || m_session.phase() == StepPhase::Passed)
            m_session.restart();
        m_answer.clear();
        m_reveals = false;
        return;
    }
    const LectureAnswer given = giveRightAnswer(m_session);
    m_answer = given.line;
    m_reveals = given.reveals;
}

void LectureStage::showAt(const LectureScript& script)
{
    bringSession(script);
    const Theme& theme = themeFor(palette());
    const lesson::ReadLesson& read = m_session.read();
    const lesson::Step& step = m_session.step();
    const lesson::Ask ask = m_session.ask();
    m_title->setText(headLine(script));
    setOwnColours(*m_title, theme.base,
                  script.half() == LectureHalf::Votes ? theme.text : theme.mutedText);
    m_place->setText(tr("Step %1 of %2").arg(script.step() + 1).arg(m_session.count()));
    setOwnColours(*m_place, theme.base, theme.mutedText);
    m_question->setText(stageText(step.text, read, ask));
    m_question->setAccessibleName(plainText(step.text, read, ask));
    m_reveal->setText(stageText(step.reveal, read, ask));
    m_reveal->setAccessibleName(plainText(step.reveal, read, ask));
    m_answerLine->setText(m_answer);
    const bool isRevealed = script.half() == LectureHalf::Reveal;
    m_answerLine->setVisible(isRevealed && !m_answer.isEmpty());
    m_reveal->setVisible(isRevealed && m_reveals && !step.reveal.empty());
    m_question->setVisible(!script.isPictureAlone());
    m_revealed->setVisible(
        !script.isPictureAlone()
        && (m_answerLine->isVisibleTo(m_revealed) || m_reveal->isVisibleTo(m_revealed)));
    choosePicture();
    if (m_cardsOf != script.step())
        makeCards();
    m_cardsOf = script.step();
    fillCards(script);
    leaveKeysToParent();
    chooseType();
    // At once, from within: nothing is seen at the place where it was.
    for (OptionCard* card : m_cards)
        card->layout()->activate();
    m_revealed->layout()->activate();
    m_column->activate();
}

QString LectureStage::headLine(const LectureScript& script) const
{
    if (script.half() != LectureHalf::Votes)
        return plainText(m_session.read().lesson.head.title, m_session.read(), m_session.ask());
    const int total = script.total(script.round());
    return script.round() == 0
        ? tr("First vote. Hands counted: %1").arg(total)
        : tr("Talk to a neighbour, then vote again. Hands counted: %1").arg(total);
}

void LectureStage::makeCards()
{
    for (OptionCard* card : m_cards)
        delete card;
    m_cards.clear();
    const auto* choose = std::get_if<lesson::ChooseAction>(&m_session.step().action);
    if (!choose)
        return;
    for (const auto& option : choose->options) {
        const int place = static_cast<int>(m_cards.size());
        m_cards.push_back(
            new OptionCard(place, plainText(option.text, m_session.read(), m_session.ask())));
        m_options->addWidget(m_cards.back(), place / kOptionColumns, place % kOptionColumns);
    }
}

void LectureStage::fillCards(const LectureScript& script)
{
    const bool isRevealed = script.half() == LectureHalf::Reveal;
    const auto right = isRevealed ? rightOption(m_session) : std::nullopt;
    const bool shows = script.half() == LectureHalf::Votes
        || (isRevealed && script.total(0) + script.total(1) > 0);
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        const int place = static_cast<int>(i);
        m_cards[i]->showRounds(!shows ? 0 : script.hasSecondRound() ? 2 : 1);
        m_cards[i]->setVisible(!script.isPictureAlone());
        m_cards[i]->setRight(right == place);
        for (int round = 0; place < kVoteOptions && round < kVoteRounds; ++round)
            m_cards[i]->setVotes(round, script.votes(place, round), script.total(round));
    }
}

void LectureStage::chooseType()
{
    if (width() <= 0 || height() <= 0)
        return;
    for (const LectureType& type : kLectureTypes) {
        applyType(type.pixels);
        if (height() - heightOfWords() >= height() * type.picture)
            break;
    }
    for (QWidget* picture :
         {static_cast<QWidget*>(m_picture), static_cast<QWidget*>(m_views), m_runPicture})
        if (picture)
            picture->setFont(m_sizes.font(font(), kLectureSmall));
    m_picture->setLetterHeight(m_sizes.px(kLectureLetters));
}

void LectureStage::applyType(double type)
{
    for (QLabel* small : {m_title, m_place})
        small->setFont(m_sizes.font(font(), std::min<double>(type, kLectureSmall)));
    for (QLabel* words : {m_question, m_reveal})
        words->setFont(m_sizes.font(font(), type));
    m_answerLine->setFont(m_sizes.font(font(), type, QFont::Bold));
    for (OptionCard* card : m_cards)
        card->setSizes(m_sizes, type);
}

int LectureStage::heightOfWords() const
{
    const QMargins around = m_column->contentsMargins();
    const int wide = width() - around.left() - around.right();
    const int gap = m_column->spacing();
    int height = around.top() + around.bottom() + m_place->sizeHint().height() + gap
        + m_question->heightForWidth(wide) + gap;
    const int card = (wide - (kOptionColumns - 1) * m_options->spacing()) / kOptionColumns;
    for (std::size_t i = 0; i < m_cards.size(); i += kOptionColumns) {
        int row = 0;
        for (std::size_t k = i; k < std::min(m_cards.size(), i + kOptionColumns); ++k)
            row = std::max(row, m_cards[k]->heightWithBars(card));
        height += row + gap;
    }
    const QMargins pads = m_revealed->layout()->contentsMargins();
    height += pads.top() + pads.bottom() + gap
        + m_reveal->heightForWidth(wide - pads.left() - pads.right());
    if (m_cards.empty())
        height += m_answerLine->fontMetrics().height() + m_revealed->layout()->spacing();
    return height;
}

void LectureStage::leaveKeysToParent()
{
    for (QWidget* part : findChildren<QWidget*>())
        part->setFocusPolicy(Qt::NoFocus);
}

} // namespace gui
