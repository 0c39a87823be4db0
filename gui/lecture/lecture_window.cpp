#include "gui/lecture/lecture_window.h"

#include "gui/lecture/key_card.h"
#include "gui/lecture/lecture_stage.h"
#include "gui/lessons/lesson_text.h"
#include "gui/theme/own_colours.h"
#include "gui/theme/theme.h"

#include <QCloseEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QScreen>

#include <chrono>

namespace gui {
namespace {

constexpr std::chrono::seconds kPointerStill{2};
constexpr double kNotePad = 14; // pixels of 1280 × 720, as are all here
constexpr double kNoteTop = 8;
constexpr double kNoteSide = 28;

LectureStep scriptedStep(const lesson::Step& step)
{
    const auto* choose = std::get_if<lesson::ChooseAction>(&step.action);
    return {.options = choose ? static_cast<int>(choose->options.size()) : 0,
            .reveals
            = !std::holds_alternative<lesson::ReadAction>(step.action) || !step.reveal.empty()};
}

LectureScript scriptOf(const lesson::ReadLesson& read, const std::string& startStep)
{
    std::vector<LectureStep> steps;
    int start = 0;
    for (const lesson::Step& step : read.lesson.steps) {
        if (step.id == startStep)
            start = static_cast<int>(steps.size());
        steps.push_back(scriptedStep(step));
    }
    return LectureScript(std::move(steps), start);
}

} // namespace

LectureWindow::LectureWindow(std::shared_ptr<const lesson::ReadLesson> read,
                             const QString& startStep, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_session(std::move(read), nullptr)
    , m_script(scriptOf(m_session.read(), startStep.toStdString()))
    , m_stage(new LectureStage(m_session, this))
    , m_blank(new QWidget(this))
    , m_keys(new KeyCard(this))
    , m_note(new QLabel(this))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    for (QWidget* part : {m_blank, static_cast<QWidget*>(m_keys), static_cast<QWidget*>(m_note)}) {
        part->setAttribute(Qt::WA_TransparentForMouseEvents);
        part->setAutoFillBackground(true);
    }
    m_note->setTextFormat(Qt::PlainText);
    m_note->setAlignment(Qt::AlignCenter);
    m_still.setSingleShot(true);
    m_still.setInterval(kPointerStill);
    connect(&m_still, &QTimer::timeout, this, [this] { setCursor(Qt::BlankCursor); });
    m_still.start();
    refresh();
}

LessonPicture& LectureWindow::picture() { return m_stage->picture(); }

QWidget& LectureWindow::pictures() { return m_stage->pictures(); }

void LectureWindow::setRun(const std::optional<lesson::MeasuredRun>& run, QWidget* picture)
{
    m_session.setRun(run);
    m_stage->setRunPicture(picture);
    refresh();
}

void LectureWindow::showLecture()
{
    if (const QWidget* beside = parentWidget())
        setGeometry(beside->screen()->geometry());
    showFullScreen();
    raise();
    activateWindow();
    setFocus();
}

QString LectureWindow::note() const
{
    if (m_script.asksToLeave())
        return tr("Press Esc again to leave.");
    if (m_script.isBlank() || m_script.showsKeys())
        return {};
    if (!m_script.typed().isEmpty())
        return m_script.half() == LectureHalf::Votes
            ? tr("Votes: %1. Press the letter of an option.").arg(m_script.typed())
            : tr("Step %1. Press Enter to go there.").arg(m_script.typed());
    if (m_script.isAtEnd())
        return tr("This is the end of the lesson.");
    return m_wasUsed ? QString() : tr("Press ? for the keys.");
}

void LectureWindow::follow(LectureScript::Outcome outcome)
{
    const bool isFirst = !std::exchange(m_wasUsed, true);
    if (m_session.current() != m_script.step())
        emit stepChanged();
    if (outcome == LectureScript::Outcome::Left)
        close();
    else if (outcome == LectureScript::Outcome::Changed || isFirst)
        refresh();
}

void LectureWindow::refresh()
{
    setWindowTitle(
        plainText(m_session.read().lesson.head.title, m_session.read(), m_session.ask()));
    m_stage->showAt(m_script);
    const Theme& theme = themeFor(palette());
    setOwnColours(*m_blank, contrastTheme().base, contrastTheme().text);
    setOwnColours(*m_note, theme.accent, palette().color(QPalette::HighlightedText));
    m_blank->setVisible(m_script.isBlank());
    m_keys->setVisible(m_script.showsKeys());
    m_note->setText(note());
    m_note->setVisible(!m_note->text().isEmpty());
    m_note->adjustSize();
    // Over the number of the step, which is missed least.
    const LectureSizes sizes(size());
    m_note->move(width() - m_note->width() - sizes.px(kNoteSide), sizes.px(kNoteTop));
}

void LectureWindow::layOut()
{
    const LectureSizes sizes(size());
    for (QWidget* part : {static_cast<QWidget*>(m_stage), m_blank, static_cast<QWidget*>(m_keys)})
        part->setGeometry(rect());
    m_stage->setSizes(sizes);
    m_keys->setSizes(sizes);
    const int pad = sizes.px(kNotePad);
    m_note->setFont(sizes.font(font(), kLectureSmall));
    m_note->setContentsMargins(pad, pad / 2, pad, pad / 2);
    refresh();
}

bool LectureWindow::event(QEvent* event)
{
    // Else it may be a command of the program: F5 launches a run.
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void LectureWindow::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), themeFor(palette()).base);
}

void LectureWindow::resizeEvent(QResizeEvent*) { layOut(); }

void LectureWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange
        || event->type() == QEvent::LanguageChange)
        layOut();
}

void LectureWindow::closeEvent(QCloseEvent* event)
{
    event->accept();
    if (!std::exchange(m_isLeft, true))
        emit left(QString::fromStdString(m_session.step().id));
}

void LectureWindow::keyPressEvent(QKeyEvent* event)
{
    event->accept();
    if (!event->isAutoRepeat())
        follow(m_script.press(event->key(), event->modifiers()));
}

void LectureWindow::keyReleaseEvent(QKeyEvent* event) { event->accept(); }

void LectureWindow::mousePressEvent(QMouseEvent* event)
{
    event->accept();
    if (event->button() == Qt::LeftButton)
        follow(m_script.click());
}

// A picture of many ranks may be higher than its place.
void LectureWindow::wheelEvent(QWheelEvent* event)
{
    event->accept();
    m_stage->scroll(-event->angleDelta().y() / 2);
}

void LectureWindow::mouseMoveEvent(QMouseEvent* event)
{
    event->accept();
    unsetCursor();
    m_still.start();
}

bool LectureWindow::focusNextPrevChild(bool) { return false; }

} // namespace gui
