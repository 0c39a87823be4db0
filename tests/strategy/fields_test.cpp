// A field is one line in fields.h: a member of a strategy that has none would be neither read nor
// written nor checked, and this names it.

#include "engine/strategy/fields.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace strategy {
namespace {

template <class>
inline constexpr bool kIsOptional = false;
template <class Value>
inline constexpr bool kIsOptional<std::optional<Value>> = true;

// Stands for a value of any member's type; an optional is made from one by itself.
struct AnyValue {
    template <class Member>
    requires(!kIsOptional<Member>) operator Member() const { return {}; }
};

template <std::size_t>
using AnyOf = AnyValue;

template <class Section, std::size_t... I>
constexpr bool takesMembers(std::index_sequence<I...>)
{
    return requires { Section{AnyOf<I>{}...}; };
}

// An aggregate takes a value for each of its members, and no more.
template <class Section, std::size_t Count = 0>
constexpr std::size_t memberCount()
{
    if constexpr (takesMembers<Section>(std::make_index_sequence<Count + 1>()))
        return memberCount<Section, Count + 1>();
    else
        return Count;
}

struct Line {
    std::string key;
    std::size_t begin = 0; // in the section's bytes
    std::size_t end = 0;
    std::size_t alignment = 1;
};

template <class Section>
class LinesReached {
public:
    void integer(std::string_view key, int Section::*member, const Range&) { add(key, member); }
    void boolean(std::string_view key, bool Section::*member) { add(key, member); }
    template <class Choice>
    void choice(std::string_view key, Choice Section::*member)
    {
        add(key, member);
    }
    void text(std::string_view key, std::string Section::*member) { add(key, member); }
    void integers(std::string_view key, std::vector<int> Section::*member, const Range&)
    {
        add(key, member);
    }
    void decimal(std::string_view key, double Section::*member, const DecimalRange&)
    {
        add(key, member);
    }
    template <class Accessor>
    void optionalInteger(std::string_view, Accessor, const Range&)
    {
    }

    // Where members stand that have no line, as far as their bytes show it.
    std::string gaps()
    {
        std::sort(m_lines.begin(), m_lines.end(),
                  [](const Line& a, const Line& b) { return a.begin < b.begin; });
        std::string text;
        Line before{"the beginning", 0, 0, 1};
        for (const Line& line : m_lines) {
            const std::size_t least
                = (before.end + line.alignment - 1) / line.alignment * line.alignment;
            if (line.begin > least)
                text += "; look between " + before.key + " and " + line.key;
            before = line;
        }
        return text + "; or behind " + before.key;
    }
    std::size_t count() const { return m_lines.size(); }

private:
    template <class Value>
    void add(std::string_view key, Value Section::*member)
    {
        const auto* base = reinterpret_cast<const char*>(&m_section);
        const auto begin
            = static_cast<std::size_t>(reinterpret_cast<const char*>(&(m_section.*member)) - base);
        m_lines.push_back({std::string(key), begin, begin + sizeof(Value), alignof(Value)});
    }

    Section m_section;
    std::vector<Line> m_lines;
};

// `others`: members that fields.h says are handled elsewhere.
template <class Section>
void expectALineEach(const char* name, std::size_t others = 0)
{
    LinesReached<Section> lines;
    visitFields(lines, std::type_identity<Section>{});
    EXPECT_EQ(lines.count() + others, memberCount<Section>())
        << "a member of " << name << " has no line in fields.h" << lines.gaps();
}

TEST(Fields, EveryMemberHasALine)
{
    expectALineEach<Model>("Model");
    expectALineEach<Parallel>("Parallel");
    expectALineEach<Batch>("Batch");
    expectALineEach<ScheduleChoice>("ScheduleChoice", 2); // options: optionalInteger(); order
    expectALineEach<Recompute>("Recompute");
    expectALineEach<Overlap>("Overlap");
    expectALineEach<Kernels>("Kernels");
    expectALineEach<Precision>("Precision");
    expectALineEach<Training>("Training");
    expectALineEach<DeviceSpec>("DeviceSpec");
    expectALineEach<Cluster>("Cluster", 3); // device, spec, fitted
}

struct Short {
    int first = 0;
    int forgotten = 0;
    bool last = false;
};

TEST(Fields, AForgottenMemberIsFound)
{
    LinesReached<Short> lines;
    lines.integer("first", &Short::first, {});
    lines.boolean("last", &Short::last);
    EXPECT_EQ(memberCount<Short>(), 3u);
    EXPECT_EQ(lines.count(), 2u);
    EXPECT_EQ(lines.gaps(), "; look between first and last; or behind last");
}

} // namespace
} // namespace strategy
