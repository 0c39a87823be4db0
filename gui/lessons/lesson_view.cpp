#include "gui/lessons/lesson_view.h"

#include "gui/frame/icon.h"
#include "gui/lessons/lesson_text.h"
#include "gui/lessons/step_parts.h"
#include "gui/stepviews/step_views.h"
#include "gui/text/engine_text.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/metrics.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace gui {
namespace {

constexpr int kPanelWidth = 380; // pixels of scale 1
constexpr int kMostProblems = 5; // that are told at once

} // namespace

LessonView::LessonView(LessonSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_title(new QLabel)
    , m_problem(new QLabel)
    , m_head(new QWidget)
    , m_parts(new QSplitter(Qt::Vertical))
    , m_picture(new LessonPicture(session, m_state))
    , m_views(new StepViews(m_state))
    , m_panel(new StepPanel(session, m_state))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QHBoxLayout(m_head);
    m_course = addHeadButton("learn", &LessonView::courseWanted);
    head->addWidget(m_course);
    head->addWidget(m_title, 1);
    m_free = addHeadButton("strategy", &LessonView::freePlayWanted);
    m_figure = addHeadButton("picture", &LessonView::figureWanted);
    m_handout = addHeadButton("print", &LessonView::handoutWanted);
    m_lecture = addHeadButton("present", &LessonView::lectureWanted);
    for (QToolButton* button : {m_free, m_figure, m_handout, m_lecture})
        head->addWidget(button);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    column->addWidget(m_head);
    column->addWidget(m_problem);
    auto* row = new QHBoxLayout;
    auto* scrolled = new QScrollArea;
    scrolled->setWidgetResizable(true);
    scrolled->setFrameShape(QFrame::NoFrame);
    scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scrolled->setWidget(m_panel);
    scrolled->setFixedWidth(metrics().px(kPanelWidth));
    m_parts->setChildrenCollapsible(false);
    m_parts->addWidget(m_picture);
    m_parts->addWidget(m_views);
    m_parts->setStretchFactor(0, 3);
    m_parts->setStretchFactor(1, 2);
    row->addWidget(m_parts, 1);
    row->addWidget(scrolled);
    column->addLayout(row, 1);
    connect(m_picture, &LessonPicture::refused, this, &LessonView::said);
    connect(m_views, &StepViews::rankClicked, m_panel, &StepPanel::takeRank);
    connect(m_views, &StepViews::layerClicked, m_panel, &StepPanel::takeLayer);
    connect(m_panel, &StepPanel::marksChanged, this,
            [this](const std::vector<int>& ranks, const std::vector<int>& layers) {
                m_views->setMarkedRanks(ranks);
                m_views->setMarkedLayers(layers);
            });
    connect(&session, &LessonSession::stepChanged, this, [this] {
        refresh();
        if (isVisible())
            focused()->setFocus();
    });
    connect(&session, &LessonSession::changed, this, &LessonView::refreshViews);
    retranslate();
    applyLook();
    refresh();
}

QToolButton* LessonView::addHeadButton(const char* name, void (LessonView::*wanted)())
{
    auto* button = new QToolButton;
    button->setAutoRaise(true);
    button->setIcon(gui::icon(QString::fromLatin1(name)));
    connect(button, &QToolButton::clicked, this, wanted);
    return button;
}

QWidget* LessonView::focused() const
{
    const bool builds = m_picture->lanes() && m_session.phase() == StepPhase::Asked;
    return builds ? m_picture->lanes() : m_panel->focused();
}

void LessonView::retranslate()
{
    const auto call = [](QToolButton* button, const QString& words) {
        button->setAccessibleName(words);
        button->setToolTip(plainTip(words));
    };
    call(m_course, tr("All lessons"));
    call(m_free, tr("Try it freely: open what this step shows as a strategy of your own"));
    call(m_figure, tr("Save the picture of this step for a slide"));
    call(m_handout, tr("Print the lesson as a handout"));
    call(m_lecture, tr("Show the lesson to an audience, from this step on (F11)"));
}

void LessonView::applyLook()
{
    const Metrics sizes = metrics();
    m_title->setFont(sizes.font(font(), Type::Title));
    m_head->layout()->setContentsMargins(sizes.space(2), sizes.space(2), sizes.space(2),
                                         sizes.space(2));
    m_problem->setContentsMargins(sizes.space(4), 0, sizes.space(4), sizes.space(2));
}

void LessonView::showInstead(QWidget* picture)
{
    if (picture == m_instead)
        return;
    if (m_instead)
        m_instead->hide();
    m_instead = picture;
    if (picture && m_parts->indexOf(picture) < 0) {
        m_parts->insertWidget(1, picture);
        m_parts->setStretchFactor(1, 3);
    }
    if (picture)
        picture->show();
    m_picture->setVisible(!picture && showsPicture(m_session.step()));
}

void LessonView::refresh()
{
    refreshHead();
    m_picture->setVisible(!m_instead && showsPicture(m_session.step()));
    refreshViews();
    emit stepShown();
}

void LessonView::refreshHead()
{
    const auto& read = m_session.read();
    m_title->setText(plainText(read.lesson.head.title, read, m_session.ask()));
    QStringList lines;
    for (const strategy::Problem& problem : read.problems) {
        if (lines.size() == kMostProblems)
            break;
        lines += tr("Line %1: %2 %3")
                     .arg(problem.line)
                     .arg(QString::fromStdString(problem.key), engineText(problem.sentence));
    }
    m_problem->setText(lines.join(QLatin1Char('\n')));
    m_problem->setVisible(!lines.isEmpty());
}

void LessonView::refreshViews() { showViews(*m_views, m_session); }

void LessonView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange) {
        retranslate();
        refresh();
    } else if (event->type() == QEvent::FontChange) {
        applyLook();
    }
    QWidget::changeEvent(event);
}

} // namespace gui
