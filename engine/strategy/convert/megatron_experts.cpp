// Experts of a model in Megatron's keys, and which layers have them.

#include "engine/strategy/convert/megatron.h"
#include "engine/strategy/convert/megatron_deepspeed.h"

#include <algorithm>
#include <charconv>

namespace strategy {
namespace {

constexpr int kDefaultTopK = 2; // moe_router_topk

// ([0]*3+[1]*58): lists of 0 and 1, joined by + and repeated by *.
class LayerList {
public:
    explicit LayerList(std::string_view text)
    {
        for (const char c : text)
            if (c != ' ' && c != '\t')
                m_text += c;
    }

    std::optional<std::vector<bool>> whole()
    {
        auto list = sum(0);
        return m_at == m_text.size() ? list : std::nullopt;
    }

private:
    using List = std::optional<std::vector<bool>>;
    static constexpr int kMaxNesting = 16;
    static constexpr std::size_t kMostLayers = kMaxLayers;
    // Of all lists on the way together, and of the factors and summands.
    static constexpr std::size_t kMaxWork = 4 * kMostLayers;

    bool mayMake(std::size_t elements)
    {
        // Counted over the whole expression: short texts may ask for long lists again and again.
        m_work += std::min(elements, kMaxWork) + 1;
        return elements <= kMostLayers && m_work <= kMaxWork;
    }

    List sum(int depth)
    {
        List list = product(depth);
        while (list && skip('+')) {
            const List more = product(depth);
            if (!more || list->size() + more->size() > kMostLayers || !mayMake(more->size()))
                return std::nullopt;
            list->insert(list->end(), more->begin(), more->end());
        }
        return list;
    }

    List product(int depth)
    {
        List list = part(depth);
        while (list && skip('*')) {
            const std::optional<int> times = number();
            if (!times || !mayMake(list->size() * static_cast<std::size_t>(*times)))
                return std::nullopt;
            std::vector<bool> repeated;
            for (int i = 0; i < *times && !list->empty(); ++i)
                repeated.insert(repeated.end(), list->begin(), list->end());
            list = std::move(repeated);
        }
        return list;
    }

    List part(int depth)
    {
        if (skip('(')) {
            List inside = depth < kMaxNesting ? sum(depth + 1) : std::nullopt;
            return skip(')') ? inside : std::nullopt;
        }
        if (!skip('['))
            return std::nullopt;
        std::vector<bool> list;
        while (!skip(']')) {
            const std::optional<int> layer = number();
            if (!layer || *layer > 1 || list.size() >= kMostLayers || !mayMake(1))
                return std::nullopt;
            list.push_back(*layer == 1);
            if (!skip(',') && (m_at >= m_text.size() || m_text[m_at] != ']'))
                return std::nullopt;
        }
        return list;
    }

    bool skip(char c)
    {
        const bool found = m_at < m_text.size() && m_text[m_at] == c;
        m_at += found ? 1 : 0;
        return found;
    }

    // From 0 to kMaxLayers.
    std::optional<int> number()
    {
        int value = 0;
        const char* begin = m_text.data() + m_at;
        const auto read = std::from_chars(begin, m_text.data() + m_text.size(), value);
        if (read.ec != std::errc{} || value < 0 || value > kMaxLayers)
            return std::nullopt;
        m_at += static_cast<std::size_t>(read.ptr - begin);
        return value;
    }

