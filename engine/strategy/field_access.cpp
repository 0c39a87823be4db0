#include "engine/strategy/field_access.h"

#include "engine/strategy/field_reader.h"
#include "engine/strategy/saturating_product.h"
#include "engine/strategy/yaml.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>

namespace strategy {
namespace {

// What is out of range is refused at once, so that whoever computes with a field need not fear it.
plan::Result<int> intOf(const Node& node, const Range& range)
{
    const auto value = digitsOf(node, range);
    if (!value)
        return value.error();
    return static_cast<int>(*value);
}

// Calls `use(section, object)` for every section; the path says which.
template <class Some, class Use>
void withSections(Some& strategy, const Use& use)
{
    use("parallel", strategy.parallel);
    use("batch", strategy.batch);
    use("schedule", strategy.schedule);
    use("recompute", strategy.recompute);
    use("precision", strategy.precision);
    use("overlap", strategy.overlap);
    use("kernels", strategy.kernels);
    use("training", strategy.training);
    use("cluster", strategy.cluster);
}

// One field as the source of a FieldReader, which is offered all the fields of its section: only
// the one of this key is found, and its fate is the outcome. Notations are those of other
// frameworks, and an unknown word brings no suggestion, because the words are ours, not theirs.
class SingleField {
public:
    SingleField(std::string_view key, const Node& value, const std::vector<Node>& items)
        : m_key(key)
        , m_value(value)
        , m_items(items)
    {
    }

    std::optional<FoundValue> find(std::string_view key)
    {
        if (key != m_key)
            return std::nullopt;
        outcome = plan::done(); // unless it is refused
        return FoundValue{&m_value, m_value.line};
    }
    static plan::Result<int> integer(const Node& node, const Range& range)
    {
        return intOf(node, range);
    }
    static plan::Result<bool> boolean(const Node& node) { return pythonBooleanOf(node); }
    static plan::Result<double> decimal(const Node& node, const DecimalRange& range)
    {
        return scientificOf(node, range);
    }
    static std::string unknownWord(std::span<const std::string_view> words, std::string_view found)
    {
        return wordSentence(words, found);
    }
    // Other frameworks write lists in ways of their own, which the caller has read.
    std::optional<std::vector<const Node*>> items(const Node&) const
    {
        std::vector<const Node*> items;
        for (const Node& item : m_items)
            items.push_back(&item);
        return items;
    }
    void refuse(int, std::string_view, std::string sentence)
    {
        outcome = plan::Error{std::move(sentence)};
    }

    plan::Outcome outcome = plan::Error{"is not a field of a strategy"};

private:
    std::string_view m_key;
    const Node& m_value;
    const std::vector<Node>& m_items;
};

template <class Source>
class FieldTexts {
public:
    FieldTexts(const Source& source, std::string section, std::map<std::string, std::string>& texts)
        : m_source(source)
        , m_section(std::move(section))
        , m_texts(texts)
    {
    }

    void integer(std::string_view key, int Source::*member, const Range&)
    {
        add(key, std::to_string(m_source.*member));
    }
    void boolean(std::string_view key, bool Source::*member)
    {
        add(key, m_source.*member ? "true" : "false");
    }
    template <class Choice>
    void choice(std::string_view key, Choice Source::*member)
    {
        add(key, std::string(wordOf(m_source.*member)));
    }
    void text(std::string_view key, std::string Source::*member) { add(key, m_source.*member); }
    void decimal(std::string_view key, double Source::*member, const DecimalRange&)
    {
        add(key, decimalText(m_source.*member));
    }
    template <class Accessor>
    void optionalInteger(std::string_view key, Accessor accessor, const Range&)
    {
        const std::optional<int>& value = accessor(m_source);
        add(key, value ? std::to_string(*value) : "");
    }
    void integers(std::string_view key, std::vector<int> Source::*member, const Range&)
    {
        std::string list = "[";
        for (const int value : m_source.*member)
            list.append(list.size() == 1 ? "" : ", ").append(std::to_string(value));
        add(key, list + ']');
    }

private:
    void add(std::string_view key, std::string value)
    {
        m_texts[m_section + '.' + std::string(key)] = std::move(value);
    }

