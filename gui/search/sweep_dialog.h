// The dialog that works the document's strategy out for every value of one field, or for every pair
// of values of two, and shows the results as curves and as a table. Opening a row of the table
// hands its strategy over; nothing else here changes the document.

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

// One sweep at a time, on a thread of its own.
class SweepDialog : public QDialog {
    Q_OBJECT
public:
    // What the left chart shows: bubble and MFU in per cent, the time of a step in seconds, tokens
    // per second. The right chart always shows the peak memory of the fullest device, in GiB.
    enum Height { kBubble, kStep, kTokens, kMfu };

    // `document` must outlive the dialog. A sweep takes the document's strategy as it is when
    // start() is called, and does not follow later changes.
    explicit SweepDialog(Document& document, QWidget* parent = nullptr);
    // Stops the sweep under way and waits for it.
    ~SweepDialog() override;

    // Starts a sweep; one under way is given up and its result dropped. Does nothing where the
    // strategy has no model or has a problem.
    void start();
    // Returns at once; the sweep ends soon after.
    void stop(); // what was worked out so far is shown
    bool isSweeping() const { return m_stop != nullptr; }

    const SweepChart& chart() const { return *m_chart; }
    const SweepChart& memory() const { return *m_memory; }

    // Emitted when the user opens a row of the table, with the strategy of that row.
signals:
    void chosen(const strategy::Strategy& strategy);

private:
    using Answer = plan::Result<std::vector<strategy::SweepRow>>;

    // A field to sweep over and the values that it is to take. Children.
    struct Choice {
        QComboBox* field = nullptr; // its data is the key; "" for none
        QLineEdit* values = nullptr;
    };

    Choice makeChoice(const QString& name, bool optional);
    QLayout* makeChoices();
    QLayout* makeCharts();
    // Puts values into the line that make sense for the field chosen and this strategy.
    void suggest(const Choice& choice);
    // Sweep or Stop; greyed with the reason where there is nothing to sweep.
    void refreshButton();
    // One or two fields with their values as typed, which the sweep itself checks.
    std::vector<strategy::SweptField> asked() const;
    void take(const std::vector<strategy::SweptField>& fields, const Answer& answer);
    // What m_rows holds, into the table and the charts.
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
