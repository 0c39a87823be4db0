#include "gui/search/sweep_view.h"

#include "engine/strategy/estimate/step_prediction.h"
#include "gui/document/origin_text.h"
#include "gui/editor/field_names.h"
#include "gui/estimate/verdict_text.h"
#include "gui/search/sweep_fields.h"
#include "gui/search/swept_picture.h"
#include "gui/text/joined.h"
#include "gui/theme/metrics.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr int kHalf = 1 << 12; // of whatever there is: more than any window has

double heightIn(const strategy::SweepNumbers& numbers, int height)
{
    switch (height) {
    case SweepView::kBubble:
        return 100 * numbers.bubbleFraction;
    case SweepView::kStep:
        return numbers.stepSeconds;
    case SweepView::kTokens:
        return numbers.tokensPerSecond;
    case SweepView::kMfu:
        return 100 * numbers.mfu;
    }
    return 0;
}

// Of one device; nothing where they differ.
std::optional<double> limitOf(const SweepAnswer& answer)
{
    std::optional<double> limit;
    for (const strategy::SweepRow& row : answer.rows) {
        if (!row.numbers)
            continue;
        if (limit && *limit != row.numbers->memoryLimit)
            return {};
        limit = row.numbers->memoryLimit;
    }
    return limit;
}

bool hasIntervals(const SweepAnswer& answer)
{
    return std::any_of(answer.rows.begin(), answer.rows.end(), [](const strategy::SweepRow& row) {
        return row.numbers && row.numbers->interval;
    });
}

QString thinnedText(int values, int curves)
{
    if (values > 1 && curves > 1)
        return SweepView::tr("One value in %1 of one curve in %2 is drawn; the table has all.")
            .arg(values)
            .arg(curves);
    if (values > 1)
        return SweepView::tr("One value in %1 is drawn; the table has all.").arg(values);
    return curves > 1 ? SweepView::tr("One curve in %1 is drawn; the table has all.").arg(curves)
                      : QString();
}

} // namespace

SweepView::SweepView(OpenSweep& sweep, QWidget* parent)
    : QWidget(parent)
    , m_sweep(sweep)
    , m_height(new QComboBox)
    , m_way(new QComboBox)
    , m_note(new QLabel)
    , m_number(makePictures(tr("No sweep yet: choose a field on the left, and press Sweep.")))
    , m_memory(makePictures(tr("The memory will appear here.")))
    , m_table(new ResultTable)
{
    m_table->setAccessibleName(tr("Strategies of the sweep"));
    auto* side = new QSplitter(Qt::Horizontal);
    side->addWidget(m_number.pages);
    side->addWidget(m_memory.pages);
    side->setStretchFactor(0, 1);
    side->setStretchFactor(1, 1);
    side->setSizes({kHalf, kHalf});
    auto* parts = new QSplitter(Qt::Vertical);
    parts->addWidget(side);
    parts->addWidget(m_table);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    for (QSplitter* each : {side, parts})
        each->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(makeHead());
    column->addWidget(parts, 1);
    connect(m_height, &QComboBox::currentIndexChanged, this, &SweepView::showPictures);
    connect(m_way, &QComboBox::currentIndexChanged, this, &SweepView::showPictures);
    connect(m_table, &ResultTable::opened, this, &SweepView::open);
    connect(m_table, &ResultTable::rowChosen, this,
            [this](int row) { choose(cellOf(*m_sweep.answer(), row)); });
    connect(&sweep, &OpenSweep::answered, this, &SweepView::take);
    take();
}

QLayout* SweepView::makeHead()
{
    m_height->addItems({tr("bubble, %"), tr("step time, s"), tr("tokens/s"), tr("MFU, %")});
    m_height->setAccessibleName(tr("What is shown"));
    m_way->addItems({tr("as a map"), tr("as curves")});
    m_way->setAccessibleName(tr("How it is shown"));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setAccessibleName(tr("What the picture leaves out"));
    const Metrics sizes = metrics();
    auto* head = new QHBoxLayout;
    head->setContentsMargins(sizes.space(2), sizes.space(1), sizes.space(2), sizes.space(1));
    head->setSpacing(sizes.space(2));
    head->addWidget(m_height);
    head->addWidget(m_way);
    head->addWidget(m_note, 1);
    return head;
}

SweepView::Pictures SweepView::makePictures(const QString& empty)
{
    const Pictures made{new QStackedWidget, new HeatMap(empty), new SweepChart(empty)};
    made.pages->addWidget(made.map);
    made.pages->addWidget(made.chart);
    const auto chosen = [this](SweepCell cell) {
        choose(cell);
        m_table->setChosen(static_cast<int>(rowOf(*m_sweep.answer(), cell)));
    };
    connect(made.map, &HeatMap::cellChosen, this, chosen);
    connect(made.chart, &SweepChart::cellChosen, this, chosen);
    connect(made.map, &HeatMap::opened, this, &SweepView::openCell);
    connect(made.chart, &SweepChart::opened, this, &SweepView::openCell);
    return made;
}

bool SweepView::showsMaps() const { return m_number.pages->currentWidget() == m_number.map; }

void SweepView::take()
{
    showRows();
    showPictures();
}

