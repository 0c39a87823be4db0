// A step beside its picture: what is asked, where it is answered, what is said to that, and the way
// on.

#pragma once

#include "gui/lessons/lesson_session.h"

#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace gui {

class AnswerInput;
class VerdictNote;
class ViewState;

// GUI thread. Enter hands an answer over, and goes on once the step is passed; A to F choose. All
// of it has the size of the widget's font, and wraps.
class StepPanel : public QWidget {
    Q_OBJECT
public:
    // Both must outlive it.
    StepPanel(LessonSession& session, ViewState& picture, QWidget* parent = nullptr);

    AnswerInput* input() const { return m_input; }
    // What has the keyboard first: where one answers, or the button that goes on.
    QWidget* focused();
    // As the button does: checks the answer, or goes on.
    void advance();
    // For keys that were pressed elsewhere in the lesson; false: it means nothing here.
    bool takeKey(const QKeyEvent& event);

    // That was clicked in a view beside the timeline (StepViews::rankClicked, layerClicked).
    void takeRank(int rank);
    void takeLayer(int layer);

    // What it says now, plain; for tests and screen readers.
    QString saidText() const;
    const VerdictNote& verdict() const { return *m_verdict; }
    // Hints on show, plain.
    QStringList hints() const;

signals:
    void runWanted();   // the step's run is to be started
    void lessonEnded(); // from the last step one wants to go on
    // What is chosen in the answer so far (StepViews::setMarkedRanks(), setMarkedLayers()).
    void marksChanged(const std::vector<int>& ranks, const std::vector<int>& layers);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void makeParts();
    void beginStep();
    void makeStep();
    void refresh();
    void refreshVerdict();
    static QString adviceAfter(const lesson::RunAction& run); // empty: there is none
    void refreshHints();
    void refreshButtons();
    void takeVerdict();
    void showHint();
    bool hasHint() const;
    bool isRun() const;
    bool isPassed() const { return m_session.phase() == StepPhase::Passed; }
    QString rightWord() const;

    LessonSession& m_session;
    ViewState& m_picture;
    QVBoxLayout* m_column; // of the parts, all children
    QLabel* m_place;
    QLabel* m_text;
    QWidget* m_inputPlace;
    AnswerInput* m_input = nullptr;
    VerdictNote* m_verdict;
    QLabel* m_hints;
    QPushButton* m_back;
    QPushButton* m_hint;
    QPushButton* m_forward;
    QStringList m_usual; // hints of a step that has none of its own
    int m_usualShown = 0;
};

} // namespace gui
