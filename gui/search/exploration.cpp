#include "gui/search/exploration.h"

#include "engine/strategy/check.h"

#include <utility>

namespace gui {

Exploration::Exploration(OpenStrategy& first)
    : m_first(&first)
{
    for (const auto changes : {&Document::strategyChanged, &Document::problemsChanged})
        connect(&first.document(), changes, this, &Exploration::follow);
    connect(&first, &OpenItem::changed, this, &Exploration::follow);
    follow();
}

Exploration::Exploration(QString name, strategy::Strategy base)
    : m_name(std::move(name))
    , m_base(std::move(base))
    , m_hasProblems(!strategy::check(m_base).problems.empty())
{
}

QString Exploration::whyNot() const
{
    if (!m_base.model)
        return tr("The strategy needs a model");
    return m_hasProblems ? tr("The strategy has problems, which its editor names") : QString();
}

void Exploration::follow()
{
    const QString before = m_name;
    m_name = m_first->shortTitle();
    m_base = m_first->document().strategy();
    m_hasProblems = !m_first->document().problems().empty();
    emit baseChanged();
    if (m_name != before)
        emit changed();
}

} // namespace gui
