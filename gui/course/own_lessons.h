// The lessons that a teacher has put into a folder of this machine, and the way to any other file.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/course/card_flow.h"

#include "engine/lesson/lesson.h"

#include <QStringList>

class QLabel;
class QPushButton;

namespace gui {

struct OwnLesson {
    QString path; // absolute
    lesson::LessonHead head{};
    bool isLesson = false; // false: it cannot be read, or is none

    QString fileName() const;
};

// The YAML files of the folder by name, 200 at most, of each no more than a lesson may have. Not
// for the GUI thread; nothing where `outdated` said so.
std::vector<OwnLesson> readOwnLessons(const QString& folder, const NewestWork::Outdated& outdated);

// GUI thread. Looks into the folder whenever it is shown.
class OwnLessons : public QWidget {
    Q_OBJECT
public:
    explicit OwnLessons(QWidget* parent = nullptr);

    // bubblescope/lessons in the place for data that programs share.
    static QString folder();

    CardFlow& cards() { return *m_cards; }
    void look(); // into the folder

signals:
    void fileWanted(const QString& path);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void take(std::vector<OwnLesson> lessons);
    void refresh();
    void askForFile();

    std::vector<OwnLesson> m_lessons;
    CardFlow* m_cards; // children
    QLabel* m_none;    // in place of the cards
    QPushButton* m_open;
    NewestWork m_reader; // last: its thread ends first
};

} // namespace gui
