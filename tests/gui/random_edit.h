// Random changes of a strategy, legal and not: what a person could do to it in the editor.

#pragma once

#include "gui/editor/field_specs.h"

#include <rapidcheck.h>

namespace gui::test {

struct Change {
    int field = 0;
    int value = 0;
    bool endGesture = false;
};

inline QString applyTo(strategy::Strategy& strategy, const Change& change)
{
    const auto integer = [&](const IntegerSpec& spec) {
        spec.set(strategy, change.value);
        return QString::fromLatin1(spec.key);
    };
    switch (change.field % 7) {
    case 0:
    case 1:
    case 2:
        return integer(shapeSpecs()[static_cast<std::size_t>(change.field % 3)]);
    case 3:
        return integer(optionSpecs()[0]);
    case 4:
        return integer(batchSpecs()[static_cast<std::size_t>(change.value) % 2]);
    case 5: {
        const CostSpec& spec = costSpecs()[static_cast<std::size_t>(change.value) % 4];
        strategy.costs = strategy::costsOf(strategy);
        spec.set(*strategy.costs, plan::Nanoseconds{change.value * 1000LL});
        return QString::fromLatin1(spec.key);
    }
    default:
        strategy.schedule.name = std::string(
            plan::catalog()[static_cast<std::size_t>(change.value) % plan::catalog().size()]->name);
        return QStringLiteral("schedule.name");
    }
}

} // namespace gui::test

namespace rc {

template <>
struct Arbitrary<gui::test::Change> {
    static Gen<gui::test::Change> arbitrary()
    {
        return gen::build<gui::test::Change>(
            gen::set(&gui::test::Change::field, gen::inRange(0, 7)),
            gen::set(&gui::test::Change::value, gen::inRange(0, 40)),
            gen::set(&gui::test::Change::endGesture));
    }
};

} // namespace rc
