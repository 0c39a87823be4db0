// Where the course speaks of a term: a lesson, a step, and the words around it.

#pragma once

#include "engine/lesson/topics.h"
#include "gui/course/course_facts.h"

#include <QListWidget>

namespace gui {

// Words around the first place of a term in a text, and where in them it stands.
struct TermSnippet {
    QString text; // plain; begins or ends with an ellipsis where it is cut
    int begin = 0;
    int length = 0; // 0: the term is not in it
};

TermSnippet snippetOf(const QString& text, const QString& term);

// GUI thread. A click, or Enter, wants the step.
class TermList : public QListWidget {
    Q_OBJECT
public:
    explicit TermList(QWidget* parent = nullptr);

    // `facts` number the steps; null: not read yet.
    void find(const QString& term, const CourseFacts* facts);

    void step(int by);  // to another row, as its arrows do
    void openCurrent(); // as Enter does

signals:
    void placeWanted(const QString& lesson, const QString& step);

private:
    void open(const QListWidgetItem* item);
};

} // namespace gui
