// The plain fields of a strategy by their keys, as text.

#pragma once

#include "engine/strategy/fields.h"
#include "engine/strategy/scalars.h"
#include "gui/editor/layer_list.h"

#include <map>
#include <string>

namespace gui::test {

using Fields = std::map<std::string, std::string>;

// Of one section: a visitor of visitFields().
template <class Source>
class Walk {
public:
    Walk(std::string section, const Source& source, Fields& values)
        : m_section(std::move(section))
        , m_source(source)
        , m_values(values)
    {
    }

    void integer(std::string_view key, int Source::*member, const strategy::Range&)
    {
        put(key, std::to_string(m_source.*member));
    }
    void boolean(std::string_view key, bool Source::*member)
    {
        put(key, m_source.*member ? "true" : "false");
    }
    template <class Choice>
    void choice(std::string_view key, Choice Source::*member)
    {
        put(key, std::string(strategy::wordOf(m_source.*member)));
    }
    void text(std::string_view key, std::string Source::*member) { put(key, m_source.*member); }
    void decimal(std::string_view key, double Source::*member, const strategy::DecimalRange&)
    {
        put(key, strategy::decimalText(m_source.*member));
    }
    void integers(std::string_view key, std::vector<int> Source::*member, const strategy::Range&)
    {
        put(key, layersText(m_source.*member).toStdString());
    }
    template <class Accessor>
    void optionalInteger(std::string_view key, Accessor accessor, const strategy::Range&)
    {
        put(key, std::to_string(accessor(m_source).value_or(-1)));
    }

private:
    void put(std::string_view key, std::string value)
    {
        m_values[m_section + '.' + std::string(key)] = std::move(value);
    }

    std::string m_section;
    const Source& m_source;
    Fields& m_values;
};

template <class Source>
void walk(std::string section, const Source& source, Fields& values)
{
    Walk<Source> visitor(std::move(section), source, values);
    visitFields(visitor, std::type_identity<Source>{});
}

// Those of the sections that the editor edits whole.
inline Fields editedFields(const strategy::Strategy& s)
{
    Fields values;
    walk("model", s.model.value_or(strategy::Model{}), values);
    walk("parallel", s.parallel, values);
    walk("overlap", s.overlap, values);
    walk("kernels", s.kernels, values);
    walk("precision", s.precision, values);
    walk("recompute", s.recompute, values);
    walk("cluster", s.cluster, values);
    return values;
}

inline Fields allFields(const strategy::Strategy& s)
{
    Fields values = editedFields(s);
    walk("batch", s.batch, values);
    walk("schedule", s.schedule, values);
    walk("training", s.training, values);
    return values;
}

} // namespace gui::test
