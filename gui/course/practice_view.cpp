#include "gui/course/practice_view.h"

#include "gui/course/course_facts.h"
#include "gui/course/own_lessons.h"
#include "gui/lessons/answer_input.h"
#include "gui/lessons/lesson_picture.h"
#include "gui/lessons/lesson_text.h"
#include "gui/lessons/verdict_note.h"
#include "gui/text/plain_label.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QBoxLayout>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>

#include <utility>

namespace gui {
namespace {

constexpr double kPracticeWords = 380;        // wide at most, in pixels of scale 1
constexpr double kPracticePicture = 280;      // high at least
constexpr double kPracticePictureWidth = 440; // wide at least

} // namespace

// What the thread hands over.
struct PracticeView::Ready {
    std::shared_ptr<const lesson::ReadLesson> read; // null: there is no such lesson any more
    std::optional<lesson::DrawnQuestion> question;  // nothing: none could be drawn
};

PracticeView::PracticeView(ProgressStore& store, QWidget* parent)
    : QWidget(parent)
    , m_store(store)
    , m_sides(new QBoxLayout(QBoxLayout::TopToBottom, this))
    , m_words(new QWidget)
    , m_head(plainLabel(tr("Which question it is")))
    , m_lesson(plainLabel(tr("Lesson")))
    , m_text(plainLabel(tr("Question")))
    , m_drawn(plainLabel(tr("Values of the question")))
    , m_inputPlace(new QWidget)
    , m_said(new VerdictNote)
    , m_stop(new QPushButton)
    , m_skip(new QPushButton)
    , m_answer(new QPushButton)
    , m_forward(new QPushButton)
    , m_picturePlace(new QWidget)
{
    makeParts();
    refresh();
}

PracticeView::~PracticeView() { clearQuestion(); }

void PracticeView::makeParts()
{
    const Metrics sizes = metrics();
    m_sides->setContentsMargins(sizes.space(4), sizes.space(3), sizes.space(4), sizes.space(4));
    m_sides->setSpacing(sizes.space(4));
    m_text->setTextFormat(Qt::RichText);
    for (QWidget* place : {m_inputPlace, m_picturePlace}) {
        auto* column = new QVBoxLayout(place);
        column->setContentsMargins(0, 0, 0, 0);
    }
    auto* words = new QVBoxLayout(m_words);
    words->setContentsMargins(0, 0, 0, 0);
    words->setSpacing(sizes.space(3));
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_head, m_lesson, m_text, m_drawn, m_inputPlace, m_said})
        words->addWidget(part);
    auto* onward = new QHBoxLayout;
    onward->addWidget(m_skip);
    onward->addWidget(m_answer);
    onward->addStretch();
    onward->addWidget(m_forward);
    words->addLayout(onward);
    words->addWidget(m_stop, 0, Qt::AlignLeft);
    words->addStretch(1);
    m_sides->addWidget(m_words);
    m_sides->addWidget(m_picturePlace, 1);
    connect(m_stop, &QPushButton::clicked, this, &PracticeView::left);
    connect(m_skip, &QPushButton::clicked, this, &PracticeView::skip);
    connect(m_answer, &QPushButton::clicked, this, &PracticeView::showAnswer);
    connect(m_forward, &QPushButton::clicked, this, &PracticeView::advance);
}

void PracticeView::start(std::vector<lesson::DuePractice> questions, int day)
{
    m_questions = std::move(questions);
    m_day = day;
    m_place = 0;
    prepare();
}

// Widgets that look at the session go before it.
void PracticeView::clearQuestion()
{
    delete m_input;
    delete m_picture;
    m_input = nullptr;
    m_picture = nullptr;
    m_session.reset();
    m_isGivenUp = false;
    m_isNoted = false;
    m_cannotAsk = false;
}

void PracticeView::prepare()
{
    clearQuestion();
    refresh();
    if (isOver()) {
        m_work.forget();
        return;
    }
    const lesson::DuePractice due = m_questions[m_place];
    const std::uint64_t seed = practiceSeed(due, m_store.progress(), m_day);
    m_work.request([this, due, seed](const NewestWork::Outdated&) {
        Ready ready;
        ready.read = readKnownLesson(due.lesson, OwnLessons::folder());
        if (ready.read)
            for (const lesson::Step& step : ready.read->lesson.steps)
                if (auto drawn = lesson::drawQuestion(*ready.read, step, seed);
                    drawn && step.id == due.step)
                    ready.question = *std::move(drawn);
        return NewestWork::Delivery([this, ready] { take(ready); });
    });
}

void PracticeView::take(const Ready& ready)
{
    m_cannotAsk = !ready.question;
    if (m_cannotAsk)
        return refresh();
    m_session = std::make_unique<LessonSession>(ready.read, nullptr);
    m_session->goTo(m_questions[m_place].step);
    m_session->ask(*ready.question);
    m_input = makeAnswerInput(*m_session, m_state, m_inputPlace);
    m_inputPlace->layout()->addWidget(m_input);
    connect(m_input, &AnswerInput::readyChanged, this, &PracticeView::refresh);
    // After the input, which shows what it was told.
    connect(m_session.get(), &LessonSession::changed, this, &PracticeView::takeVerdict);
    m_picture = new LessonPicture(*m_session, m_state, m_picturePlace);
    m_picturePlace->layout()->addWidget(m_picture);
    refresh();
    if (QWidget* first = m_input->focused(); first && isVisible())
        first->setFocus();
}

bool PracticeView::isAsked() const
{
    return m_session && !m_isGivenUp && m_session->phase() == StepPhase::Asked;
}

