#include "engine/strategy/convert/megatron_layout.h"

#include <algorithm>
#include <charconv>

namespace strategy {
namespace {

plan::Error at(std::size_t index, const std::string& what)
{
    return plan::Error{"column " + std::to_string(index + 1) + ": " + what};
}

constexpr std::string_view kLetters = "EtmL"; // in the order of a model

// Takes letters and separators one by one, and keeps to the limits and the layers' order.
class Stages {
public:
    // False if the letter cannot stand here; problem() then says why.
    bool add(char letter)
    {
        if (letter == '|') {
            m_split.stages.emplace_back();
            return check(m_split.stages.size() <= std::size_t(plan::kMaxLayers),
                         "there are more than " + std::to_string(plan::kMaxLayers) + " stages");
        }
        plan::StageLayers& stage = m_split.stages.back();
        // Letters only go forward through the model's order; a stage may hold several kinds.
        const int place = placeOf(letter);
        if (place < m_place || (place == m_place && (letter == 'E' || letter == 'L')))
            return check(false,
                         "the embedding comes first, then transformer layers, MTP layers "
                         "and the loss; E and L once");
        m_place = place;
        stage.embedding |= letter == 'E';
        stage.loss |= letter == 'L';
        stage.layers += letter == 't';
        stage.mtpLayers += letter == 'm';
        return check(++m_layers <= plan::kMaxLayers,
                     "there are more than " + std::to_string(plan::kMaxLayers) + " layers");
    }

    const std::string& problem() const { return m_problem; }
    plan::LayerSplit take() { return std::move(m_split); }

private:
    static int placeOf(char letter) { return static_cast<int>(kLetters.find(letter)) + 1; }

    bool check(bool holds, std::string_view what)
    {
        if (!holds)
            m_problem = what;
        return holds;
    }

    plan::LayerSplit m_split{{{}}};
    std::string m_problem;
    int m_layers = 0;
    int m_place = 0; // of the last letter, in kLetters from 1
};

// A letter or '|', so many times over.
struct Item {
    char letter = 0;
    int times = 1;
    std::size_t column = 0; // index into the text
};

// Reads the text from front to back into Stages.
class LayoutReader {
public:
    explicit LayoutReader(std::string_view text)
        : m_text(text)
    {
    }

    plan::Result<plan::LayerSplit> read()
    {
        while (m_at < m_text.size())
            if (const auto taken = m_text[m_at] == '(' ? group() : single(); !taken)
                return taken.error();
        plan::LayerSplit split = m_stages.take();
        const auto any = [&](auto member) {
            return std::any_of(split.stages.begin(), split.stages.end(), member);
        };
        if (!any([](const plan::StageLayers& stage) { return stage.embedding; }))
            return at(0, "there is no embedding; begin with an E");
        if (!any([](const plan::StageLayers& stage) { return stage.loss; }))
            return at(m_text.size(), "there is no loss; end with an L");
        return split;
    }

private:
    void skipCommas()
    {
        while (m_at < m_text.size() && m_text[m_at] == ',')
            ++m_at;
    }

    // "(...)*n", written out.
    plan::Outcome group()
    {
        const std::size_t open = m_at++;
        const std::size_t close = m_text.find(')', open);
        if (close == std::string_view::npos)
            return at(open, "this group has no end; close it with ')' and a '*n'");
        // The format has none, however easy they would be to read.
        if (const std::size_t inner = m_text.find('(', m_at); inner < close)
            return at(inner, "groups do not nest; write the inner one out");
        if (m_text.find_first_not_of(',', m_at) == close)
            return at(open, "this group is empty");
        m_at = close + 1;
        skipCommas();
        if (m_at >= m_text.size() || m_text[m_at] != '*')
            return at(close, "a group is repeated; write '*n' behind it");
        const auto times = repeats();
        if (!times)
            return times.error();
        const std::size_t behind = m_at;
        std::vector<Item> items; // those that stand for something: each round adds letters
        for (m_at = open + 1; m_at < close;) {
            const auto read = item(close);
            if (!read)
                return read.error();
            if (read->times > 0)
                items.push_back(*read);
        }
        m_at = behind;
        // An empty group repeated a million times would be a short text and a long wait.
        for (int i = 0; i < *times && !items.empty(); ++i)
            for (const Item& repeated : items)
                if (auto taken = take(repeated); !taken)
                    return taken;
        return plan::done();
    }

    plan::Outcome single()
    {
        const auto read = item(m_text.size());
        return read ? take(*read) : plan::Outcome(read.error());
    }

    plan::Outcome take(const Item& item)
    {
        for (int i = 0; i < item.times; ++i)
            if (!m_stages.add(item.letter))
                return at(item.column, m_stages.problem());
        return plan::done();
    }

    // One letter, repeated or not, or a comma, which is nothing; before `end`.
    plan::Result<Item> item(std::size_t end)
    {
        Item item{.letter = m_text[m_at], .column = m_at};
        ++m_at;
        if (item.letter == ',') {
            item.times = 0;
            return item;
        }
        if (item.letter != '|' && kLetters.find(item.letter) == std::string_view::npos)
            return at(item.column, unknown(item.letter));
        skipCommas();
        if (m_at < end && m_text[m_at] == '*') {
            const auto times = repeats();
            if (!times)
                return times.error();
            item.times = *times;
        }
        return item;
    }

