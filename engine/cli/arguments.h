// Words of the command line, read strictly: a word is taken whole, or refused with a sentence that
// names its flag and what it must be. Numbers are decimal.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/result.h"

#include <string>
#include <vector>

namespace cli {

// Digits alone: [1, 2^31), and [0, 2^31).
plan::Result<int> positiveInteger(const std::string& flag, const std::string& word);
plan::Result<int> wholeNumber(const std::string& flag, const std::string& word);

// Microseconds with up to three digits after the point, exactly; 0 or more.
plan::Result<plan::Nanoseconds> microseconds(const std::string& flag, const std::string& word);

// One or more of them, separated by commas.
plan::Result<std::vector<plan::Nanoseconds>> microsecondsList(const std::string& flag,
                                                              const std::string& word);

// A share from 0 to 1.
plan::Result<double> share(const std::string& flag, const std::string& word);

// What rankFactor() reads. "3=1.2": everything takes 1.2 times as long on rank 3 of `ranks`.
struct RankFactor {
    int rank = 0;
    double factor = 1;
};
// The factor lies in [0.001, 1000].
plan::Result<RankFactor> rankFactor(const std::string& flag, const std::string& word, int ranks);

// The words between the commas, one at least; empty ones too.
std::vector<std::string> splitAtCommas(const std::string& word);

// A line on stderr, with the characters made harmless that would act on a terminal.
void complain(const std::string& sentence);

// Says every complaint on stderr and goes on with a stand-in, so that all are said at once.
class FlagReader {
public:
    // `otherwise` where the flag is absent, or wrong.
    template <class Value, class Read, class... More>
    Value value(const std::string& flag, const std::string& word, Value otherwise, const Read& read,
                const More&... more)
    {
        if (word.empty())
            return otherwise;
        const auto taken = read(flag, word, more...);
        if (taken)
            return *taken;
        fail(taken.error().message);
        return otherwise;
    }

    // For what value() cannot see: says the sentence, and good() is false from now on.
    void fail(const std::string& sentence);
    bool good() const { return m_good; }

private:
    bool m_good = true;
};

} // namespace cli
