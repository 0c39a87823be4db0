// A button that leads from something in the window to the step of the course that explains it.

#pragma once

#include <QToolButton>

#include <string>

namespace gui {

// Hidden where no step explains it. GUI thread.
class LessonLink : public QToolButton {
    Q_OBJECT
public:
    enum class Words { Title, Short }; // whether its text names the lesson; the tip does always

    explicit LessonLink(Words words, QWidget* parent = nullptr);

    // As lesson::placeExplaining() takes it; empty: none.
    void setTopic(const std::string& topic);

signals:
    void lessonWanted(const QString& wanted); // "cut-the-batch:enough"

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    Words m_words;
    std::string m_topic;
    QString m_wanted;
};

} // namespace gui
