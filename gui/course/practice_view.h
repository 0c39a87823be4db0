// Steps that were passed some days ago, asked again one after the other with other values.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/lessons/lesson_session.h"
#include "gui/lessons/progress_store.h"
#include "gui/timeline/view_state.h"

#include <QWidget>

#include <memory>
#include <vector>

class QBoxLayout;
class QLabel;
class QPushButton;

namespace gui {

class AnswerInput;
class LessonPicture;
class VerdictNote;

// GUI thread. Enter checks the answer, and goes on once it is right. A question that is answered
// right is noted as practised; one that is skipped stays due.
class PracticeView : public QWidget {
    Q_OBJECT
public:
    // `store` must outlive it.
    explicit PracticeView(ProgressStore& store, QWidget* parent = nullptr);
    ~PracticeView() override;

    // Asks these, the first first, with values drawn for that day. All are steps that vary, of
    // the course or of the learner's own lessons.
    void start(std::vector<lesson::DuePractice> questions, int day);

    // Null while the next question is made ready, and after the last one.
    LessonSession* session() { return m_session.get(); }
    AnswerInput* input() const { return m_input; }
    bool isOver() const { return m_place >= m_questions.size(); }

signals:
    void left(); // back to where one came from

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Ready;

    void makeParts();
    void arrange(); // by the width
    void prepare(); // the question in front
    void take(const Ready& ready);
    void clearQuestion();
    void refresh();
    void refreshVerdict();
    void takeVerdict(); // on an answer
    void advance();     // as the button does
    void skip();
    void showAnswer();
    void goOn();
    QString drawnText() const;
    QString rightText() const; // "33 u"; empty: it cannot be told
    bool isAsked() const;

    ProgressStore& m_store;
    std::vector<lesson::DuePractice> m_questions;
    std::size_t m_place = 0;
    int m_day = 0;
    bool m_isGivenUp = false;
    bool m_isNoted = false;
    bool m_cannotAsk = false; // the question in front, as it cannot be drawn
    ViewState m_state;        // before the session's widgets, which refer to it
    std::unique_ptr<LessonSession> m_session;
    QBoxLayout* m_sides; // of the words and the picture, all children
    QWidget* m_words;
    QLabel* m_head;
    QLabel* m_lesson;
    QLabel* m_text;
    QLabel* m_drawn;
    QWidget* m_inputPlace;
    VerdictNote* m_said;
    QPushButton* m_stop;
    QPushButton* m_skip;
    QPushButton* m_answer;
    QPushButton* m_forward;
    QWidget* m_picturePlace;
    AnswerInput* m_input = nullptr;
    LessonPicture* m_picture = nullptr;
    NewestWork m_work; // last: its thread ends first
};

} // namespace gui
