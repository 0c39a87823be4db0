// Chooses a schedule by name, and says what the chosen one needs and promises.

#pragma once

#include <QWidget>

class QComboBox;
class QLabel;

namespace gui {

class ScheduleChooser : public QWidget {
    Q_OBJECT
public:
    explicit ScheduleChooser(QWidget* parent = nullptr);

    // A name that is not in the catalogue is shown as it is.
    void setName(const QString& name);
    QString name() const;

signals:
    void chosen(const QString& name); // by the user

private:
    void describe();

    QComboBox* m_names;    // child, as the label
    QLabel* m_description; // conditions, step, memory
};

} // namespace gui
