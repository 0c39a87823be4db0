// The lessons of the course: where there is room in columns, each behind what it needs, with lines
// between them; in a narrow panel one under the other.

#pragma once

#include "gui/course/card_flow.h"
#include "gui/course/course_facts.h"
#include "gui/course/course_shape.h"

namespace gui {

// GUI thread.
class CourseMap : public CardFlow {
    Q_OBJECT
public:
    explicit CourseMap(QWidget* parent = nullptr);

    // `facts`: null: not read yet.
    void show(const lesson::Progress& progress, const CourseFacts* facts);

    // Whether they stand in columns by what they need.
    bool isInColumns() const { return fitsColumns(width()); }

signals:
    void lessonWanted(const QString& name);

protected:
    std::vector<QRect> placesFor(int width) const override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool fitsColumns(int width) const;
    LessonCardText textOf(std::size_t lesson, const lesson::Progress& progress,
                          const CourseFacts* facts) const;

    std::vector<lesson::LessonHead> m_heads;
    CourseShape m_shape;
};

} // namespace gui
