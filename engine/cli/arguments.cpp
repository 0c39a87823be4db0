#include "engine/cli/arguments.h"

#include "engine/plan/printable.h"
#include "engine/strategy/problem.h"
#include "engine/strategy/scalars.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace cli {
namespace {

// As a strategy file would hold it.
strategy::Node scalar(const std::string& word)
{
    strategy::Node node;
    node.kind = strategy::Node::Kind::Scalar;
    node.plain = true;
    node.text = word;
    return node;
}

template <class Value>
plan::Result<Value> named(const std::string& flag, plan::Result<Value> value)
{
    if (value)
        return value;
    return plan::Error{flag + ": " + value.error().message};
}

plan::Result<int> integerFrom(int least, const std::string& flag, const std::string& word)
{
    int value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    // from_chars() takes a minus sign, too.
    const bool digits = !word.empty()
        && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits || error != std::errc{} || end != word.data() + word.size() || value < least)
        return plan::Error{flag + ": must be a whole number from " + std::to_string(least)
                           + " to 2147483647, not '" + strategy::shown(word) + "'"};
    return value;
}

} // namespace

plan::Result<int> positiveInteger(const std::string& flag, const std::string& word)
{
    return integerFrom(1, flag, word);
}

plan::Result<int> wholeNumber(const std::string& flag, const std::string& word)
{
    return integerFrom(0, flag, word);
}

plan::Result<plan::Nanoseconds> microseconds(const std::string& flag, const std::string& word)
{
    // Read as a strategy file reads it, so that a number means the same in both.
    return named(flag, strategy::microsecondsOf(scalar(word)));
}

plan::Result<std::vector<plan::Nanoseconds>> microsecondsList(const std::string& flag,
                                                              const std::string& word)
{
    std::vector<plan::Nanoseconds> times;
    for (const std::string& piece : splitAtCommas(word)) {
        const auto time = microseconds(flag, piece);
        if (!time)
            return time.error();
        times.push_back(*time);
    }
    return times;
}

plan::Result<double> share(const std::string& flag, const std::string& word)
{
    auto value = strategy::decimalOf(scalar(word), strategy::kOverlapRange);
    if (value && *value > strategy::kOverlapRange.high)
        value = plan::Error{strategy::rangeSentence(strategy::kOverlapRange, word)};
    return named(flag, value);
}

plan::Result<RankFactor> rankFactor(const std::string& flag, const std::string& word, int ranks)
{
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos)
        return plan::Error{flag + ": must be RANK=FACTOR, as in 3=1.2, not '"
                           + strategy::shown(word) + "'"};
    const auto rank = strategy::wholeOf(scalar(word.substr(0, equals)), {0, ranks - 1});
    if (!rank)
        return plan::Error{flag + ": the rank " + rank.error().message};
    const std::string digits = word.substr(equals + 1);
    const auto factor = strategy::decimalOf(scalar(digits), strategy::kFactorRange);
    if (!factor || *factor < strategy::kFactorRange.low || *factor > strategy::kFactorRange.high)
        return plan::Error{
            flag + ": the factor "
            + strategy::rangeSentence(strategy::kFactorRange, strategy::shown(digits))};
    return RankFactor{static_cast<int>(*rank), *factor};
}

std::vector<std::string> splitAtCommas(const std::string& word)
{
    std::vector<std::string> pieces;
    std::size_t begin = 0;
    for (std::size_t comma = word.find(','); comma != std::string::npos;
         begin = comma + 1, comma = word.find(',', begin))
        pieces.push_back(word.substr(begin, comma - begin));
    pieces.push_back(word.substr(begin));
    return pieces;
}

void complain(const std::string& sentence)
{
    fmt::print(stderr, "{}\n", plan::printable(sentence));
}

void FlagReader::fail(const std::string& sentence)
{
    complain(sentence);
    m_good = false;
}

} // namespace cli
