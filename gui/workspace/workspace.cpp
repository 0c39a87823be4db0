#include "gui/workspace/workspace.h"

#include "gui/lessons/progress_store.h"
#include "gui/workspace/open_strategy.h"

#include <algorithm>

namespace gui {

Workspace::Workspace(QString runProgram)
    : m_runProgram(std::move(runProgram))
{
}

Workspace::~Workspace() = default;

ProgressStore& Workspace::progress()
{
    if (!m_progress)
        m_progress = std::make_unique<ProgressStore>(ProgressStore::usualFile());
    return *m_progress;
}

int Workspace::placeOf(const OpenItem& item) const
{
    const auto found = std::find_if(m_items.begin(), m_items.end(),
                                    [&item](const auto& each) { return each.get() == &item; });
    return found == m_items.end() ? -1 : static_cast<int>(found - m_items.begin());
}

OpenItem* Workspace::current() const { return m_current < 0 ? nullptr : &at(m_current); }

void Workspace::setCurrent(int place)
{
    if (place == m_current || place < 0 || place >= count())
        return;
    m_current = place;
    emit currentChanged();
}

OpenItem& Workspace::add(std::unique_ptr<OpenItem> item)
{
    OpenItem& added = addBehind(std::move(item));
    setCurrent(placeOf(added));
    return added;
}

OpenItem& Workspace::addBehind(std::unique_ptr<OpenItem> item)
{
    m_items.push_back(std::move(item));
    emit added(count() - 1);
    return at(count() - 1);
}

OpenStrategy& Workspace::addStrategy()
{
    return static_cast<OpenStrategy&>(add(std::make_unique<OpenStrategy>(m_runProgram)));
}

void Workspace::remove(int place)
{
    emit aboutToRemove(place);
    // It lives until everybody has heard of it.
    const std::unique_ptr<OpenItem> gone = std::move(m_items[static_cast<std::size_t>(place)]);
    m_items.erase(m_items.begin() + place);
    const bool wasInFront = place == m_current;
    if (place < m_current || m_current == count())
        --m_current;
    emit removed(place);
    if (wasInFront)
        emit currentChanged();
}

void Workspace::move(int from, int to)
{
    if (from == to)
        return;
    const OpenItem* front = current();
    auto item = std::move(m_items[static_cast<std::size_t>(from)]);
    m_items.erase(m_items.begin() + from);
    m_items.insert(m_items.begin() + to, std::move(item));
    if (front)
        m_current = placeOf(*front);
    emit moved(from, to);
}

} // namespace gui
