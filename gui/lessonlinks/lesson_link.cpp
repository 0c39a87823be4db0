#include "gui/lessonlinks/lesson_link.h"

#include "engine/lesson/course.h"
#include "engine/lesson/topics.h"
#include "gui/lessonlinks/lesson_language.h"
#include "gui/text/plain_tip.h"

#include <QEvent>

namespace gui {

LessonLink::LessonLink(Words words, QWidget* parent)
    : QToolButton(parent)
    , m_words(words)
{
    setAutoRaise(true);
    setAccessibleName(tr("Learn why"));
    hide();
    connect(this, &QToolButton::clicked, this, [this] { emit lessonWanted(m_wanted); });
}

void LessonLink::setTopic(const std::string& topic)
{
    if (topic == m_topic)
        return;
    m_topic = topic;
    refresh();
}

void LessonLink::refresh()
{
    const lesson::LessonPlace place
        = m_topic.empty() ? lesson::LessonPlace{} : lesson::placeExplaining(m_topic);
    const lesson::CourseEntry* entry
        = place.lesson.empty() ? nullptr : lesson::findInCourse(place.lesson);
    setVisible(entry != nullptr);
    if (!entry)
        return;
    m_wanted = QString::fromStdString(place.lesson + ':' + place.step);
    const QString named
        = tr("Learn why: %1").arg(QString::fromStdString(entry->head.title.in(lessonLanguage())));
    setText(m_words == Words::Title ? named : tr("Learn why"));
    setToolTip(plainTip(named));
    setAccessibleName(named);
}

void LessonLink::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange)
        refresh();
    QToolButton::changeEvent(event);
}

} // namespace gui
