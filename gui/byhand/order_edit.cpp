#include "gui/byhand/order_edit.h"

#include "engine/strategy/custom_schedule.h"
#include "engine/strategy/fields.h"
#include "engine/strategy/file.h"
#include "engine/strategy/schedule_fit.h"
#include "engine/strategy/torch_csv/torch_csv.h"
#include "gui/byhand/op_parts.h"
#include "gui/byhand/op_places.h"
#include "gui/byhand/order_file.h"
#include "gui/text/engine_text.h"

#include <QLocale>

#include <algorithm>
#include <utility>

namespace gui {
namespace {

const QString kOrderField = QStringLiteral("schedule.order");

// What can be moved can be kept: an op takes up to 16 bytes of an order. A step of so many ops has
// no more cells than half of them, so that the numbers of a stage and a microbatch have six digits
// together; half of "(0F12345;7B12345)OVERLAP_F_B " is 15.
static_assert(OrderEdit::kMostOps * 16 <= strategy::kMaxOrderBytes);

} // namespace

OrderEdit::OrderEdit(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    // What was in the way is over with the next change, by whomever.
    connect(&document, &Document::strategyChanged, this, [this] {
        if (!m_held && !m_isPutting)
            refuse({});
    });
}

QString OrderEdit::whyNot() const
{
    if (!m_document.problems().empty())
        return tr("The strategy has a problem; the editor says which");
    const PredictionPtr& prediction = m_document.prediction();
    if (!prediction)
        return tr("The strategy is being worked out");
    if (!prediction->as.schedule.empty())
        return tr("The run shown switched to another schedule; leave it to edit this one");
    if (opsOf(*prediction->schedule) > kMostOps)
        return tr("A step has %1 ops, and up to %2 can be moved by hand")
            .arg(QLocale().toString(qulonglong{opsOf(*prediction->schedule)}),
                 QLocale().toString(qulonglong{kMostOps}));
    return {};
}

QString OrderEdit::whyNotNow() const
{
    const QString whyNot = this->whyNot();
    return whyNot.isEmpty() ? tr("The strategy is being worked out") : whyNot;
}

std::optional<plan::Schedule> OrderEdit::present() const
{
    if (!whyNot().isEmpty())
        return {};
    // One by hand is known before it is predicted: keys come faster than that.
    if (!m_document.strategy().schedule.order.empty()) {
        auto schedule = strategy::customSchedule(m_document.strategy());
        return schedule ? std::optional(*std::move(schedule)) : std::nullopt;
    }
    if (!m_document.isPredictionCurrent())
        return {};
    return *m_document.prediction()->schedule;
}

plan::ValidateOptions OrderEdit::limits(const strategy::Strategy& strategy) const
{
    plan::ValidateOptions options{.limit = 1};
    if (strategy.schedule.options.maxInFlight && strategy::takesMaxInFlight(strategy.schedule.name))
        options.maxInFlight = {*strategy.schedule.options.maxInFlight};
    return options;
}

void OrderEdit::refuse(const QString& sentence)
{
    if (sentence == m_refusal)
        return;
    m_refusal = sentence;
    emit changed();
}

std::optional<OrderEdit::Found> OrderEdit::find(int rank, const plan::Op& op)
{
    auto schedule = present();
    if (!schedule) {
        refuse(whyNotNow());
        return {};
    }
    if (rank < 0 || static_cast<std::size_t>(rank) >= schedule->order.size())
        return {};
    const auto& order = schedule->order[static_cast<std::size_t>(rank)];
    const auto found = std::find(order.begin(), order.end(), op);
    if (found == order.end())
        return {};
    const auto at = static_cast<std::size_t>(found - order.begin());
    return Found{*std::move(schedule), at};
}

std::optional<OrderEdit::Held> OrderEdit::held(int rank, const plan::Op& op)
{
    auto found = find(rank, op);
    if (!found)
        return {};
    Held held{.rank = rank,
              .op = op,
              .from = found->at,
              .schedule = {},
              .strategy = m_document.strategy(),
              .targets = {}};
    for (const std::uint32_t pair : found->schedule.pairsOf(static_cast<std::size_t>(rank)))
        if (pair == held.from || pair + 1 == held.from) {
            held.from = pair;
            held.size = 2;
            break;
        }
    held.targets = plan::legalTargets(found->schedule, rank, held.from);
    held.schedule = std::move(found->schedule);
    const plan::ValidateOptions options = limits(held.strategy);
    if (!options.maxInFlight.empty())
        held.targets = targetsWithin(held.schedule, rank, held.from, held.targets,
                                     options.maxInFlight.front());
    return held;
}

bool OrderEdit::take(int rank, const plan::Op& op)
{
    m_document.endGesture();
    m_refusal.clear();
    m_held = held(rank, op);
    emit changed();
    return m_held.has_value();
}

void OrderEdit::put(const Held& held, std::size_t to)
{
    const std::size_t place
        = nearestPlace(held.schedule, held.rank, held.from, held.size, to, held.targets);
    const auto move = [&](std::size_t where) {
        return plan::MoveOp{.rank = held.rank, .from = held.from, .to = where};
    };
    QString sentence;
    if (to < held.targets.first || to > held.targets.last) {
        const auto tried = plan::tryEdit(held.schedule, move(to), limits(held.strategy));
        if (!tried.reasons.empty())
            sentence = engineText(tried.reasons.front());
    }
    const auto moved = plan::edited(held.schedule, move(place));
    if (!moved)
        return refuse(engineText(moved.error().message));
    m_isPutting = true;
    m_document.edit(
        tr("Move %1 of rank %2").arg(QString::fromStdString(plan::toText(held.op))).arg(held.rank),
        kOrderField,
        place == held.from ? held.strategy : strategy::withOrder(held.strategy, *moved));
    m_isPutting = false;
    refuse(sentence);
}

void OrderEdit::moveTo(std::size_t to)
{
    if (m_held)
        put(*m_held, to);
}

void OrderEdit::release()
{
    m_document.endGesture();
    m_held.reset();
    emit changed();
}

void OrderEdit::cancel()
{
    if (m_held)
        put(*m_held, m_held->from);
    release();
}

void OrderEdit::moveBy(int rank, const plan::Op& op, int by)
{
    m_document.endGesture();
    m_refusal.clear();
    const auto one = held(rank, op);
    if (!one)
        return emit changed();
    const auto at = static_cast<std::size_t>(rank);
    const std::size_t others = one->schedule.order[at].size() - one->size;
    const QString name = QString::fromStdString(plan::toText(op));
    if (by < 0 && one->from == 0)
        return refuse(tr("%1 is the first op of rank %2").arg(name, QString::number(rank)));
    if (by > 0 && one->from == others)
        return refuse(tr("%1 is the last op of rank %2").arg(name, QString::number(rank)));
    // A pair is passed as a whole.
    const plan::Pairs& pairs = one->schedule.pairsOf(at);
    const std::size_t next = by < 0 ? one->from - 2 : one->from + one->size;
    const bool isPair = (by > 0 || one->from >= 2)
        && std::binary_search(pairs.begin(), pairs.end(), static_cast<std::uint32_t>(next));
    const std::size_t step = isPair ? 2 : 1;
    put(*one, by < 0 ? one->from - step : one->from + step);
    m_document.endGesture();
    emit changed();
}

bool OrderEdit::become(const QString& text, const plan::Result<plan::Schedule>& schedule)
{
    if (!schedule) {
        refuse(engineText(schedule.error().message));
        return false;
    }
    m_document.edit(text, kOrderField, strategy::withOrder(m_document.strategy(), *schedule));
    m_document.endGesture();
    emit changed();
    return true;
}

void OrderEdit::fuseOrTakeApart(int rank, const plan::Op& op)
{
    m_document.endGesture();
    m_refusal.clear();
    const auto found = find(rank, op);
    if (!found)
        return emit changed();
    const QString name = QString::fromStdString(plan::toText(op));
    become(isFused(found->schedule, rank, found->at) ? tr("Take the pair of %1 apart").arg(name)
                                                     : tr("Fuse %1 with the next op").arg(name),
           fusedOrApart(found->schedule, rank, found->at, limits(m_document.strategy())));
}

std::optional<plan::Op> OrderEdit::splitOrJoin(int rank, const plan::Op& op)
{
    m_document.endGesture();
    m_refusal.clear();
    const QString name = QString::fromStdString(plan::toText(op));
    const auto found = find(rank, op);
    if (!found) {
        emit changed();
        return {};
    }
    if (plan::isForward(op.kind)) {
        refuse(tr("%1 is a forward; only a backward has two parts").arg(name));
        return {};
    }
    if (isFused(found->schedule, rank, found->at)) {
        refuse(tr("%1 belongs to a fused pair; take that apart first").arg(name));
        return {};
    }
    plan::Op then = op;
    const bool isWhole = op.kind == plan::OpKind::Backward;
    then.kind = isWhole ? plan::OpKind::InputGrad : plan::OpKind::Backward;
    const QString text = isWhole ? tr("Split %1 into its two parts") : tr("Join the parts of %1");
    const bool done
        = become(text.arg(QString::fromStdString(plan::toText(isWhole ? op : then))),
                 splitOrJoined(found->schedule, rank, found->at, limits(m_document.strategy())));
    return done ? std::optional(then) : std::nullopt;
}

std::optional<plan::MoveTargets> OrderEdit::targets() const
{
    return m_held ? std::optional(m_held->targets) : std::nullopt;
}

std::optional<OrderEdit::Stretch> OrderEdit::stretch() const
{
    const PredictionPtr& prediction = m_document.prediction();
    if (!m_held || !prediction)
        return {};
    const auto rank = static_cast<std::size_t>(m_held->rank);
    if (rank >= prediction->timeline->spans.size())
        return {};
    // The others, in the order they have in any state of the gesture.
    const plan::Op second
        = m_held->size == 2 ? m_held->schedule.order[rank][m_held->from + 1] : m_held->op;
    const plan::Op first = m_held->schedule.order[rank][m_held->from];
    std::size_t others = 0;
    plan::Nanoseconds begin{};
    plan::Nanoseconds end = prediction->timeline->makespan;
    for (const plan::Span& span : prediction->timeline->spans[rank]) {
        if (span.op == first || span.op == second)
            continue;
        if (others < m_held->targets.first)
            begin = span.end;
        if (others == m_held->targets.last) {
            end = span.start;
            break;
        }
        ++others;
    }
    return Stretch{m_held->rank, begin, end};
}

void OrderEdit::reset(const QString& schedule)
{
    m_document.endGesture();
    m_refusal.clear();
    m_document.edit(tr("Schedule"), QStringLiteral("schedule.name"),
                    strategy::withSchedule(m_document.strategy(), schedule.toStdString()));
    m_document.endGesture();
    emit changed();
}

std::optional<QString> OrderEdit::openCsv(const QString& path)
{
    return adopt(readOrderFile(path), path);
}

void OrderEdit::openCsv(const QString& path, OpenedCsv then)
{
    if (!m_reader)
        m_reader.emplace();
    m_reader->request(
        [this, path, done = std::move(then)](const NewestWork::Outdated&) -> NewestWork::Delivery {
            return [this, path, done, file = readOrderFile(path)] { done(adopt(file, path)); };
        });
}

std::optional<QString> OrderEdit::adopt(const OrderFile& file, const QString& path)
{
    if (!file.problem.isEmpty())
        return file.problem;
    strategy::Strategy after = m_document.strategy();
    after.parallel.pipeline = file.shape.ranks;
    after.schedule.options = {}; // a limit of the schedule before is none of the file's
    after = strategy::withOrder(std::move(after), file.shape, file.rows);
    if (after.batch.global > strategy::kMaxSamples)
        return tr("%1 has %2 microbatches, and a step of them more than %3 samples; lower "
                  "batch.micro or parallel.data")
            .arg(path, QLocale().toString(file.shape.microbatches),
                 QLocale().toString(strategy::kMaxSamples));
    m_document.endGesture();
    m_refusal.clear();
    m_document.edit(tr("Open a schedule"), kOrderField, after);
    m_document.endGesture();
    emit changed();
    return {};
}

std::optional<QString> OrderEdit::saveCsv(const QString& path) const
{
    const auto schedule = present();
    if (!schedule)
        return whyNotNow();
    const auto written = strategy::replaceFile(
        path.toStdString(), strategy::toTorchCsv(*schedule, strategy::CsvForm::ComputeOnly));
    return written ? std::nullopt : std::optional(engineText(written.error().message));
}

} // namespace gui