    std::string m_text;
    std::size_t m_at = 0;
    std::size_t m_work = 0;
};

// The leading layers without experts, and the distance between those with them.
struct ExpertPattern {
    int dense = 0;
    int every = 1;
};

std::optional<ExpertPattern> patternOf(const std::vector<bool>& layers)
{
    const auto first = std::find(layers.begin(), layers.end(), true);
    if (first == layers.end())
        return ExpertPattern{static_cast<int>(layers.size()), 1};
    const auto second = std::find(first + 1, layers.end(), true);
    // A single layer with experts has the next one behind the end, so that none follows it.
    const ExpertPattern pattern{static_cast<int>(first - layers.begin()),
                                second == layers.end() ? static_cast<int>(layers.end() - first)
                                                       : static_cast<int>(second - first)};
    for (auto layer = first; layer != layers.end(); ++layer)
        if (*layer != ((layer - first) % pattern.every == 0))
            return std::nullopt;
    return pattern;
}

// Of the layers in the file, those that do nothing are none of the model's.
std::vector<int> noopLayers(Importing& importing)
{
    return layerNumbers(importing, "noop_layers").value_or(std::vector<int>{});
}

std::vector<bool> withoutNoops(const std::vector<bool>& layers, const std::vector<int>& noops)
{
    std::vector<bool> stays(layers.size(), true);
    for (const int noop : noops)
        if (noop < static_cast<int>(layers.size()))
            stays[static_cast<std::size_t>(noop)] = false;
    std::vector<bool> real;
    for (std::size_t layer = 0; layer < layers.size(); ++layer)
        if (stays[layer])
            real.push_back(layers[layer]);
    return real;
}

void importDense(Importing& importing)
{
    Model& model = *importing.strategy.model;
    const Setting* setting = importing.take("first_k_dense_replace");
    // The framework's default: no layer comes before the first.
    if (setting == nullptr || setting->value.text == "-1"
        || !importing.into("model.dense_layers", "first_k_dense_replace"))
        return;
    const std::vector<int> noops = noopLayers(importing);
    model.denseLayers -= static_cast<int>(
        std::count_if(noops.begin(), noops.end(),
                      [&, first = model.denseLayers](int noop) { return noop < first; }));
}

void importFrequency(Importing& importing)
{
    Model& model = *importing.strategy.model;
    const Setting* setting = importing.take("moe_layer_freq");
    if (setting == nullptr)
        return;
    importing.standsFor("model.dense_layers", "moe_layer_freq");
    importing.standsFor("model.expert_every", "moe_layer_freq");
    std::string text = setting->value.text;
    if (text == "-1")
        return; // the framework's default, which divides every layer's number
    if (setting->value.kind == Node::Kind::List) {
        text = "[";
        for (const Node& item : setting->items)
            text.append(text.size() == 1 ? "" : ",").append(item.text);
        text += ']';
    }
    const auto layers = expertLayersOf(text, model.layers);
    if (!layers)
        return importing.problem("moe_layer_freq",
                                 "must be a whole number, or a list of 0 and 1 for each layer like "
                                 "([0]*3+[1]*58), not "
                                     + shown(text));
    if (static_cast<int>(layers->size()) != model.layers)
        return importing.problem("moe_layer_freq",
                                 "is for " + std::to_string(layers->size())
                                     + " layers, and num_layers is "
                                     + std::to_string(model.layers));
    const std::vector<bool> real = withoutNoops(*layers, noopLayers(importing));
    if (const auto pattern = patternOf(real)) {
        model.denseLayers = pattern->dense;
        model.expertEvery = pattern->every;
        return;
    }
    const auto with = std::count(real.begin(), real.end(), true);
    model.denseLayers = static_cast<int>(real.size()) - static_cast<int>(with);
    importing.keep("moe_layer_freq");
    importing.remark(Remark::Kind::Approximated, "moe_layer_freq",
                     "has no even distance between layers with experts; taken as the last "
                         + std::to_string(with) + " layers");
}

// One number; or a list of them, layer by layer, of which the largest is taken for all.
void importExpertCount(Importing& importing, std::string_view key)
{
    Model& model = *importing.strategy.model;
    const Setting* setting = importing.take(key);
    if (setting == nullptr)
        return;
    if (setting->value.kind == Node::Kind::List) {
        const auto counts = importing.wholes(key, {1, kMaxGroup});
        if (!counts || counts->empty())
            return;
        importing.standsFor("model.experts", key);
        importing.keep(key);
        model.experts = *std::max_element(counts->begin(), counts->end());
        importing.remark(Remark::Kind::Approximated, key,
                         "differs from layer to layer; taken as " + std::to_string(model.experts)
                             + " in each layer that has experts");
    } else {
        importing.into("model.experts", key);
    }
    if (model.experts != 1)
        return;
    model.experts = 0;
    importing.ignore(key, "is 1, which leaves nothing to choose from; taken as a dense model");
}

void importShared(Importing& importing)
{
    Model& model = *importing.strategy.model;
    constexpr Range kWidths{0, kMaxWidth};
    if (const auto count = importing.whole("n_shared_experts", {0, kMaxGroup})) {
        model.sharedExperts = *count;
        importing.take("moe_shared_expert_intermediate_size");
        return;
    }
    const int width = importing.whole("moe_shared_expert_intermediate_size", kWidths).value_or(0);
    // The width of one expert, as Megatron-LM falls back: to the dense layers' width, and that to
    // four times the hidden size.
    const int each = model.expertFfnHidden > 0 ? model.expertFfnHidden
        : model.ffnHidden > 0                  ? model.ffnHidden
                                               : 4 * model.hidden;
    if (width == 0 || each < 1)
        return;
    importing.standsFor("model.shared_experts", "moe_shared_expert_intermediate_size");
    // Rounded up: what is planned for then has room for what runs.
    model.sharedExperts = (width + each - 1) / each;
    if (width % each != 0) {
        importing.keep("moe_shared_expert_intermediate_size");
        importing.remark(Remark::Kind::Approximated, "moe_shared_expert_intermediate_size",
                         "is " + std::to_string(width) + ", no multiple of an expert's width "
                             + std::to_string(each) + "; taken as "
                             + std::to_string(model.sharedExperts) + " shared experts");
    }
}

} // namespace

std::optional<std::vector<bool>> expertLayersOf(std::string_view frequency, int layers)
{
    int every = 0;
    const char* end = frequency.data() + frequency.size();
    const auto read = std::from_chars(frequency.data(), end, every);
    if (read.ec != std::errc{} || read.ptr != end)
        return LayerList(frequency).whole();
    if (every < 1 || layers < 0 || layers > kMaxLayers)
        return std::nullopt;
    std::vector<bool> pattern(static_cast<std::size_t>(layers));
    for (std::size_t i = 0; i < pattern.size(); i += static_cast<std::size_t>(every))
        // Megatron-LM gives experts to the layers whose index it divides, so the first always has
        // them.
        pattern[i] = true;
    return pattern;
}

void importMegatronExperts(Importing& importing, const MegatronDialect& dialect)
{
    Model& model = *importing.strategy.model;
    const std::string_view count = firstOf(importing, {"num_experts", "num_moe_experts"});
    if (count.empty())
        return;
    importExpertCount(importing, count);
    if (model.experts < 1)
        return;
    if (!importing.into("model.experts_per_token", "moe_router_topk")
        && !importing.has("moe_router_topk")) {
        model.expertsPerToken = kDefaultTopK;
        if (!dialect.commandLine || !isMegatronDeepSpeed(importing))
            importing.remark(Remark::Kind::Assumed, "moe_router_topk",
                             "is not in the file; Megatron-LM's default is 2");
    }
    const std::string_view width
        = firstOf(importing, {"moe_ffn_hidden_size", "moe_intermediate_size"});
    if (!width.empty())
        importing.into("model.expert_ffn_hidden", width);
    importFrequency(importing);
    importDense(importing);
    importShared(importing);
    if (dialect.commandLine)
        importDeepSpeedExperts(importing);
}

} // namespace strategy
