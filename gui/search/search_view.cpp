#include "gui/search/search_view.h"

#include "gui/document/origin_text.h"
#include "gui/estimate/verdict_text.h"
#include "gui/search/equal_words.h"
#include "gui/search/result_table.h"
#include "gui/text/number_format.h"
#include "gui/theme/metrics.h"

#include <QEvent>
#include <QLabel>
#include <QLocale>
#include <QSplitter>
#include <QVBoxLayout>

namespace gui {

SearchView::SearchView(OpenSearch& search, QWidget* parent)
    : QWidget(parent)
    , m_search(search)
    , m_note(new QLabel(this))
    , m_chart(new FrontChart(
          tr("No search yet: choose on the left what may change, and press Search.")))
    , m_table(new ResultTable)
{
    m_note->setTextFormat(Qt::PlainText);
    m_note->setAccessibleName(tr("What the plot leaves out"));
    m_note->setContentsMargins(metrics().space(2), metrics().space(1), metrics().space(2), 0);
    m_note->hide();
    m_table->setAccessibleName(tr("Strategies found"));
    auto* parts = new QSplitter(Qt::Vertical);
    parts->addWidget(m_chart);
    parts->addWidget(m_table);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    parts->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_note);
    column->addWidget(parts, 1);
    connect(m_table, &ResultTable::opened, this, &SearchView::open);
    connect(m_chart, &FrontChart::opened, this, &SearchView::open);
    connect(m_table, &ResultTable::rowChosen, this, [this](int row) {
        m_chart->setChosen(row);
        refreshNote();
    });
    connect(m_chart, &FrontChart::pointChosen, m_table, &ResultTable::setChosen);
    connect(&search, &OpenSearch::answered, this, &SearchView::refresh);
    refresh();
}

// With a word where it fits, and predictions do not tell it from the best one found.
QString SearchView::intervalOf(const strategy::Estimate& numbers) const
{
    if (!numbers.interval)
        return {};
    const QString text = intervalText(*numbers.interval);
    return equalsBest(*m_answer, numbers) ? tr("%1, equal to the best found").arg(text) : text;
}

void SearchView::refresh()
{
    m_points.clear();
    m_answer = m_search.answer();
    if (m_answer && m_answer->failure.isEmpty())
        m_points = foundPoints(*m_answer);
    m_chart->show(frontPicture(m_points));
    refreshNote();
    std::vector<ResultRow> rows;
    for (const FoundPoint& point : m_points) {
        const strategy::Estimate& numbers = point.found->estimate;
        rows.push_back(
            {.leading = {point.shortName},
             .whole = point.name,
             .numbers = ResultNumbers{numbers.stepSeconds, numbers.tokensPerSecond, numbers.mfu,
                                      numbers.bubbleFraction,
                                      numbers.memory[numbers.fullestRank].peak(), numbers.interval},
             .source = originText(numbers.origin),
             .trailing = {intervalOf(numbers), point.toOwn, point.standing},
             .isMarked = point.isOwn,
             .isFaded = !numbers.fits});
    }
    m_table->setRows({tr("strategy")}, {tr("80 % interval"), tr("vs. yours"), tr("why it is here")},
                     std::move(rows));
}

void SearchView::refreshNote()
{
    QStringList notes;
    if (m_chart->drawn() < m_points.size())
        notes << tr("%1 of %2 points are drawn; the table has all.")
                     .arg(QLocale().toString(qulonglong(m_chart->drawn())),
                          QLocale().toString(qulonglong(m_points.size())));
    if (const int beyond = m_chart->beyond(); beyond > 0)
        notes << tr("Too slow for the plot: %1. The table has them all.").arg(beyond);
    m_note->setText(notes.join(QLatin1Char(' ')));
    m_note->setVisible(!notes.isEmpty());
}

void SearchView::open(int point)
{
    emit opened(m_points[static_cast<std::size_t>(point)].found->strategy);
}

void SearchView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        m_table->takeSizes();
    QWidget::changeEvent(event);
}

} // namespace gui
