#include "gui/lessons/step_panel.h"

#include "gui/lessons/answer_input.h"
#include "gui/lessons/lesson_text.h"
#include "gui/text/engine_text.h"
#include "gui/theme/metrics.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace gui {
namespace {

QLabel* textLabel()
{
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFocusPolicy(Qt::NoFocus);
    return label;
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
    beginStep();
}

void StepPanel::makeParts()
{
    const Metrics sizes = metrics();
    m_column->setContentsMargins(sizes.space(4), sizes.space(4), sizes.space(4), sizes.space(4));
    m_column->setSpacing(sizes.space(3));
    m_place = new QLabel;
    m_text = textLabel();
    m_text->setAccessibleName(tr("Question"));
    m_inputPlace = new QWidget;
    auto* place = new QVBoxLayout(m_inputPlace);
    place->setContentsMargins(0, 0, 0, 0);
    m_said = textLabel();
    m_said->setAccessibleName(tr("What is said to your answer"));
    m_hints = textLabel();
    m_hints->setAccessibleName(tr("Hints"));
    m_reveal = textLabel();
    m_reveal->setAccessibleName(tr("What came of it"));
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_place, m_text, m_inputPlace, m_said, m_hints, m_reveal})
        m_column->addWidget(part);
    m_column->addStretch();
    auto* row = new QHBoxLayout;
    m_back = new QPushButton(tr("Back"));
    m_hint = new QPushButton(tr("Hint"));
    m_forward = new QPushButton;
    connect(m_back, &QPushButton::clicked, this, [this] { m_session.go(m_session.current() - 1); });
    connect(m_hint, &QPushButton::clicked, &m_session, &LessonSession::showHint);
    connect(m_forward, &QPushButton::clicked, this, &StepPanel::advance);
    row->addWidget(m_back);
    row->addWidget(m_hint);
    row->addStretch();
    row->addWidget(m_forward);
    m_column->addLayout(row);
}

void StepPanel::beginStep()
{
    delete m_input;
    m_input = makeAnswerInput(m_session, m_picture, m_inputPlace);
    m_inputPlace->layout()->addWidget(m_input);
    connect(m_input, &AnswerInput::readyChanged, this, &StepPanel::refreshButtons);
    refresh();
    if (QWidget* first = m_input->focused(); first && isVisible())
        first->setFocus();
}

QString StepPanel::verdictText() const
{
    const auto& judged = m_session.judgement();
    if (!judged)
        return {};
    const lesson::Ask ask = m_session.ask();
    if (judged->passed) {
        if (!judged->guess)
            return tr("Right.");
        return tr("Your guess: %1, the truth: %2.")
            .arg(judged->guess->guessed)
            .arg(judged->guess->truth, 0, 'g', 4);
    }
    if (!judged->said.empty())
        return richText(judged->said, m_session.read(), ask);
    if (!judged->unmet.empty())
        return tr("Not yet: %1").arg(engineText(judged->unmet.front()).toHtmlEscaped());
    return tr("Not quite. Try again.");
}

QString StepPanel::saidText() const { return m_said->text(); }

void StepPanel::refresh()
{
    const lesson::Ask ask = m_session.ask();
    const lesson::Step& step = m_session.step();
    const bool isPassed = m_session.phase() == StepPhase::Passed;
    m_place->setText(tr("Step %1 of %2").arg(m_session.current() + 1).arg(m_session.count()));
    m_text->setText(richText(step.text, m_session.read(), ask));
    m_said->setText(verdictText());
    m_said->setVisible(!m_said->text().isEmpty());
    QString hints;
    for (int i = 0; i < m_session.hintsShown(); ++i)
        hints += QStringLiteral("<p>%1</p>")
                     .arg(richText(step.hints[std::size_t(i)], m_session.read(), ask));
    m_hints->setText(hints);
    m_hints->setVisible(!hints.isEmpty());
    m_reveal->setText(isPassed ? richText(step.reveal, m_session.read(), ask) : QString());
    m_reveal->setVisible(isPassed && !step.reveal.empty());
    refreshButtons();
}

void StepPanel::refreshButtons()
{
    const bool isPassed = m_session.phase() == StepPhase::Passed;
    const bool isRun = std::holds_alternative<lesson::RunAction>(m_session.step().action);
    const bool isLast = m_session.current() + 1 >= m_session.count();
    m_back->setEnabled(m_session.current() > 0);
    m_hint->setEnabled(!isPassed && m_session.hasHint());
    m_forward->setText(isPassed    ? (isLast ? tr("Finish") : tr("Next"))
                           : isRun ? tr("Run")
                                   : tr("Check"));
    m_forward->setEnabled(isPassed || isRun || (m_input && m_input->isReady()));
    m_forward->setAccessibleName(m_forward->text());
}

void StepPanel::advance()
{
    if (m_session.phase() == StepPhase::Passed) {
        if (!m_session.goOn())
            emit lessonEnded();
    } else if (std::holds_alternative<lesson::RunAction>(m_session.step().action)) {
        emit runWanted();
    } else if (m_input) {
        m_input->submit();
    }
}

void StepPanel::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && m_forward->isEnabled())
        return advance();
    const QString text = event->text().toUpper();
    if (text.size() == 1 && text[0] >= QLatin1Char('A') && text[0] <= QLatin1Char('F') && m_input)
        return m_input->choose(text[0].toLatin1());
    QWidget::keyPressEvent(event);
}

void StepPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange)
        beginStep();
}

} // namespace gui
