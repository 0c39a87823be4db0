// What a search has found: points of time and memory, and under them the same as rows. What is
// chosen in the one is chosen in the other.

#pragma once

#include "gui/search/found_points.h"

#include <QWidget>

class QLabel;

namespace gui {

class ResultTable;

class SearchView : public QWidget {
    Q_OBJECT
public:
    // `search` must outlive the view.
    explicit SearchView(OpenSearch& search, QWidget* parent = nullptr);

    FrontChart& chart() { return *m_chart; }
    ResultTable& table() { return *m_table; }
    const std::vector<FoundPoint>& points() const { return m_points; }

signals:
    // A point or a row is to be opened.
    void opened(const strategy::Strategy& strategy);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void refreshNote();
    void open(int point);
    QString intervalOf(const strategy::Estimate& numbers) const;

    OpenSearch& m_search;
    SearchAnswerPtr m_answer; // that the points refer to
    std::vector<FoundPoint> m_points;
    QLabel* m_note;       // children
    FrontChart* m_chart;  //
    ResultTable* m_table; //
};

} // namespace gui
