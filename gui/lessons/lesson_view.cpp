#include "gui/lessons/lesson_view.h"

#include "gui/lessons/lesson_text.h"
#include "gui/text/engine_text.h"
#include "gui/theme/metrics.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
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
    , m_picture(new LessonPicture(session, m_state))
    , m_panel(new StepPanel(session, m_state))
{
    const Metrics sizes = metrics();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_title->setFont(sizes.font(font(), Type::Title));
    m_title->setContentsMargins(sizes.space(4), sizes.space(2), sizes.space(4), sizes.space(2));
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setContentsMargins(sizes.space(4), 0, sizes.space(4), sizes.space(2));
    column->addWidget(m_title);
    column->addWidget(m_problem);
    auto* row = new QHBoxLayout;
    auto* scrolled = new QScrollArea;
    scrolled->setWidgetResizable(true);
    scrolled->setFrameShape(QFrame::NoFrame);
    scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scrolled->setWidget(m_panel);
    scrolled->setFixedWidth(sizes.px(kPanelWidth));
    row->addWidget(m_picture, 1);
    row->addWidget(scrolled);
    column->addLayout(row, 1);
    connect(m_picture, &LessonPicture::refused, this, &LessonView::said);
    connect(&session, &LessonSession::stepChanged, this, &LessonView::refreshHead);
    refreshHead();
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

} // namespace gui
