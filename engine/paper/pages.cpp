#include "engine/paper/pages.h"

namespace paper {
namespace {

class Paginator {
public:
    Paginator(const std::vector<Item>& items, double height)
        : m_items(items)
        , m_height(height)
    {
    }

    std::vector<std::vector<Placed>> all()
    {
        for (std::size_t i = 0; i < m_items.size(); ++i) {
            if (!m_pages.back().empty()
                && (m_items[i].onNewPage || wantsNewPage(i, Keep::Together)
                    || wantsNewPage(i, Keep::Tight) || !fits(i, i + 1, m_y)))
                beginPage();
            place(i);
        }
        return std::move(m_pages);
    }

private:
    // The end of what is kept together as firmly as that, from `first` on.
    std::size_t endOf(std::size_t first, Keep keep) const
    {
        std::size_t end = first;
        while (end + 1 < m_items.size() && m_items[end].keep >= keep && !m_items[end + 1].onNewPage)
            ++end;
        return end + 1;
    }

    // From `y` on; 0 is the top of a page, where no room is left over the first.
    bool fits(std::size_t first, std::size_t end, double y) const
    {
        for (std::size_t i = first; i < end; ++i)
            y += (y > 0 ? m_items[i].before : 0) + m_items[i].height;
        return y <= m_height;
    }

    bool wantsNewPage(std::size_t first, Keep keep) const
    {
        const bool begins = first == 0 || m_items[first - 1].keep < keep;
        const std::size_t end = endOf(first, keep);
        return begins && !fits(first, end, m_y) && fits(first, end, 0);
    }

    void beginPage()
    {
        m_pages.emplace_back();
        m_y = 0;
    }

    void place(std::size_t i)
    {
        if (m_y > 0)
            m_y += m_items[i].before;
        m_pages.back().push_back({i, m_y});
        m_y += m_items[i].height;
    }

    const std::vector<Item>& m_items;
    const double m_height;
    std::vector<std::vector<Placed>> m_pages{1};
    double m_y = 0;
};

} // namespace

std::vector<std::vector<Placed>> pagesOf(const std::vector<Item>& items, double height)
{
    return Paginator(items, height).all();
}

} // namespace paper