    const Source& m_source;
    std::string m_section;
    std::map<std::string, std::string>& m_texts;
};

template <class Source>
void addTexts(std::string section, const Source& source, std::map<std::string, std::string>& texts)
{
    FieldTexts<Source> visitor(source, std::move(section), texts);
    visitFields(visitor, std::type_identity<Source>{});
}

// The largest int where it is more.
int wholeProduct(std::initializer_list<long long> factors)
{
    constexpr long long kMax = std::numeric_limits<int>::max();
    return static_cast<int>(std::min(kMax, saturatingProduct(factors)));
}

plan::Outcome setWord(std::string& word, const Node& value)
{
    const auto text = textOf(value);
    if (!text)
        return text.error();
    word = *text;
    return plan::done();
}

// The ways to say that every layer is recomputed on its own, as one.
void resolve(Recompute& recompute, int largest)
{
    const bool blocks
        = recompute.method == RecomputeMethod::Block && largest > 0 && recompute.layers >= largest;
    if (recompute.granularity == Recomputing::Full && (recompute.layers == 0 || blocks))
        recompute = {Recomputing::Full, RecomputeMethod::Uniform, 1};
}

} // namespace

plan::Outcome setField(Strategy& strategy, std::string_view path, const Node& value,
                       const std::vector<Node>& items)
{
    if (path == "name")
        return setWord(strategy.name, value);
    if (path == "cluster.device")
        return setWord(strategy.cluster.device, value);
    const std::size_t dot = path.find('.');
    assert(dot != std::string_view::npos);
    const std::string_view section = path.substr(0, dot);
    const std::string_view key = path.substr(dot + 1);
    plan::Outcome outcome = plan::Error{"is not a field of a strategy"};
    const auto set = [&](std::string_view name, auto& target) {
        if (name != section)
            return;
        using Target = std::remove_reference_t<decltype(target)>;
        SingleField field(key, value, items);
        FieldReader<SingleField, Target> reader(field, target);
        visitFields(reader, std::type_identity<Target>{});
        outcome = field.outcome;
    };
    if (section == "model") {
        if (!strategy.model)
            strategy.model.emplace();
        set("model", *strategy.model);
    }
    withSections(strategy, set);
    return outcome;
}

std::map<std::string, std::string> fieldTexts(const Strategy& strategy)
{
    std::map<std::string, std::string> texts;
    const auto add = [&](std::string_view name, const auto& source) {
        addTexts(std::string(name), source, texts);
    };
    withSections(strategy, add);
    if (strategy.model)
        add("model", *strategy.model);
    texts["name"] = strategy.name;
    texts["cluster.device"] = strategy.cluster.device;
    if (strategy.cluster.spec)
        addTexts("cluster.device", *strategy.cluster.spec, texts);
    if (strategy.costs) {
        Strategy alone;
        alone.costs = strategy.costs;
        alone.costsFittedTo = strategy.costsFittedTo;
        const std::string text = writeStrategy(alone);
        // As one text: costs are compared whole, never field by field.
        texts["costs"] = text.substr(std::min(text.size(), text.find("costs:")));
    }
    return texts;
}

std::string fieldText(const Strategy& strategy, std::string_view path)
{
    const auto texts = fieldTexts(strategy);
    const auto found = texts.find(std::string(path));
    return found == texts.end() ? "" : found->second;
}

plan::Result<double> scientificOf(const Node& node, const DecimalRange& range)
{
    if (const auto plainDigits = decimalOf(node, range))
        return plainDigits;
    const plan::Error wrong = decimalOf(node, range).error();
    if (node.kind != Node::Kind::Scalar || !node.plain)
        return wrong;
    std::string_view text = node.text;
    const std::size_t exponent = text.find_first_of("eE");
    const std::size_t afterSign = exponent == std::string_view::npos
        ? exponent
        : text.find_first_not_of("+-", exponent + 1);
    // Held against a pattern before it is converted, since from_chars() takes more notations than
    // those that have one meaning everywhere.
    const bool sound = text.find_first_not_of("0123456789.eE+-") == std::string_view::npos
        && text.find_first_of("0123456789") == (text.starts_with('.') ? 1u : 0u)
        && !(text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9')
        && (exponent == std::string_view::npos
            || (afterSign != std::string_view::npos && afterSign <= exponent + 2));
    if (!sound)
        return wrong;
    std::string digits(text);
    if (afterSign != std::string_view::npos && text[exponent + 1] == '+')
        // from_chars() knows no plus sign.
        digits.erase(exponent + 1, 1);
    double value = 0;
    const char* end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, value);
    if (read.ec != std::errc{} || read.ptr != end || !std::isfinite(value))
        return wrong;
    return value;
}

plan::Result<bool> pythonBooleanOf(const Node& node)
{
    if (node.kind == Node::Kind::Scalar && node.plain) {
        if (node.text == "True" || node.text == "TRUE")
            return true;
        if (node.text == "False" || node.text == "FALSE")
            return false;
    }
    return booleanOf(node);
}

int largestStage(const Strategy& strategy)
{
    if (!strategy.model)
        return 0;
    const Parallel& parallel = strategy.parallel;
    const auto most = [](const std::vector<int>& layers) {
        return layers.empty() ? 0LL : *std::max_element(layers.begin(), layers.end());
    };
    if (!parallel.layersPerStage.empty())
        return static_cast<int>(most(parallel.layersPerStage));
    const bool byRank = !parallel.layersPerRank.empty();
    const long long layers = byRank ? most(parallel.layersPerRank) : strategy.model->layers;
    const long long stages = stagesOf(strategy) / (byRank ? std::max(1, parallel.pipeline) : 1);
    return static_cast<int>((layers + std::max(1LL, stages) - 1) / std::max(1LL, stages));
}

Strategy resolved(const Strategy& strategy)
{
    Strategy whole = strategy;
    resolve(whole.recompute, largestStage(strategy));
    whole.parallel.data = dataParallel(strategy);
    if (plan::findSchedule(strategy.schedule.name) != nullptr)
        whole.parallel.chunks = shapeOf(strategy).chunks;
    if (whole.batch.global == 0)
        whole.batch.global
            = wholeProduct({whole.batch.micro, whole.parallel.data, whole.parallel.pipeline});
    if (whole.cluster.devices == 0)
        whole.cluster.devices = wholeProduct({whole.parallel.tensor, whole.parallel.pipeline,
                                              whole.parallel.context, whole.parallel.data});
    if (whole.parallel.expertTensor == 0)
        whole.parallel.expertTensor = whole.parallel.tensor;
    if (whole.parallel.shard == 0)
        whole.parallel.shard = whole.parallel.data;
    if (!whole.model)
        return whole;
    Model& model = *whole.model;
    model.kvHeads = model.kvHeads == 0 ? model.heads : model.kvHeads;
    model.ffnHidden = model.ffnHidden == 0 ? 4 * model.hidden : model.ffnHidden;
    if (model.headDim == 0 && model.heads > 0)
        model.headDim = model.hidden / model.heads;
    if (model.embeddingDim == 0)
        model.embeddingDim = model.hidden;
    if (model.maxPositions == 0)
        model.maxPositions = model.sequence;
    return whole;
}

} // namespace strategy