void SweepView::showPictures()
{
    const SweepAnswer nothing;
    const SweepAnswer& answer = m_sweep.answer() ? *m_sweep.answer() : nothing;
    const bool two = answer.fields.size() > 1;
    m_way->setVisible(two);
    const bool maps = two && m_way->currentIndex() == kMaps;
    // What is not in sight is not drawn.
    const auto show = [maps](const Pictures& pictures, const SweepPicture& picture) {
        pictures.pages->setCurrentWidget(maps ? static_cast<QWidget*>(pictures.map)
                                              : pictures.chart);
        if (maps)
            pictures.map->show(picture);
        else
            pictures.chart->show(picture);
    };
    const int height = m_height->currentIndex();
    SweepPicture picture
        = sweptPicture(answer, [height](const auto& numbers) { return heightIn(numbers, height); });
    picture.title = m_height->currentText();
    if (height == kStep)
        addIntervals(picture, answer);
    show(m_number, picture);

    SweepPicture memory
        = sweptPicture(answer, [](const auto& numbers) { return numbers.peakBytes / kGibibyte; });
    memory.title = tr("peak memory of the fullest device, GiB");
    if (const auto limit = limitOf(answer)) {
        memory.limit = *limit / kGibibyte;
        memory.limitName = tr("limit %1").arg(gibibytes(*limit));
    }
    show(m_memory, memory);
    m_note->setText(maps ? QString()
                         : thinnedText(m_number.chart->every(), m_number.chart->everyCurve()));
    if (m_table->chosen() >= 0)
        choose(cellOf(answer, m_table->chosen()));
}

void SweepView::showRows()
{
    QStringList names;
    const SweepAnswerPtr& answer = m_sweep.answer();
    if (answer)
        for (const strategy::SweptField& field : answer->fields)
            names << sweepLabel(QString::fromStdString(field.key));
    else
        names << tr("value");
    std::vector<ResultRow> rows;
    const strategy::SweepRow* const best = answer ? strategy::bestOf(answer->rows) : nullptr;
    // Given costs have no intervals, so that the column would be empty.
    const bool estimated = answer && hasIntervals(*answer);
    for (std::size_t i = 0; answer && i < answer->rows.size(); ++i) {
        rows.push_back(rowOfTable(*answer, i));
        if (estimated && rows.back().numbers)
            rows.back().trailing.prepend(intervalOf(answer->rows[i], best));
    }
    QStringList words{tr("does it fit")};
    if (estimated)
        words.prepend(tr("80 % interval"));
    m_table->setRows(names, words, std::move(rows));
}

// With a word where it fits, and predictions do not tell it from the best.
QString SweepView::intervalOf(const strategy::SweepRow& row, const strategy::SweepRow* best)
{
    if (!row.numbers->interval)
        return {};
    const QString text = intervalText(*row.numbers->interval);
    if (!isEqualToBest(row, best))
        return text;
    return strategy::haveOtherTokens(row, *best) ? tr("%1, equal to the best per token").arg(text)
                                                 : tr("%1, equal to the best").arg(text);
}

ResultRow SweepView::rowOfTable(const SweepAnswer& answer, std::size_t index) const
{
    const strategy::SweepRow& row = answer.rows[index];
    ResultRow made;
    for (const std::string& value : row.values)
        made.leading << QString::fromStdString(value);
    made.whyNot = namedSentence(row.whyNot);
    if (const auto& numbers = row.numbers) {
        made.numbers
            = ResultNumbers{numbers->stepSeconds,    numbers->tokensPerSecond, numbers->mfu,
                            numbers->bubbleFraction, numbers->peakBytes,       numbers->interval};
        made.source = originText(strategy::costOriginOf(row.strategy));
        made.trailing
            << (numbers->fits
                    ? tr("fits")
                    : tr("no, by %1").arg(gibibytes(numbers->peakBytes - numbers->memoryLimit)));
    }
    made.isFaded = !row.numbers || !row.numbers->fits;
    const SweepCell cell = cellOf(answer, static_cast<int>(index));
    const auto isPresent = [&](std::size_t field, int place) {
        return field >= answer.present.size()
            || (answer.present[field] && static_cast<int>(*answer.present[field]) == place);
    };
    made.isMarked = isPresent(0, cell.value) && isPresent(1, cell.curve);
    return made;
}

void SweepView::choose(SweepCell cell)
{
    for (const Pictures& each : {m_number, m_memory}) {
        each.map->setChosen(cell);
        each.chart->setChosen(cell);
    }
}

void SweepView::openCell(SweepCell cell) { open(static_cast<int>(rowOf(*m_sweep.answer(), cell))); }

// Rows of one sweep are told apart by what was swept, as tabs and as steps that are compared.
void SweepView::open(int row)
{
    const SweepAnswer& answer = *m_sweep.answer();
    const strategy::SweepRow& wanted = answer.rows[static_cast<std::size_t>(row)];
    QStringList values;
    for (std::size_t field = 0; field < wanted.values.size(); ++field)
        values << QStringLiteral("%1 %2").arg(
            sweepLabel(QString::fromStdString(answer.fields[field].key)),
            QString::fromStdString(wanted.values[field]));
    strategy::Strategy named = wanted.strategy;
    named.name += " · " + enumerated(values).toStdString();
    emit opened(named);
}

void SweepView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        m_table->takeSizes();
    QWidget::changeEvent(event);
}

} // namespace gui
