// The home of Learn: the course with its map, what is due to be practised and what was done; and
// beside it the catalogue of schedules.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/course/course_facts.h"
#include "gui/lessons/progress_store.h"

#include <QWidget>

#include <optional>
#include <string_view>
#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTabBar;

namespace gui {

class CourseMap;
class LearnPanel;
class OwnLessons;
class PracticeView;
class ProgressPanel;
class TermList;

// As wide as a panel or as the window: its parts arrange themselves. GUI thread.
class CoursePage : public QWidget {
    Q_OBJECT
public:
    // `store` must outlive it.
    explicit CoursePage(ProgressStore& store, QWidget* parent = nullptr);
    ~CoursePage() override;

    CourseMap& map() { return *m_map; }
    OwnLessons& ownLessons() { return *m_own; }
    ProgressPanel& progress() { return *m_progress; }
    PracticeView& practice() { return *m_practice; }
    TermList& terms() { return *m_terms; }
    LearnPanel& catalogue() { return *m_catalogue; }

    // Brings the catalogue to the front, with that schedule in it.
    void showSchedule(std::string_view schedule);
    void showCourse(); // and not what was searched for or practised

    // The day that it is taken for; else that of this machine.
    void setDay(std::optional<int> day);
    // What is due on that day; empty before the lessons were read.
    const std::vector<lesson::DuePractice>& due() const { return m_due; }
    // The lessons were read: what is shown of steps is complete.
    bool isComplete() const { return m_facts != nullptr; }

signals:
    // `step`: an id; empty: where the learner is in it.
    void lessonWanted(const QString& name, const QString& step);
    void lessonFileWanted(const QString& path);
    void scheduleWanted(const QString& schedule); // by its name in a strategy file
    void challengeWanted();
    void eraseWanted(); // whoever hears it asks, and calls progress().erase()

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeCourse();
    QWidget* makeBody();
    QLabel* makeHeading();
    void connectParts();
    void readFacts();
    void readOwn(); // what is due of the learner's own lessons
    void refresh();
    void search();
    void practise();
    void chooseTab();
    void applyLook();
    void arrange(); // by the width

    ProgressStore& m_store;
    CourseFactsPtr m_facts;
    std::vector<lesson::Lesson> m_ownDue; // lessons of which something is due
    std::vector<lesson::DuePractice> m_due;
    std::optional<int> m_day;
    QTabBar* m_tabs; // all children
    QStackedWidget* m_pages;
    QLineEdit* m_term;
    QStackedWidget* m_found; // the course, what was found, or that nothing was
    TermList* m_terms;
    QLabel* m_nothing;
    QWidget* m_today; // holds the next two
    QPushButton* m_practise;
    QPushButton* m_challenge;
    QLabel* m_summary;
    CourseMap* m_map;
    OwnLessons* m_own;
    ProgressPanel* m_progress;
    QWidget* m_course = nullptr; // pages
    QWidget* m_practicePage = nullptr;
    QWidget* m_cataloguePage = nullptr;
    PracticeView* m_practice;
    LearnPanel* m_catalogue;
    std::vector<QLabel*> m_headings;
    bool m_isPractising = false;
    NewestWork m_reader; // last: their threads end first
    NewestWork m_ownReader;
};

} // namespace gui
