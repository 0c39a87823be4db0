#include "gui/lessons/step_panel.h"

#include "gui/lessons/answer_input.h"
#include "gui/lessons/lesson_text.h"
#include "gui/lessons/step_hints.h"
#include "gui/lessons/unmet_text.h"
#include "gui/lessons/verdict_note.h"
#include "gui/text/number_format.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/metrics.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

namespace gui {
namespace {

// What is tried out until it is good has no wrong answers.
bool isTriedOut(const lesson::Step& step)
{
    return std::holds_alternative<lesson::SetAction>(step.action)
        || std::holds_alternative<lesson::BuildAction>(step.action);
}

bool asksNothing(const lesson::Step& step)
{
    return std::holds_alternative<lesson::ReadAction>(step.action)
        || std::holds_alternative<lesson::RunAction>(step.action);
}

// The style leaves as much room around the words whatever their size.
void fitToLetters(QPushButton& button)
{
    const QFontMetrics letters = button.fontMetrics();
    button.setMinimumSize(letters.horizontalAdvance(button.text()) + letters.height() * 3 / 2,
                          letters.height() * 3 / 2);
}

QString guessWord(const lesson::Guess& guess)
{
    return StepPanel::tr("Your guess: %1, the truth: %2.")
        .arg(QString::number(guess.guessed, 'g', 4), QString::number(guess.truth, 'g', 4));
}

QString guessSentence(const lesson::Guess& guess)
{
    if (guess.truth == 0)
        return {};
    if (guess.guessed == guess.truth)
        return StepPanel::tr("That is it.");
    return StepPanel::tr("You were off by %1.")
        .arg(percent(std::abs(guess.guessed - guess.truth) / std::abs(guess.truth)));
}

} // namespace

StepPanel::StepPanel(LessonSession& session, ViewState& picture, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_picture(picture)
    , m_column(new QVBoxLayout(this))
{
    makeParts();
    connect(&session, &LessonSession::stepChanged, this, &StepPanel::beginStep);
    connect(&session, &LessonSession::changed, this, &StepPanel::refresh);
    connect(&session, &LessonSession::judged, this, &StepPanel::takeVerdict);
    beginStep();
}

void StepPanel::makeParts()
{
    const Metrics sizes = metrics();
    m_column->setContentsMargins(sizes.space(4), sizes.space(4), sizes.space(4), sizes.space(4));
    m_column->setSpacing(sizes.space(3));
    m_place = new QLabel;
    m_place->setForegroundRole(QPalette::PlaceholderText);
    m_text = lessonLabel(tr("Question"));
    m_inputPlace = new QWidget;
    auto* place = new QVBoxLayout(m_inputPlace);
    place->setContentsMargins(0, 0, 0, 0);
    m_verdict = new VerdictNote;
    m_hints = lessonLabel(tr("Hints"));
    m_back = new QPushButton(tr("Back"));
    m_hint = new QPushButton;
    m_forward = new QPushButton;
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_place, m_text, m_inputPlace, m_verdict, m_hints})
        m_column->addWidget(part);
    m_column->addWidget(m_hint, 0, Qt::AlignLeft);
    m_column->addStretch();
    connect(m_back, &QPushButton::clicked, this, [this] { m_session.go(m_session.current() - 1); });
    connect(m_hint, &QPushButton::clicked, this, &StepPanel::showHint);
    connect(m_forward, &QPushButton::clicked, this, &StepPanel::advance);
    auto* row = new QHBoxLayout;
    row->addWidget(m_back);
    row->addStretch();
    row->addWidget(m_forward);
    m_column->addLayout(row);
}

bool StepPanel::isRun() const
{
    return std::holds_alternative<lesson::RunAction>(m_session.step().action);
}

void StepPanel::beginStep()
{
    makeStep();
    if (isVisible())
        focused()->setFocus();
}

void StepPanel::makeStep()
{
    delete m_input;
    m_input = makeAnswerInput(m_session, m_picture, m_inputPlace);
    m_inputPlace->layout()->addWidget(m_input);
    m_usual = usualHints(m_session.step(), m_session.shown());
    m_usualShown = 0;
    connect(m_input, &AnswerInput::readyChanged, this, &StepPanel::refreshButtons);
    connect(m_input, &AnswerInput::marksChanged, this, &StepPanel::marksChanged);
    refresh();
}

QWidget* StepPanel::focused()
{
    if (QWidget* first = m_input->focused(); first && !isPassed())
        return first;
    if (m_forward->isHidden())
        return this;
    return m_forward;
}

// Once it is passed: a step that asks nothing is no right answer.
QString StepPanel::rightWord() const
{
    if (asksNothing(m_session.step()))
        return tr("Done.");
    const int points = m_session.points();
    return points > 0 ? tr("Right. Points: %1").arg(points) : tr("Right.");
}

// Where a run does not show what it was made for. What is only replayed shows it or never does.
QString StepPanel::adviceAfter(const lesson::RunAction& run)
{
    if (run.replay)
        return {};
    return run.recording.empty()
        ? tr("A machine that is busy with something else can do that. Run it again.")
        : tr("A machine that is busy with something else can do that. Run it again, or look at the "
             "recording.");
}

