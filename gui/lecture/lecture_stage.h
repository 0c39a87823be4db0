// What the audience sees of a half-step: the question over its picture, the options under it, and
// what is revealed. Internal to this folder.

#pragma once

#include "gui/lecture/lecture_script.h"
#include "gui/lecture/lecture_sizes.h"
#include "gui/lessons/lesson_picture.h"

#include <QWidget>

class QGridLayout;
class QLabel;
class QVBoxLayout;

namespace gui {

class LectureBox;
class OptionCard;
class PictureFrame;
class StepViews;

// Leaves mouse and keys to its parent.
class LectureStage : public QWidget {
    Q_OBJECT
public:
    // `session` must outlive it.
    LectureStage(LessonSession& session, QWidget* parent);

    LessonPicture& picture() { return *m_picture; }
    QWidget& pictures();

    // Of the run that the session has; null: there is none. Shown in place of the lesson's picture
    // where a run is revealed, or asked about. It becomes a child.
    void setRunPicture(QWidget* picture);

    // What is higher than its place, by pixels.
    void scroll(int pixels);

    void setSizes(const LectureSizes& sizes);
    // Brings the session to where the script is, and shows that.
    void showAt(const LectureScript& script);

private:
    void bringSession(const LectureScript& script);
    void choosePicture();
    void makeCards();
    void fillCards(const LectureScript& script);
    QString headLine(const LectureScript& script) const;
    // As large as leaves room for a picture, the same in all half-steps.
    void chooseType();
    void applyType(double type);
    int heightOfWords() const; // with all that comes in the step
    void leaveKeysToParent();

    LessonSession& m_session;
    ViewState m_state; // before the picture, which refers to it
    LectureSizes m_sizes{QSize()};
    int m_cardsOf = -1; // step
    QString m_answer;   // of the step that is revealed
    bool m_reveals = false;
    std::vector<OptionCard*> m_cards;

    QVBoxLayout* m_column;
    QLabel* m_title; // children
    QLabel* m_place;
    QLabel* m_question;
    PictureFrame* m_pictures; // the three below
    LessonPicture* m_picture;
    StepViews* m_views;
    QWidget* m_runPicture = nullptr;
    QGridLayout* m_options;
    LectureBox* m_revealed;
    QLabel* m_answerLine; // of m_revealed
    QLabel* m_reveal;     // likewise
};

} // namespace gui
