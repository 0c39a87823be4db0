#include "gui/search/sweep_dialog.h"

#include "gui/charts/sweep_chart.h"
#include "gui/estimate/verdict_text.h"
#include "gui/search/result_table.h"
#include "gui/search/sweep_fields.h"
#include "gui/search/sweep_picture.h"
#include "gui/search/value_words.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <new>

namespace gui {
namespace {

constexpr int kMaxText = 4096; // of values

SweepDialog::Height heightOf(const QComboBox& box)
{
    // The box has its entries in the order of Height.
    return static_cast<SweepDialog::Height>(box.currentIndex());
}

double valueOf(const strategy::SweepNumbers& numbers, SweepDialog::Height height)
{
    switch (height) {
    case SweepDialog::kBubble:
        return 100 * numbers.bubbleFraction;
    case SweepDialog::kStep:
        return numbers.stepSeconds;
    case SweepDialog::kTokens:
        return numbers.tokensPerSecond;
    case SweepDialog::kMfu:
        return 100 * numbers.mfu;
    }
    return 0;
}

} // namespace

SweepDialog::SweepDialog(Document& document, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_status(new QLabel(this))
    , m_button(new QPushButton(this))
    , m_height(new QComboBox(this))
    , m_chart(new SweepChart(tr("No curve yet: choose a field and sweep."), this))
    , m_memory(new SweepChart(tr("And the memory beside it."), this))
    , m_table(new ResultTable(this))
{
    setWindowTitle(tr("Sweep a field"));
    m_status->setTextFormat(Qt::PlainText);
    m_status->setWordWrap(true);
    m_status->setAccessibleName(tr("State of the sweep"));
    m_status->setText(tr("Works out the strategy for each of the values. A row opens with Enter "
                         "or a double click."));
    m_height->addItems({tr("bubble, %"), tr("step time, s"), tr("tokens/s"), tr("MFU, %")});
    m_height->setAccessibleName(tr("What the curve shows"));
    m_table->setAccessibleName(tr("Strategies of the sweep"));
    auto* column = new QVBoxLayout(this);
    column->addLayout(makeChoices());
    column->addWidget(m_status);
    column->addLayout(makeCharts(), 3);
    column->addWidget(m_table, 2);
    resize(960, 620);
    connect(m_button, &QPushButton::clicked, this, [this] { isSweeping() ? stop() : start(); });
    connect(m_height, &QComboBox::currentIndexChanged, this, &SweepDialog::showCharts);
    connect(m_table, &ResultTable::opened, this,
            [this](int row) { emit chosen(m_rows[static_cast<std::size_t>(row)].strategy); });
    connect(&document, &Document::strategyChanged, this, &SweepDialog::refreshButton);
    refreshButton();
    suggest(m_first);
    showRows();
}

SweepDialog::~SweepDialog() { stop(); }

SweepDialog::Choice SweepDialog::makeChoice(const QString& name, bool optional)
{
    const Choice choice{new QComboBox(this), new QLineEdit(this)};
    if (optional)
        choice.field->addItem(tr("nothing"), QString());
    for (const SweepField& field : sweepFields()) {
        const QString key = QString::fromLatin1(field.key);
        choice.field->addItem(sweepLabel(key), key);
        choice.field->setItemData(choice.field->count() - 1, key, Qt::ToolTipRole);
    }
    choice.field->setMaxVisibleItems(20);
    choice.field->setAccessibleName(name);
    choice.values->setMaxLength(kMaxText);
    choice.values->setAccessibleName(tr("Values: %1").arg(name));
    choice.values->setEnabled(!optional);
    connect(choice.field, &QComboBox::activated, this, [this, choice] { suggest(choice); });
    connect(choice.values, &QLineEdit::returnPressed, this, &SweepDialog::start);
    return choice;
}

QLayout* SweepDialog::makeChoices()
{
    m_first = makeChoice(tr("Vary"), false);
    m_second = makeChoice(tr("And vary"), true);
    auto* grid = new QGridLayout;
    int row = 0;
    for (const Choice& choice : {m_first, m_second}) {
        auto* label = new QLabel(choice.field->accessibleName());
        label->setTextFormat(Qt::PlainText);
        label->setBuddy(choice.field);
        auto* over = new QLabel(tr("over"));
        over->setTextFormat(Qt::PlainText);
        grid->addWidget(label, row, 0);
        grid->addWidget(choice.field, row, 1);
        grid->addWidget(over, row, 2);
        grid->addWidget(choice.values, row, 3);
        ++row;
    }
    grid->addWidget(m_button, 0, 4);
    m_button->setAutoDefault(false); // Return sweeps, and never stops
    grid->setColumnStretch(3, 1);
    return grid;
}

QLayout* SweepDialog::makeCharts()
{
    auto* grid = new QGridLayout;
    grid->addWidget(m_height, 0, 0, Qt::AlignLeft);
    auto* title = new QLabel(tr("peak memory of the fullest device, GiB"));
    title->setTextFormat(Qt::PlainText);
    grid->addWidget(title, 0, 1);
    grid->addWidget(m_chart, 1, 0);
    grid->addWidget(m_memory, 1, 1);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(1, 1);
    return grid;
}

void SweepDialog::suggest(const Choice& choice)
{
    const QString key = choice.field->currentData().toString();
    choice.values->setEnabled(!key.isEmpty());
    choice.values->setText(key.isEmpty() || !m_document.strategy().model
                               ? QString()
                               : suggestedValues(m_document.strategy(), key).join(", "));
}

void SweepDialog::refreshButton()
{
    m_button->setText(isSweeping() ? tr("Stop") : tr("Sweep"));
    m_button->setAccessibleName(m_button->text());
    const bool can = m_document.strategy().model && m_document.problems().empty();
    m_button->setEnabled(isSweeping() || can);
    m_button->setToolTip(can ? QString() : tr("The strategy needs a model, and no problems"));
    // When the dialog was made there may have been no model to suggest values for.
    if (can && m_first.values->text().isEmpty())
        suggest(m_first);
}

std::vector<strategy::SweptField> SweepDialog::asked() const
{
    std::vector<strategy::SweptField> fields;
    for (const Choice& choice : {m_first, m_second}) {
        const QString key = choice.field->currentData().toString();
        if (key.isEmpty())
            continue;
        strategy::SweptField field{key.toStdString(), {}};
        const QStringList words = valueWords(choice.values->text());
        for (const QString& word : words)
            field.values.push_back(word.toStdString());
        fields.push_back(std::move(field));
    }
    return fields;
}

void SweepDialog::start()
{
    if (!m_document.strategy().model || !m_document.problems().empty())
        return;
    stop();
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_work.request([this, stop = m_stop, strategy = m_document.strategy(), fields = asked()](
                       const NewestWork::Outdated& outdated) -> NewestWork::Delivery {
        const auto stopped = [&] { return *stop || outdated(); };
        const auto tell = [this, stop](std::size_t done, std::size_t all) {
            const auto say = [this, stop, done, all] {
                // Each sweep has a flag of its own, which tells its reports apart from those of a
                // sweep that was given up and are still in the queue.
                if (stop == m_stop)
                    m_status->setText(tr("%1 of %2").arg(done).arg(all));
            };
            QMetaObject::invokeMethod(this, say, Qt::QueuedConnection);
        };
        Answer answer{plan::Error{kNoMemory}};
        // On the thread of the work, where an exception that gets out would end the program.
        try {
            answer = strategy::sweep(strategy, fields, stopped, tell);
        } catch (const std::bad_alloc&) {
            answer = plan::Error{kNoMemory};
        }
        return [this, fields, answer = std::move(answer)] { take(fields, answer); };
    });
    refreshButton();
}

void SweepDialog::stop()
{
    if (m_stop)
        *m_stop = true;
}

void SweepDialog::take(const std::vector<strategy::SweptField>& fields, const Answer& answer)
{
    // From here on reports of this sweep that are still in the queue are ignored.
    m_stop.reset();
    refreshButton();
    if (!answer) { // the pictures before it stay
        m_status->setText(QString::fromStdString(answer.error().message));
        return;
    }
    m_fields = fields;
    m_rows = *answer;
    const auto legal = std::count_if(m_rows.begin(), m_rows.end(),
                                     [](const auto& row) { return row.numbers.has_value(); });
    QString text = tr("%1 strategies, %2 of them possible; a row opens with Enter or a double "
                      "click.")
                       .arg(m_rows.size())
                       .arg(legal);
    if (fields.size() > 1 && fields[1].values.size() > SweepChart::kCurves)
        text += QLatin1Char(' ')
            + tr("The charts show the first %1 curves.").arg(SweepChart::kCurves);
    m_status->setText(text);
    showRows();
    showCharts();
}

void SweepDialog::showRows()
{
    QStringList names;
    for (const strategy::SweptField& field : m_fields)
        names << sweepLabel(QString::fromStdString(field.key));
    if (names.isEmpty())
        names << sweepLabel(m_first.field->currentData().toString());
    // Also clears the table.
    m_table->setColumns(names, {tr("fits")});
    for (const strategy::SweepRow& row : m_rows) {
        QStringList values;
        for (const std::string& value : row.values)
            values << QString::fromStdString(value);
        if (const auto& numbers = row.numbers)
            m_table->addRow(values,
                            {numbers->stepSeconds, numbers->tokensPerSecond, numbers->mfu,
                             numbers->bubbleFraction, numbers->peakBytes},
                            {numbers->fits ? tr("yes") : tr("no")});
        else
            m_table->addRow(values, QString::fromStdString(row.whyNot));
    }
}

void SweepDialog::showCharts()
{
    const Height height = heightOf(*m_height);
    SweepPicture picture = sweepPicture(
        m_fields, m_rows, [height](const auto& numbers) { return valueOf(numbers, height); });
    picture.title = m_height->currentText();
    m_chart->show(picture);

    SweepPicture memory = sweepPicture(
        m_fields, m_rows, [](const auto& numbers) { return numbers.peakBytes / kGibibyte; });
    memory.title = tr("GiB");
    // One line, unless the devices differ.
    std::optional<double> limit;
    bool same = true;
    for (const strategy::SweepRow& row : m_rows) {
        if (!row.numbers)
            continue;
        same = same && (!limit || *limit == row.numbers->memoryLimit);
        limit = row.numbers->memoryLimit;
    }
    if (limit && same) {
        memory.limit = *limit / kGibibyte;
        memory.limitName = tr("limit %1").arg(gibibytes(*limit));
    }
    m_memory->show(memory);
}

} // namespace gui
