// The strategy over the values of a field, or of two: as curves, and as a table whose rows open.

#pragma once

#include "engine/strategy/search/sweep.h"
#include "gui/document/document.h"

#include <QDialog>

#include <atomic>
#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace gui {

class ResultTable;
class SweepChart;

class SweepDialog : public QDialog {
    Q_OBJECT
public:
    // What the left chart shows; the right one shows the memory.
    enum Height { kBubble, kStep, kTokens, kMfu };

    // `document` must outlive it.
    explicit SweepDialog(Document& document, QWidget* parent = nullptr);
    ~SweepDialog() override;

    // Of the document's strategy as it is now; a sweep under way is given up.
    void start();
    void stop(); // what was worked out so far is shown
    bool isSweeping() const { return m_stop != nullptr; }

    const SweepChart& chart() const { return *m_chart; }
    const SweepChart& memory() const { return *m_memory; }

signals:
    void chosen(const strategy::Strategy& strategy); // a row, by the user

private:
    using Answer = plan::Result<std::vector<strategy::SweepRow>>;

    struct Choice {
        QComboBox* field = nullptr; // its data is the key; "" for none
        QLineEdit* values = nullptr;
    };

    Choice makeChoice(const QString& name, bool optional);
    QLayout* makeChoices();
    QLayout* makeCharts();
    void suggest(const Choice& choice);
    void refreshButton();
    std::vector<strategy::SweptField> asked() const;
    void take(const std::vector<strategy::SweptField>& fields, const Answer& answer);
    void showRows();
    void showCharts();

    Document& m_document;
    Choice m_first;                             // children, as the rest
    Choice m_second;                            //
    QLabel* m_status;                           //
    QPushButton* m_button;                      //
    QComboBox* m_height;                        //
    SweepChart* m_chart;                        //
    SweepChart* m_memory;                       //
    ResultTable* m_table;                       //
    std::vector<strategy::SweptField> m_fields; // of the rows
    std::vector<strategy::SweepRow> m_rows;     // [row]
    std::shared_ptr<std::atomic<bool>> m_stop;  // of the sweep under way
    NewestWork m_work;                          // last: its thread ends first
};

} // namespace gui