    // "*n"; m_at is at the '*'.
    plan::Result<int> repeats()
    {
        const std::size_t star = m_at++;
        skipCommas();
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9')
            ++m_at;
        if (m_at == begin)
            return at(star, "'*' is followed by how often, as in t*3");
        int times = 0;
        const auto [end, error]
            = std::from_chars(m_text.data() + begin, m_text.data() + m_at, times);
        if (error != std::errc{} || times > plan::kMaxLayers)
            return at(begin,
                      "more than " + std::to_string(plan::kMaxLayers) + " times is too often");
        return times;
    }

    static std::string unknown(char c)
    {
        const std::string what = "'" + std::string(1, c) + "' ";
        if (c == '*')
            return what + "repeats what stands right before it: a letter, a '|' or a group";
        if (c == ')')
            return what + "closes no group";
        if (c >= '0' && c <= '9')
            return what + "stands alone; a number follows a '*'";
        if (c < ' ' || c > '~')
            return "a layout is of E, t, m, L, '|', ',', '*', parentheses and digits";
        return what + "is not a layer; write E, t, m or L, and '|' between stages";
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    Stages m_stages;
};

// A stage as the text writes it.
std::string stageText(const plan::StageLayers& stage)
{
    std::string text;
    const auto add = [&](char letter, int times) {
        // As people write it: "tt", but "t*12".
        if (times <= 3)
            text.append(static_cast<std::size_t>(std::max(times, 0)), letter);
        else
            text += letter + ("*" + std::to_string(times));
    };
    add('E', stage.embedding ? 1 : 0);
    add('t', stage.layers);
    add('m', stage.mtpLayers);
    add('L', stage.loss ? 1 : 0);
    return text;
}

} // namespace

plan::Result<plan::LayerSplit> parseLayoutText(std::string_view text)
{
    if (text.size() > kMaxLayoutText)
        return plan::Error{"the layout is longer than " + std::to_string(kMaxLayoutText)
                           + " characters; repeat stages by (...)*n"};
    return LayoutReader(text).read();
}

std::string toLayoutText(const plan::LayerSplit& split)
{
    constexpr std::size_t kLongestPeriod = 8; // stages that return together
    const auto& stages = split.stages;
    const std::size_t last = stages.size() - 1; // no '|' behind it
    std::string text;
    for (std::size_t stage = 0; stage < stages.size();) {
        std::size_t best = 0; // how many stages the repeat covers beyond its first round
        std::size_t period = 1;
        for (std::size_t p = 1; p <= kLongestPeriod && stage + p <= last; ++p) {
            std::size_t covers = 0;
            // Never the last stage, behind which there is no bar: it is written by itself.
            while (stage + p + covers < last
                   && stages[stage + covers] == stages[stage + p + covers])
                ++covers;
            covers -= covers % p;
            if (covers > best) {
                best = covers;
                period = p;
            }
        }
        std::string round;
        for (std::size_t i = 0; i < (best > 0 ? period : 1); ++i)
            round += stageText(stages[stage + i]) + (stage + i < last ? "|" : "");
        if (best == 0)
            text += round;
        else if (round == "|")
            text += "|*" + std::to_string(best + 1);
        else
            text += "(" + round + ")*" + std::to_string(best / period + 1);
        stage += best > 0 ? best + period : 1;
        if (best > 0 && stage <= last && !stages[stage].empty())
            text += ','; // apart for the eye
    }
    return text;
}

plan::Outcome checkLayout(const plan::LayerSplit& split, int ranks, long long layers)
{
    const auto stages = static_cast<long long>(split.stages.size());
    if (ranks < 1 || stages % ranks != 0)
        return plan::Error{"the layout has " + std::to_string(stages)
                           + " stages, which are not divisible by " + std::to_string(ranks)
                           + " ranks; an empty stage is written as '||'"};
    if (split.layers() != layers)
        return plan::Error{"the layout has " + std::to_string(split.layers())
                           + " transformer layers, but the model has " + std::to_string(layers)};
    const auto mtp = [](const plan::StageLayers& stage) { return stage.mtpLayers > 0; };
    const auto withMtp = std::count_if(split.stages.begin(), split.stages.end(), mtp);
    if (withMtp == 0)
        return plan::done();
    const long long stage
        = std::find_if(split.stages.begin(), split.stages.end(), mtp) - split.stages.begin();
    if (withMtp > 1)
        return plan::Error{"the MTP layers stand on " + std::to_string(withMtp)
                           + " stages; put all on one"};
    if (stage < stages - ranks)
        return plan::Error{"the MTP layers stand on stage " + std::to_string(stage) + ", chunk "
                           + std::to_string(stage / ranks) + " of rank "
                           + std::to_string(stage % ranks)
                           + "; put them on the last chunk of a rank, stages "
                           + std::to_string(stages - ranks) + " to " + std::to_string(stages - 1)};
    return plan::done();
}

} // namespace strategy
