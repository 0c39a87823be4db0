#include "gui/text/fuzzy.h"

#include <algorithm>
#include <vector>

namespace gui {
namespace {

constexpr int kLetter = 4;
constexpr int kBeginning = 12; // of a word
constexpr int kFollows = 14;   // the letter before it
constexpr int kSkipped = 1;    // letters between the two

bool beginsWord(const QString& name, qsizetype place)
{
    return place == 0 || !name[place - 1].isLetterOrNumber()
        || (name[place].isUpper() && name[place - 1].isLower());
}

} // namespace

std::optional<int> fuzzyScore(const QString& typed, const QString& name)
{
    QString letters = typed.toCaseFolded();
    letters.remove(QLatin1Char(' '));
    if (letters.isEmpty())
        return 0;
    const QString folded = name.toCaseFolded();
    if (folded.size() != name.size() || letters.size() > folded.size())
        return folded.contains(letters) ? std::optional(kLetter) : std::nullopt;
    // [place]: the best score so far with the letter of this round on that place.
    const auto size = static_cast<std::size_t>(folded.size());
    constexpr int kNone = -1;
    std::vector<int> before(size, kNone);
    for (qsizetype round = 0; round < letters.size(); ++round) {
        std::vector<int> now(size, kNone);
        int reached = round == 0 ? 0 : kNone; // best of any earlier place, less what was skipped
        for (std::size_t place = 0; place < size; ++place) {
            const auto at = static_cast<qsizetype>(place);
            if (folded[at] == letters[round]) {
                int best = reached;
                if (place > 0 && before[place - 1] != kNone)
                    best = std::max(best, before[place - 1] + kFollows);
                if (best != kNone)
                    now[place] = best + kLetter + (beginsWord(name, at) ? kBeginning : 0);
            }
            if (round > 0 && before[place] != kNone)
                reached = std::max(reached, std::max(0, before[place] - kSkipped));
        }
        before = std::move(now);
    }
    const auto best = std::max_element(before.begin(), before.end());
    if (*best == kNone)
        return {};
    // Between equals the shorter name, in which the letters stand earlier.
    return *best * 64 - static_cast<int>(std::min<std::size_t>(size, 60))
        - static_cast<int>(std::min<std::ptrdiff_t>(best - before.begin(), 3));
}

} // namespace gui
