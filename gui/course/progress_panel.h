// What a learner has done so far, how near their guesses come, and the way to erase it or to take a
// copy of it.

#pragma once

#include "gui/course/course_facts.h"
#include "gui/lessons/progress_store.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace gui {

class CalibrationStrip;

// GUI thread.
class ProgressPanel : public QWidget {
    Q_OBJECT
public:
    // `store` must outlive it.
    explicit ProgressPanel(ProgressStore& store, QWidget* parent = nullptr);

    // `facts`: null: not read yet.
    void show(const CourseFacts* facts);

    // "3 of 16 lessons done · points: 42"; translated, empty while that is not known.
    QString summary() const;

    // All of it, without a question.
    void erase();

signals:
    void eraseWanted(); // whoever hears it asks, and calls erase()

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void askWhereTo();
    void say(const QString& sentence, bool isProblem);

    ProgressStore& m_store;
    const CourseFacts* m_facts = nullptr;
    QLabel* m_done; // children
    QLabel* m_near;
    CalibrationStrip* m_strip;
    QLabel* m_said; // a problem, or what came of exporting
    QLabel* m_private;
    QPushButton* m_export;
    QPushButton* m_erase;
    QString m_sentence;
    bool m_isProblem = false;
};

} // namespace gui
