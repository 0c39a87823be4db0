// One lesson as it is learned: which step is in front, what it shows, what was answered, and what
// is said to that. No widgets: the panel, the picture and the lecture look at the same session.

#pragma once

#include "engine/lesson/build_board.h"
#include "engine/lesson/judge.h"
#include "engine/lesson/practice.h"
#include "gui/lessons/progress_store.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace gui {

// A step is asked, then passed; what it reveals is shown from then on.
enum class StepPhase { Asked, Passed };

// A state of a lesson by the name that its file gives it.
struct NamedState {
    std::string name;
    lesson::PlannedPtr planned; // null: it cannot be planned
};

// GUI thread.
class LessonSession : public QObject {
    Q_OBJECT
public:
    // `store` must outlive it; null: nothing is kept, as in a lecture.
    LessonSession(std::shared_ptr<const lesson::ReadLesson> read, ProgressStore* store,
                  QObject* parent = nullptr);

    const lesson::ReadLesson& read() const { return *m_read; }
    const std::shared_ptr<const lesson::ReadLesson>& readShared() const { return m_read; }
    // Of the same file, which was saved again: the step stays where there is one of its id.
    void setRead(std::shared_ptr<const lesson::ReadLesson> read);

    int count() const;
    int current() const { return m_current; }
    const lesson::Step& step() const;
    bool isPassed(int step) const;
    StepPhase phase() const;
    // The first step that is not passed, or the first one.
    int firstOpen() const;

    void go(int step); // clamped
    void goTo(const std::string& id);
    // To the next step once this one is passed; false at the end, or where it is not.
    bool goOn();
    // Asks the step again from the beginning.
    void restart();

    // Asks the step in front with values that were drawn for it, until another one is in front.
    // What the lesson says of its own values, as in hints, is left out then. Precondition: it was
    // drawn for that step.
    void ask(const lesson::DrawnQuestion& question);
    // Nothing: the step is asked as the lesson has it.
    const std::optional<lesson::DrawnQuestion>& drawn() const { return m_drawn; }

    // What is shown: the step's own state, or as the learner has changed it; null where it cannot
    // be planned.
    lesson::PlannedPtr shown() const;
    // Why nothing is shown, by the strategy's own keys: of the fields as the learner has set them,
    // or of the step's state, which the lesson may have refused on purpose.
    const std::vector<strategy::Problem>& refusal() const;
    // Those that the step compares, or else shown().
    std::vector<NamedState> shownStates() const;
    lesson::Ask ask() const;
    lesson::Scene scene() const;

    // Of a step that sets fields: the values now, by dotted name.
    const std::map<std::string, std::string>& fields() const { return m_fields; }
    void setField(const std::string& key, const std::string& word);

    // Of a step that is built; null for others.
    lesson::BuildBoard* board() { return m_board ? &*m_board : nullptr; }
    // After the board was changed: passes the step where what is built is good.
    void boardChanged();

    // Judges, notes, and says changed().
    const lesson::Judgement& answer(const lesson::Answer& answer);
    // Likewise of what is tried out on the way, which counts once it is good.
    const lesson::Judgement& consider(const lesson::Answer& answer);
    // The last judgement of this step; nothing: none was made.
    const std::optional<lesson::Judgement>& judgement() const { return m_judgement; }
    const std::optional<lesson::Answer>& given() const { return m_given; }

    // That the step in front has brought, as what is kept says; 0 before it is passed, and where
    // nothing is kept.
    int points() const;

    // Hints of the step that were asked for.
    int hintsShown() const { return m_hints; }
    bool hasHint() const;
    void showHint();

    // Of the lesson's last run; null: there was none.
    const lesson::MeasuredRun* run() const { return m_run ? &*m_run : nullptr; }
    void setRun(const std::optional<lesson::MeasuredRun>& run);

signals:
    void stepChanged(); // another step is in front, or the same one anew
    void changed();     // of the step in front: what is shown, answered or hinted
    void judged();      // after changed(): an answer was given, or what was tried out is good

private:
    void begin();
    void take(const lesson::Answer& answer, bool countsAsTry);
    const std::string& name() const { return m_read->lesson.head.name; }
    const lesson::StepProgress* progressOf(int step) const;

    std::shared_ptr<const lesson::ReadLesson> m_read;
    ProgressStore* m_store;
    int m_current = 0;
    std::vector<bool> m_passed; // [step] in this session
    std::map<std::string, std::string> m_fields;
    lesson::PlannedPtr m_shown;               // as the learner has made it; null: the step's own
    bool m_isBroken = false;                  // the fields cannot be planned together
    std::vector<strategy::Problem> m_refusal; // why
    std::optional<lesson::DrawnQuestion> m_drawn;
    lesson::Step m_drawnStep; // as it is asked then
    std::optional<lesson::BuildBoard> m_board;
    std::optional<lesson::Judgement> m_judgement;
    std::optional<lesson::Answer> m_given;
    std::optional<lesson::MeasuredRun> m_run;
    int m_hints = 0;
};

} // namespace gui
