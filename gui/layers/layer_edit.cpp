#include "gui/layers/layer_edit.h"

#include "engine/strategy/check.h"
#include "engine/strategy/layer_split.h"
#include "gui/editor/field_names.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace gui {
namespace {

const QString kLayersField = QStringLiteral("parallel.layers");

std::vector<int> countsOf(const plan::LayerSplit& split)
{
    std::vector<int> counts;
    for (const plan::StageLayers& stage : split.stages)
        counts.push_back(stage.layers);
    return counts;
}

// The ends of the model hold the embedding and the loss, and may do without.
int leastLayers(int stage, std::size_t stages)
{
    return stage == 0 || static_cast<std::size_t>(stage) + 1 == stages ? 0 : 1;
}

QString layerWords(const char* source)
{
    return QCoreApplication::translate("gui::Layers", source);
}

} // namespace

QString layersWord(int layers)
{
    return layers == 1 ? layerWords(QT_TRANSLATE_NOOP("gui::Layers", "1 layer"))
                       : layerWords(QT_TRANSLATE_NOOP("gui::Layers", "%1 layers")).arg(layers);
}

QString stageWords(const LayerCut& cut, int stage)
{
    const int layers = cut.stage(stage).layers;
    const long long first = cut.layersBefore(stage) + 1;
    QString words = layerWords(QT_TRANSLATE_NOOP("gui::Layers", "Stage %1, rank %2, %3"))
                        .arg(stage)
                        .arg(cut.placement.ranks[static_cast<std::size_t>(stage)])
                        .arg(layersWord(layers));
    if (layers > 0)
        words += layerWords(QT_TRANSLATE_NOOP("gui::Layers", ": %1 to %2"))
                     .arg(first)
                     .arg(first + layers - 1);
    return words;
}

LayerEdit::LayerEdit(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    connect(&document, &Document::strategyChanged, this, [this] {
        if (!m_held) // what was in the way is over with the next change, by whomever
            m_refusal.clear();
        follow();
    });
    connect(&document, &Document::predictionChanged, this, &LayerEdit::follow);
    follow();
}

QString LayerEdit::whyNone() const
{
    if (!m_document.strategy().model)
        return tr("The strategy has no model, and so no layers to divide");
    if (!m_document.problems().empty())
        return namedSentence(m_document.problems().front());
    return tr("The strategy is being worked out");
}

bool LayerEdit::isEven() const
{
    const strategy::Parallel& parallel = m_document.strategy().parallel;
    return parallel.layersPerStage.empty() && parallel.layersPerRank.empty();
}

// Where the stages stand is the prediction's to say; an edit of the layers does not change it.
void LayerEdit::follow()
{
    const strategy::Strategy& strategy = m_document.strategy();
    const PredictionPtr& prediction = m_document.prediction();
    if (!strategy.model || !prediction)
        m_cut.reset();
    else if (m_document.problems().empty()
             && prediction->schedule->shape.ranks == strategy.parallel.pipeline) {
        const plan::Schedule& schedule = *prediction->schedule;
        if (auto split = strategy::layerSplitOf(strategy, schedule))
            m_cut.emplace(schedule.shape, schedule.placement, *std::move(split));
    }
    emit changed();
}

void LayerEdit::begin()
{
    m_document.endGesture();
    m_refusal.clear();
    m_held.reset();
    if (m_cut && m_document.problems().empty())
        m_held = Held{m_document.strategy(), *m_cut, countsOf(m_cut->split)};
    emit changed();
}

void LayerEdit::end()
{
    m_document.endGesture();
    m_held.reset();
    emit changed();
}

void LayerEdit::cancel()
{
    m_refusal.clear();
    if (m_held)
        tryPut(m_held->strategy);
    end();
}