void StepPanel::refreshVerdict()
{
    const lesson::Ask ask = m_session.ask();
    const auto& judged = m_session.judgement();
    m_verdict->setVisible(judged || isPassed());
    if (isPassed()) {
        const QString reveal = richText(m_session.step().reveal, m_session.read(), ask);
        if (judged && judged->guess)
            return m_verdict->say(VerdictNote::Kind::Guess, guessWord(*judged->guess),
                                  inRichText(guessSentence(*judged->guess)), reveal);
        return m_verdict->say(VerdictNote::Kind::Right, rightWord(), {}, reveal);
    }
    if (!judged)
        return;
    QString sentences = richText(judged->said, m_session.read(), ask);
    if (judged->said.empty() && !judged->unmet.empty())
        sentences = inRichText(unmetText(judged->unmet.front()));
    if (const auto* run = std::get_if<lesson::RunAction>(&m_session.step().action))
        return m_verdict->say(VerdictNote::Kind::NotYet, tr("The run does not show it."), sentences,
                              inRichText(adviceAfter(*run)));
    if (isTriedOut(m_session.step()))
        return m_verdict->say(VerdictNote::Kind::NotYet, tr("Not yet."), sentences, {});
    m_verdict->say(VerdictNote::Kind::Wrong, tr("Not right."),
                   sentences.isEmpty() ? inRichText(tr("Try again.")) : sentences, {});
}

// Where an answer was wrong, it is typed over; where it was right, Enter goes on.
void StepPanel::takeVerdict()
{
    m_verdict->announce();
    if (!isPassed())
        return m_input->retry();
    // What was built is put away with the keyboard in it.
    const bool takesKeyboard = std::holds_alternative<lesson::BuildAction>(m_session.step().action)
        ? isActiveWindow()
        : isAncestorOf(QApplication::focusWidget()) && !isTriedOut(m_session.step());
    if (takesKeyboard)
        m_forward->setFocus();
}

QString StepPanel::saidText() const
{
    return m_verdict->isHidden() ? QString() : m_verdict->plain();
}

QStringList StepPanel::hints() const
{
    QStringList hints;
    const lesson::Ask ask = m_session.ask();
    for (int i = 0; i < m_session.hintsShown(); ++i)
        hints << plainText(m_session.step().hints[std::size_t(i)], m_session.read(), ask);
    return hints + m_usual.mid(0, m_usualShown);
}

// Those of the author cost a point each; the usual ones say nothing of the answer, and cost none.
void StepPanel::showHint()
{
    if (m_session.hasHint())
        return m_session.showHint();
    m_usualShown = std::min(m_usualShown + 1, int(m_usual.size()));
    refreshHints();
    refreshButtons();
}

bool StepPanel::hasHint() const { return m_session.hasHint() || m_usualShown < m_usual.size(); }

void StepPanel::refreshHints()
{
    const lesson::Ask ask = m_session.ask();
    QString rich;
    const auto add = [&rich](const QString& hint) {
        rich += QStringLiteral("<p style=\"margin-top: 0\">%1</p>").arg(hint);
    };
    for (int i = 0; i < m_session.hintsShown(); ++i)
        add(richText(m_session.step().hints[std::size_t(i)], m_session.read(), ask));
    for (const QString& hint : m_usual.mid(0, m_usualShown))
        add(inRichText(hint));
    m_hints->setText(rich);
    m_hints->setVisible(!rich.isEmpty());
}

void StepPanel::refresh()
{
    m_place->setText(tr("Step %1 of %2").arg(m_session.current() + 1).arg(m_session.count()));
    m_text->setText(richText(m_session.step().text, m_session.read(), m_session.ask()));
    refreshVerdict();
    refreshHints();
    refreshButtons();
}

void StepPanel::refreshButtons()
{
    const bool isLast = m_session.current() + 1 >= m_session.count();
    const int hints = int(m_session.step().hints.size() + std::size_t(m_usual.size()));
    m_back->setEnabled(m_session.current() > 0);
    m_hint->setText(tr("Hint %1 of %2")
                        .arg(std::min(hints, m_session.hintsShown() + m_usualShown + 1))
                        .arg(hints));
    m_hint->setVisible(!isPassed() && hasHint());
    m_forward->setText(isPassed()                          ? (isLast ? tr("Finish") : tr("Next"))
                           : isRun()                       ? tr("Run")
                           : asksNothing(m_session.step()) ? tr("I have read it")
                                                           : tr("Check"));
    m_forward->setVisible(isPassed() || isRun() || (m_input && m_input->canSubmit()));
    m_forward->setEnabled(isPassed() || isRun() || (m_input && m_input->isReady()));
    m_forward->setAccessibleName(m_forward->text());
    for (QPushButton* button : {m_back, m_hint, m_forward})
        fitToLetters(*button);
}

void StepPanel::advance()
{
    if (isPassed()) {
        if (!m_session.goOn())
            emit lessonEnded();
    } else if (isRun()) {
        emit runWanted();
    } else if (m_input) {
        m_input->submit();
    }
}

void StepPanel::takeRank(int rank) { m_input->takeRank(rank); }

void StepPanel::takeLayer(int layer) { m_input->takeLayer(layer); }

bool StepPanel::takeKey(const QKeyEvent& event)
{
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    const bool isEnter = event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
    if (isEnter && event.isAutoRepeat())
        return true;
    if (isEnter && m_forward->isEnabled() && !m_forward->isHidden()) {
        advance();
        return true;
    }
    const bool isChoice = std::holds_alternative<lesson::ChooseAction>(m_session.step().action);
    const QString text = event.text().toUpper();
    if (!isChoice || text.size() != 1 || text[0] < QLatin1Char('A') || text[0] > QLatin1Char('F'))
        return false;
    m_input->choose(text[0].toLatin1());
    return true;
}

void StepPanel::keyPressEvent(QKeyEvent* event)
{
    if (!takeKey(*event))
        QWidget::keyPressEvent(event);
}

void StepPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange) {
        m_back->setText(tr("Back"));
        const bool hadKeyboard = isAncestorOf(QApplication::focusWidget());
        makeStep();
        if (hadKeyboard)
            focused()->setFocus();
    } else if (event->type() == QEvent::FontChange) {
        refreshButtons();
    }
}

} // namespace gui
