// The room of Learn: every schedule with what it asks for, what it costs and where it comes from.
// One of them can be tried out in a tab of its own.

#pragma once

#include <QWidget>

#include <string_view>

class QLabel;
class QListWidget;
class QPushButton;

namespace gui {

// As the catalogue has them; GUI thread.
class LearnPanel : public QWidget {
    Q_OBJECT
public:
    explicit LearnPanel(QWidget* parent = nullptr);

    // Brings that schedule to the front; an unknown name changes nothing.
    void show(std::string_view schedule);

signals:
    void tryWanted(const QString& schedule); // by its name in a strategy file

private:
    void refresh();

    QListWidget* m_schedules; // the name of each as its data
    QLabel* m_facts;
    QPushButton* m_try;
};

} // namespace gui