QString PracticeView::drawnText() const
{
    return tr("This time with %1", "fields with their values")
        .arg(fieldsText(m_session->drawn()->fields));
}

QString PracticeView::rightText() const { return answerWords(m_session->scene()); }

void PracticeView::refreshVerdict()
{
    using Kind = VerdictNote::Kind;
    m_said->setVisible(m_session && (m_isGivenUp || m_session->judgement()));
    if (!m_session || !m_session->judgement())
        return;
    const QString right = rightText();
    if (m_isGivenUp)
        return m_said->say(Kind::NotYet, tr("The answer is %1.").arg(right),
                           inRichText(tr("The question will come again.")), {});
    if (m_session->judgement()->passed)
        return m_said->say(
            Kind::Right, tr("Right."),
            right.isEmpty() ? QString() : inRichText(tr("The answer is %1.").arg(right)), {});
    m_said->say(Kind::Wrong, tr("Not right."),
                inRichText(tr("Try again, or have the answer shown.")), {});
}

void PracticeView::takeVerdict()
{
    const bool isPassed = m_session->phase() == StepPhase::Passed;
    if (isPassed && !m_isGivenUp && !std::exchange(m_isNoted, true))
        m_store.notePractice(m_questions[m_place].lesson, m_questions[m_place].step);
    refresh();
    m_said->announce();
    if (isPassed)
        m_forward->setFocus();
    else if (m_session->judgement())
        m_input->retry();
}

void PracticeView::refresh()
{
    const lesson::ReadLesson* read = m_session ? &m_session->read() : nullptr;
    const bool hasQuestion = m_session != nullptr;
    const Theme& theme = themeFor(palette());
    QFont title = metrics().font(font(), Type::Body);
    title.setWeight(QFont::DemiBold);
    m_head->setFont(title);
    m_head->setText(
        isOver() ? tr("That was all for today.")
                 : tr("Practice: question %1 of %2").arg(m_place + 1).arg(m_questions.size()));
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, theme.mutedText);
    m_lesson->setPalette(muted);
    m_lesson->setFont(metrics().font(font(), Type::Small));
    m_lesson->setText(hasQuestion    ? plainText(read->lesson.head.title, *read, m_session->ask())
                          : isOver() ? tr("What was right comes again later; what was skipped "
                                          "stays due.")
                          : m_cannotAsk ? tr("This question cannot be asked any more.")
                                        : tr("The question is made ready."));
    m_text->setText(hasQuestion ? richText(m_session->step().text, *read, m_session->ask())
                                : QString());
    m_drawn->setText(hasQuestion ? drawnText() : QString());
    refreshVerdict();
    for (QLabel* label : {m_text, m_drawn, m_lesson})
        label->setVisible(!label->text().isEmpty());
    m_inputPlace->setVisible(hasQuestion);
    m_inputPlace->setEnabled(isAsked());
    arrange();
    m_stop->setText(isOver() ? tr("Back to the course") : tr("Stop practising"));
    m_skip->setText(tr("Skip"));
    m_answer->setText(tr("Show the answer"));
    m_skip->setVisible(isAsked() && !m_session->judgement());
    m_answer->setVisible(isAsked() && m_session->judgement());
    m_forward->setVisible((hasQuestion && (!isAsked() || (m_input && m_input->canSubmit())))
                          || m_cannotAsk);
    m_forward->setText(isAsked() ? tr("Check") : tr("Next"));
    m_forward->setEnabled(!isAsked() || (m_input && m_input->isReady()));
    for (QPushButton* button : {m_stop, m_skip, m_answer, m_forward})
        button->setAccessibleName(button->text());
}

void PracticeView::advance()
{
    if (!isAsked())
        return goOn();
    m_input->submit();
}

void PracticeView::skip() { goOn(); }

void PracticeView::showAnswer()
{
    // The picture is drawn once the right answer is in.
    m_isGivenUp = true;
    if (const auto right = lesson::rightAnswer(m_session->scene()))
        m_session->answer(*right);
    else
        refresh();
}

void PracticeView::goOn()
{
    if (isOver())
        return;
    ++m_place;
    prepare();
    if (isOver())
        m_stop->setFocus();
}

void PracticeView::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && !event->isAutoRepeat() && m_forward->isVisible() && m_forward->isEnabled())
        return advance();
    const QString text = event->text().toUpper();
    if (isAsked() && text.size() == 1 && text[0] >= QLatin1Char('A') && text[0] <= QLatin1Char('F'))
        return m_input->choose(text[0].toLatin1());
    QWidget::keyPressEvent(event);
}

// The picture stands beside the words, or under them, or nowhere: never wider than there is room.
void PracticeView::arrange()
{
    const Metrics sizes = metrics();
    const int words = sizes.px(kPracticeWords);
    const int edges = 2 * sizes.space(4);
    const int picture
        = std::max(sizes.px(kPracticePictureWidth), m_picturePlace->minimumSizeHint().width());
    const bool isBeside = width() >= words + picture + edges + sizes.space(4);
    m_sides->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_words->setMinimumWidth(isBeside ? words : 0);
    m_words->setMaximumWidth(words);
    m_picturePlace->setMinimumHeight(sizes.px(kPracticePicture));
    // A number can be read off the picture, even after a wrong answer.
    const bool isKeptBack
        = isAsked() && std::holds_alternative<lesson::NumberAction>(m_session->step().action);
    m_picturePlace->setVisible(m_session && !isKeptBack && width() >= picture + edges);
}

void PracticeView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void PracticeView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::LanguageChange)
        refresh();
}

} // namespace gui
