#include "gui/costs/transfer_costs.h"

#include "engine/strategy/fields.h"
#include "gui/costs/cost_box.h"
#include "gui/costs/number_table.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kBytesPerMib = 1024.0 * 1024.0;
constexpr int kHopRows = 5;
constexpr int kTransferDigits = 14; // of a box
// What a link has at first: about that of one InfiniBand port.
constexpr plan::Link kFirstLink{std::chrono::microseconds{5}, 16 << 20, 50};

// Bytes without a bandwidth would take forever: such a link has no time yet.
bool isKnown(const plan::Link& link) { return link.bytes == 0 || link.gigabytesPerSecond > 0; }

// What one hop takes now, whichever way it is given: the first hop's time stands for all of them.
plan::Nanoseconds timeOf(const plan::Costs& costs)
{
    if (!costs.hops.empty())
        return costs.hops.front();
    return costs.link && !isKnown(*costs.link) ? costs.link->latency : costs.hop(0);
}

} // namespace

TransferCostsSection::TransferCostsSection(Document& document, QWidget* parent)
    : CostSection(document, tr("Transfers between ranks"), {QStringLiteral("costs.transfer")},
                  parent)
    , m_hopsModel({{tr("Time, µs"), tr("From the stage to the next, either way")}},
                  tr("after stage %1"), 0, mostMicroseconds())
    , m_hops(new NumberTable(m_hopsModel, tr("Time of each hop"), this))
    , m_way(new QComboBox(this))
    , m_fields(new QStackedWidget(this))
    , m_time(timeBox(tr("Time of a hop"), tr("Time a tensor takes from one rank to the next"),
                     &plan::Costs::transfer))
{
    m_way->addItems({tr("a time"), tr("latency + bytes / bandwidth"), tr("each hop its own")});
    m_way->setAccessibleName(tr("How a hop is given"));
    auto* time = new QWidget;
    auto* line = new QVBoxLayout(time);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_time);
    line->addStretch();
    m_fields->addWidget(time);
    m_fields->addWidget(makeLinkFields());
    m_fields->addWidget(m_hops);
    body()->addWidget(m_way);
    body()->addWidget(m_fields);
    connect(m_way, &QComboBox::activated, this, [this](int way) { change(static_cast<Way>(way)); });
    connect(m_hops, &NumberTable::refused, this, &CostSection::setRefusal);
    connect(&m_hopsModel, &NumberTableModel::edited, this, [this](const NumberRows& rows) {
        this->document().endGesture();
        edit(tr("the hops"), [&rows](plan::Costs& costs) {
            costs.hops.clear();
            for (const auto& row : rows)
                costs.hops.push_back(fromMicroseconds(row.front()));
        });
    });
}

QWidget* TransferCostsSection::makeLinkFields()
{
    auto* fields = new QWidget;
    auto* form = new QFormLayout(fields);
    form->setContentsMargins(0, 0, 0, 0);
    const auto box = [&](const QString& label, const QString& suffix, double highest, auto set) {
        auto* made = costBox(highest, suffix, kTransferDigits);
        made->setAccessibleName(label);
        form->addRow(label, made);
        connect(made, &QDoubleSpinBox::valueChanged, this, [this, set](double value) {
            editLink([&](plan::Link& link) { set(link, value); });
        });
        connect(made, &QDoubleSpinBox::editingFinished, this,
                [this] { this->document().endGesture(); });
        return made;
    };
    m_latency = box(tr("Latency"), QStringLiteral(" µs"), mostMicroseconds(),
                    [](plan::Link& link, double value) { link.latency = fromMicroseconds(value); });
    m_bytes
        = box(tr("Activation"), QStringLiteral(" MiB"), 1e9, [](plan::Link& link, double value) {
              link.bytes = std::llround(value * kBytesPerMib);
          });
    m_bandwidth = box(tr("Bandwidth"), QStringLiteral(" GB/s"), 1e9,
                      [](plan::Link& link, double value) { link.gigabytesPerSecond = value; });
    m_sum = new QLabel;
    m_sum->setTextFormat(Qt::PlainText);
    form->addRow(tr("A hop takes"), m_sum);
    return fields;
}

void TransferCostsSection::editLink(const std::function<void(plan::Link&)>& change)
{
    edit(tr("the link"), [&](plan::Costs& costs) {
        if (costs.link)
            change(*costs.link);
    });
}

// Another way to give the same time, where there is one.
void TransferCostsSection::change(Way way)
{
    document().endGesture();
    const long long stages = strategy::stagesOf(document().strategy());
    edit(tr("how a hop is given"), [&](plan::Costs& costs) {
        const bool hasTime = costs.link || costs.transfer != plan::Nanoseconds{0};
        // A slow link may come to more than a time in a strategy may be.
        const plan::Nanoseconds before = std::min(timeOf(costs), strategy::kMaxCost);
        costs.transfer = way == Time ? before : plan::Nanoseconds{0};
        costs.hops.clear();
        costs.link.reset();
        if (way == Hops)
            costs.hops.assign(std::min(static_cast<std::size_t>(std::max(stages - 1, 0LL)),
                                       strategy::kMaxListEntries),
                              before);
        if (way == Link)
            // Latency alone gives exactly the same time as before.
            costs.link = hasTime ? plan::Link{before, 0, 0} : kFirstLink;
    });
}

void TransferCostsSection::refresh(const strategy::Strategy& strategy)
{
    const plan::Costs costs = strategy::costsOf(strategy);
    const Way way = !costs.hops.empty() ? Hops : costs.link ? Link : Time;
    m_way->setCurrentIndex(way);
    m_fields->setCurrentIndex(way);
    showNumber(m_time, microseconds(costs.transfer));
    NumberRows rows;
    for (const plan::Nanoseconds hop : costs.hops)
        rows.push_back({microseconds(hop)});
    m_hopsModel.setRows(std::move(rows));
    m_hops->setRowsInSight(kHopRows);
    const plan::Link link = costs.link.value_or(plan::Link{});
    showNumber(m_latency, microseconds(link.latency));
    showNumber(m_bytes, static_cast<double>(link.bytes) / kBytesPerMib);
    showNumber(m_bandwidth, link.gigabytesPerSecond);
    m_sum->setText(isKnown(link) ? numberText(microseconds(link.time())) + QStringLiteral(" µs")
                                 : QStringLiteral("–"));
    // A stack is as high as its highest page. Pages that are not shown are left out of that, so
    // that a single time does not take the room of a table.
    for (int i = 0; i < m_fields->count(); ++i)
        m_fields->widget(i)->setSizePolicy(
            QSizePolicy::Preferred, i == way ? QSizePolicy::Preferred : QSizePolicy::Ignored);
}

} // namespace gui