strategy::Strategy LayerEdit::withLayers(const std::vector<int>& layers) const
{
    strategy::Strategy after = m_held->strategy;
    after.parallel.layersPerRank.clear();
    after.parallel.layersPerStage.clear();
    const auto even
        = plan::splitLayers(after.model->layers, m_held->cut.shape, m_held->cut.placement);
    if (!even || countsOf(*even) != layers)
        after.parallel.layersPerStage = layers;
    return after;
}

// False: it is not legal, and refusal() says why; the document stays as it is.
bool LayerEdit::tryPut(const strategy::Strategy& after)
{
    auto findings = strategy::check(after);
    if (!findings.problems.empty()) {
        m_refusal = namedSentence(findings.problems.front());
        return false;
    }
    m_document.edit(tr("Divide the layers"), kLayersField, after, std::move(findings));
    return true;
}

void LayerEdit::put(const std::vector<int>& layers)
{
    m_refusal.clear();
    if (layers == m_held->layers)
        tryPut(m_held->strategy);
    else
        tryPut(withLayers(layers));
    emit changed();
}

void LayerEdit::moveBoundary(int after, int by)
{
    if (!m_held || after < 0 || static_cast<std::size_t>(after) + 1 >= m_held->layers.size())
        return;
    const auto at = static_cast<std::size_t>(after);
    const auto moved = [&](int layers) {
        std::vector<int> counts = m_held->layers;
        counts[at] += layers;
        counts[at + 1] -= layers;
        return counts;
    };
    const int least = leastLayers(after, m_held->layers.size()) - m_held->layers[at];
    const int most = m_held->layers[at + 1] - leastLayers(after + 1, m_held->layers.size());
    const int can = std::clamp(by, std::min(least, 0), std::max(most, 0));
    put(moved(can));
    if (can == by)
        return;
    const int short_ = by > 0 ? after + 1 : after;
    m_refusal = leastLayers(short_, m_held->layers.size()) == 0
        ? tr("Stage %1 has no layer left to give").arg(short_)
        : tr("Stage %1 keeps one layer; every stage between the first and the last needs one")
              .arg(short_);
    emit changed();
}

void LayerEdit::moveLayer(int from, int to)
{
    const int stages = m_held ? m_held->cut.stages() : 0;
    if (from < 0 || to < 0 || from >= stages || to >= stages)
        return;
    std::vector<int> counts = m_held->layers;
    if (from == to)
        return put(counts);
    if (counts[static_cast<std::size_t>(from)] <= leastLayers(from, counts.size())) {
        put(counts);
        m_refusal = leastLayers(from, counts.size()) == 0
            ? tr("Stage %1 has no layer left to give").arg(from)
            : tr("Stage %1 keeps one layer; every stage between the first and the last needs one")
                  .arg(from);
        return emit changed();
    }
    --counts[static_cast<std::size_t>(from)];
    ++counts[static_cast<std::size_t>(to)];
    put(counts);
}

void LayerEdit::moveToRank(int from, int rank)
{
    if (!m_held || from < 0 || from >= m_held->cut.stages())
        return;
    const LayerCut& cut = m_held->cut;
    const int source = cut.placement.ranks[static_cast<std::size_t>(from)];
    if (rank < 0 || rank >= cut.shape.ranks || rank == source)
        return put(m_held->layers);
    m_refusal.clear();
    strategy::Strategy after = m_held->strategy;
    after.parallel.layersPerStage.clear();
    after.parallel.layersPerRank.clear();
    for (int each = 0; each < cut.shape.ranks; ++each)
        after.parallel.layersPerRank.push_back(static_cast<int>(cut.layersOf(each)) + (each == rank)
                                               - (each == source));
    if (!tryPut(after)) {
        const QString why = m_refusal;
        put(m_held->layers);
        m_refusal = why;
    }
    emit changed();
}

void LayerEdit::divideEvenly()
{
    begin();
    if (!m_held)
        return;
    strategy::Strategy even = m_held->strategy;
    even.parallel.layersPerRank.clear();
    even.parallel.layersPerStage.clear();
    tryPut(even);
    end();
}

} // namespace gui
