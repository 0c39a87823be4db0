// What a sweep is asked: the field, or the two, and their values. It starts and stops the sweep,
// and says how far that is.

#pragma once

#include "gui/search/open_sweep.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace gui {

class SweepPanel : public QWidget {
    Q_OBJECT
public:
    // `sweep` must outlive the panel.
    explicit SweepPanel(OpenSweep& sweep, QWidget* parent = nullptr);

    void start();

private:
    // A field to sweep over and the values that it is to take. Children.
    struct Choice {
        QComboBox* field = nullptr; // its data is the key; "" for none
        QLineEdit* values = nullptr;
    };

    Choice makeChoice(const QString& name, bool optional, QVBoxLayout* column);
    // Puts values into the line that make sense for the field chosen and this strategy.
    void suggest(const Choice& choice);
    void choose(const Choice& choice, const strategy::SweptField& field);
    // Sweep or Stop; greyed with the reason where there is nothing to sweep.
    void refreshButton();
    // One or two fields with their values as typed, which the sweep itself checks.
    std::vector<strategy::SweptField> asked() const;
    void tellAnswer();

    OpenSweep& m_sweep;
    Choice m_first;        // children, as the rest
    Choice m_second;       //
    QPushButton* m_button; //
    QLabel* m_status;      //
};

} // namespace gui
