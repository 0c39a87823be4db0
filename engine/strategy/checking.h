// One pass of checks over a strategy: what the parts of check() share. Internal to
// this folder.

#pragma once

#include "engine/strategy/check.h"

#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

namespace strategy {

// Borrows the strategy. One problem a field is enough: a second one with the same key, or with a
// key whose whole section is wrong, is dropped, and so is what follows from a value that could not
// be read. Warnings are never dropped.
class Checking {
public:
    // `unreadable`: keys that are wrong already; see check().
    Checking(const Strategy& checked, std::set<std::string> unreadable)
        : strategy(checked)
        , m_wrong(std::move(unreadable))
    {
    }

    // `key` is the dotted path, "parallel.tensor". The sentence goes on from it: "must be ...".
    void problem(std::string key, std::string sentence);
    void warning(std::string key, std::string sentence);

    // True if nothing was said against any of these keys or their sections, so that a
    // condition over them means something.
    bool areSound(std::initializer_list<std::string_view> keys) const;

    // True if something was said against a key of that section, or the section.
    bool isWrongWithin(std::string_view section) const;

    // False of a custom schedule whose file was not read.
    bool knowsShape() const { return strategy.schedule.name != kCustomSchedule || customShape; }

    // Where it is known: the strategy's, or the one its custom schedule's file has.
    plan::Shape shape() const { return customShape.value_or(shapeOf(strategy)); }
    // Positions along the model: two directions hold each stage twice.
    long long stages() const
    {
        return static_cast<long long>(shape().ranks) * shape().chunks / shape().directions;
    }

    const Strategy& strategy;
    Findings findings;                      // what is told so far, in the order of the checks
    std::optional<plan::Shape> customShape; // of a custom schedule whose file was read

private:
    std::set<std::string> m_wrong; // keys with a problem, and the unreadable ones
};

// Each looks at one part. The later ones rely on what the earlier ones found.
void checkRanges(Checking& checking);
void checkDevices(Checking& checking);
void checkBatch(Checking& checking);
void checkSchedule(Checking& checking);
void checkModel(Checking& checking);
void checkLayers(Checking& checking);
void checkExperts(Checking& checking);
void checkEfficiency(Checking& checking); // warnings only
void checkFolds(Checking& checking);      // likewise
void checkCosts(Checking& checking);
void checkPrediction(Checking& checking); // warnings only

// "8 x 4 = 32" and the like in sentences.
std::string number(long long value);

} // namespace strategy
