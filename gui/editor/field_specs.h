// The fields the editor offers: where each stands in a strategy file, and how it is read from and
// written to a strategy.

#pragma once

#include "engine/strategy/strategy.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace gui {

// A row of the editor for a whole number. Specs are tables that live as long as the program: `key`
// is the path of the field in a strategy file, `label` and `tip` are in English and marked for
// translation in the context "Editor". `get` and `set` are never null.
struct IntegerSpec {
    const char* key = "";
    const char* label = ""; // before the input, and its name for screen readers
    const char* tip = "";
    int low = 0; // the spin box goes no lower; what is out of range above, the check says
    int (*get)(const strategy::Strategy&) = nullptr;
    void (*set)(strategy::Strategy&, int) = nullptr;
    const char* zeroText = nullptr; // shown for 0, where 0 means a default
    // Where given: the default, for the %1 of zeroText.
    int (*zeroValue)(const strategy::Strategy&) = nullptr;
    // Where given: whether the field means anything for that strategy. It is hidden where
    // it does not and is not given either.
    bool (*applies)(const strategy::Strategy&) = nullptr;
};

// As above, for numbers that need not be whole; 0 is the least. What a file says is shown to its
// last digit.
struct DecimalSpec {
    const char* key = "";
    const char* label = "";
    const char* tip = "";
    const char* unit = ""; // stands behind the number, in UTF-8; the same in every language
    double (*get)(const strategy::Strategy&) = nullptr;
    void (*set)(strategy::Strategy&, double) = nullptr;
    // As above. The default that stands for 0 is in the unit of the field.
    const char* zeroText = nullptr;
    double (*zeroValue)(const strategy::Strategy&) = nullptr; // given with zeroText
    bool (*applies)(const strategy::Strategy&) = nullptr;
};

// As above, for a check box.
struct FlagSpec {
    const char* key = "";
    const char* label = "";
    const char* tip = "";
    bool (*get)(const strategy::Strategy&) = nullptr;
    void (*set)(strategy::Strategy&, bool) = nullptr;
    bool (*applies)(const strategy::Strategy&) = nullptr; // as above
};

// As above, for one of a few words, which stand in the list as they stand in a file. Another word
// that a file has is added to them.
struct ChoiceSpec {
    const char* key = "";
    const char* label = "";
    const char* tip = "";
    std::span<const std::string_view> names{};
    std::string (*get)(const strategy::Strategy&) = nullptr;
    void (*set)(strategy::Strategy&, const std::string&) = nullptr;
    bool (*applies)(const strategy::Strategy&) = nullptr; // as above
    // Where given: instead of `names`, those that are known only when the program runs.
    std::span<const std::string_view> (*namesOf)() = nullptr;
    // Where given: the empty word may be chosen too. Its text names the word it stands for, as
    // %1; where that is none, it is "default".
    const char* emptyText = nullptr;
    std::string (*emptyName)(const strategy::Strategy&) = nullptr;
};

// The field of an enum of choices.h: Section is &Strategy::parallel and the like, Field its member.
// A word that the enum does not have leaves the field as it is.
template <auto Section, auto Field>
constexpr ChoiceSpec choiceSpec(const char* key, const char* label, const char* tip,
                                bool (*applies)(const strategy::Strategy&) = nullptr)
{
    using Choice = std::remove_cvref_t<decltype(strategy::Strategy{}.*Section.*Field)>;
    return {key,
            label,
            tip,
            strategy::kWords<Choice>,
            [](const strategy::Strategy& s) {
                return std::string(strategy::wordOf(s.*Section.*Field));
            },
            [](strategy::Strategy& s, const std::string& word) {
                s.*Section.*Field = strategy::choiceOf<Choice>(word).value_or(s.*Section.*Field);
            },
            applies};
}

// A row of any of these kinds.
using FieldSpec = std::variant<IntegerSpec, DecimalSpec, FlagSpec, ChoiceSpec>;

// Those that matter first, and the rest, which are rarely wanted.
struct SectionSpecs {
    std::span<const FieldSpec> first;
    std::span<const FieldSpec> rest;
};

// As above, for a time in the costs: nanoseconds here, typed as microseconds.
struct CostSpec {
    const char* key = "";
    const char* label = "";
    const char* tip = "";
    plan::Nanoseconds (*get)(const plan::Costs&) = nullptr;
    void (*set)(plan::Costs&, plan::Nanoseconds) = nullptr;
    // False where the strategy gives more than one time can say: it is then shown only.
    bool (*isOneTime)(const strategy::Strategy&) = nullptr;
};

// The tables. They live as long as the program, and their order is that of the rows.
std::span<const IntegerSpec> shapeSpecs();  // ranks, chunks, microbatches
std::span<const IntegerSpec> optionSpecs(); // of the schedule
std::span<const IntegerSpec> batchSpecs();
std::span<const CostSpec> costSpecs();

SectionSpecs modelSpecs(); // they mean something only where the strategy has a model
SectionSpecs parallelSpecs();
SectionSpecs computeSpecs(); // recomputation and types
SectionSpecs kernelSpecs();  // overlap and kernels
SectionSpecs clusterSpecs(); // beside the device itself
SectionSpecs deviceSpecs();  // of a device that the strategy describes

// All of them.
std::array<SectionSpecs, 6> sectionSpecs();

} // namespace gui
