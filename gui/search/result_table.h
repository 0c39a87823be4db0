// Strategies that a search or a sweep came to, with what they cost, a row each; a row opens with
// Enter or a double click. Better numbers are not marked: rows stand in the order of the search.

#pragma once

#include <QTableWidget>

namespace gui {

// A view without a model of its own: the dialog keeps the strategies, by the number of their row.
class ResultTable : public QTableWidget {
    Q_OBJECT
public:
    // The columns of numbers, in their order.
    enum Number { kStep, kTokens, kMfu, kBubble, kMemory, kNumbers };

    struct Numbers {
        double stepSeconds = 0;
        double tokensPerSecond = 0;
        double mfu = 0;            // model FLOPs utilization, a share of 1
        double bubbleFraction = 0; // idle / (ranks * makespan)
        double peakBytes = 0;      // of the fullest device
    };

    // Has no columns yet; call setColumns() before the first row.
    explicit ResultTable(QWidget* parent = nullptr);
    // Clears the table. Its columns are then `leading`, the numbers, and `trailing`; all names are
    // translated already. The first column takes the room that is left.
    void setColumns(const QStringList& leading, const QStringList& trailing);

    // As many words as there are leading and trailing columns.
    void addRow(const QStringList& leading, const Numbers& numbers, const QStringList& trailing);
    // Without numbers; `why` stands in their place.
    void addRow(const QStringList& leading, const QString& why);

    // Index of the column with that number.
    int column(Number number) const { return m_leading + number; }

    // Emitted when the user opens a row, with Enter or a double click.
signals:
    void opened(int row);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void put(int row, int column, const QString& text, bool isNumber);

    int m_leading = 0;
};

} // namespace gui
