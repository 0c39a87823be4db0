#include "gui/search/search_dialog.h"

#include "gui/estimate/verdict_text.h"
#include "gui/text/number_format.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>

#include <algorithm>
#include <new>
#include <thread>

namespace gui {
namespace {

constexpr int kMaxThreads = 16;
constexpr int kTop = 20;

plan::Result<strategy::SearchResult> searched(const strategy::Strategy& strategy,
                                              const strategy::SearchAsked& asked)
{
    // On the thread of the work, where an exception that gets out would end the program.
    try {
        return strategy::search(strategy, asked);
    } catch (const std::bad_alloc&) {
        return plan::Error{kNoMemory};
    }
}

} // namespace

SearchDialog::SearchDialog(Document& document, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_status(new QLabel(this))
    , m_button(new QPushButton(this))
    , m_options(new SearchOptions(document, this))
    , m_table(new ResultTable(this))
{
    setWindowTitle(tr("Search for a faster strategy"));
    m_status->setTextFormat(Qt::PlainText);
    m_status->setWordWrap(true);
    m_status->setAccessibleName(tr("State of the search"));
    m_status->setText(tr("Looks at every cut of the model over the cluster's devices, and at the "
                         "schedules, for the fastest that fit. A row opens with Enter or a double "
                         "click."));
    m_table->setColumns({tr("strategy")}, {tr("front")});
    m_table->setAccessibleName(tr("Strategies found"));
    m_table->horizontalHeaderItem(m_table->columnCount() - 1)
        ->setToolTip(tr("Nothing else found has less time, memory and devices"));
    connect(m_table, &ResultTable::opened, this,
            [this](int index) { emit chosen(m_found[static_cast<std::size_t>(index)]); });
    auto* row = new QHBoxLayout;
    row->addWidget(m_status, 1);
    row->addWidget(m_button, 0, Qt::AlignTop);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_options);
    column->addLayout(row);
    column->addWidget(m_table, 1);
    resize(900, 500);
    m_button->setAutoDefault(false);
    connect(m_options, &SearchOptions::entered, this, &SearchDialog::start);
    connect(m_button, &QPushButton::clicked, this, [this] { isSearching() ? stop() : start(); });
    connect(&document, &Document::strategyChanged, this, &SearchDialog::refreshButton);
    refreshButton();
}

SearchDialog::~SearchDialog() { stop(); }

void SearchDialog::refreshButton()
{
    m_button->setText(isSearching() ? tr("Stop") : tr("Search"));
    m_button->setAccessibleName(m_button->text());
    const bool can = m_document.strategy().model && m_document.problems().empty();
    m_button->setEnabled(isSearching() || can);
    m_button->setToolTip(can ? QString() : tr("The strategy needs a model, and no problems"));
}

void SearchDialog::start()
{
    if (!m_document.strategy().model || !m_document.problems().empty())
        return;
    auto wanted = m_options->asked();
    if (!wanted) {
        m_status->setText(QString::fromStdString(wanted.error().message));
        return;
    }
    stop();
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_work.request([this, stop = m_stop, strategy = m_document.strategy(), asked = *wanted](
                       const NewestWork::Outdated& outdated) mutable -> NewestWork::Delivery {
        asked.top = kTop;
        asked.threads
            = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMaxThreads);
        // Stopped by the user it delivers what it has; outdated, its answer is dropped.
        asked.stop = [&] { return *stop || outdated(); };
        asked.progress = [this, stop](const strategy::SearchProgress& progress) {
            const auto say = [this, stop, progress] {
                // Each search has a flag of its own, which tells its reports apart from those of a
                // search that was given up and are still in the queue.
                if (stop == m_stop)
                    tell(progress);
            };
            QMetaObject::invokeMethod(this, say, Qt::QueuedConnection);
        };
        return [this, answer = searched(strategy, asked)] { take(answer); };
    });
    refreshButton();
}

void SearchDialog::stop()
{
    if (m_stop)
        *m_stop = true;
}

void SearchDialog::tell(const strategy::SearchProgress& progress)
{
    const QString looked = QLocale().toString(static_cast<qulonglong>(progress.looked));
    m_status->setText(
        progress.bestSeconds > 0
            ? tr("%1 looked at, %2 simulated; the best so far takes %3")
                  .arg(looked, QString::number(progress.simulated), stepTime(progress.bestSeconds))
            : tr("%1 looked at").arg(looked));
}

void SearchDialog::take(const Answer& answer)
{
    // From here on reports of this search that are still in the queue are ignored.
    m_stop.reset();
    refreshButton();
    m_table->setRowCount(0);
    m_found.clear();
    if (!answer) {
        m_status->setText(QString::fromStdString(answer.error().message));
        return;
    }
    for (const strategy::FoundStrategy& found : answer->found)
        addRow(found);
    const QString looked = QLocale().toString(static_cast<qulonglong>(answer->looked));
    if (!answer->found.empty())
        m_status->setText(tr("%1 looked at, %2 simulated; a row opens with Enter or a double click")
                              .arg(looked, QString::number(answer->simulated)));
    else if (answer->leanest && answer->leanest->estimate.fits)
        m_status->setText(tr("%1 looked at, and none is fast enough").arg(looked));
    else if (answer->leanest)
        m_status->setText(tr("%1 looked at, and none fits; the leanest needs %2")
                              .arg(looked,
                                   gibibytes(answer->leanest->estimate
                                                 .memory[answer->leanest->estimate.fullestRank]
                                                 .peak())));
    else
        m_status->setText(tr("%1 looked at, and none fits").arg(looked));
}

void SearchDialog::addRow(const strategy::FoundStrategy& found)
{
    const strategy::Estimate& numbers = found.estimate;
    m_table->addRow({QString::fromStdString(found.strategy.name)},
                    {numbers.stepSeconds, numbers.tokensPerSecond, numbers.mfu,
                     numbers.bubbleFraction, numbers.memory[numbers.fullestRank].peak()},
                    {found.onFront ? tr("yes") : QString()});
    m_found.push_back(found.strategy);
}

} // namespace gui
