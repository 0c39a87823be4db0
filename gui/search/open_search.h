// A search that is open: what it was asked, how far it is, and what it has found.

#pragma once

#include "engine/strategy/search/search.h"
#include "gui/background/newest_work.h"
#include "gui/search/exploration.h"

#include <atomic>
#include <memory>
#include <optional>

namespace gui {

// Immutable once published.
struct SearchAnswer {
    strategy::SearchResult result{};
    // The strategy that it began with; nothing: it has no step.
    std::optional<strategy::FoundStrategy> own{};
    QString failure{}; // a sentence; then there is nothing else
};

using SearchAnswerPtr = std::shared_ptr<const SearchAnswer>;

// One search at a time, on a thread of its own.
class OpenSearch : public Exploration {
    Q_OBJECT
public:
    using Exploration::Exploration;
    // Stops the search under way and waits for it.
    ~OpenSearch() override;

    QString title() const override;

    // Starts a search from base(), which does not follow later changes; one under way is given up
    // and its result dropped. Does nothing where there is a whyNot().
    void start(const strategy::SearchAsked& wanted);
    // Returns at once; the search ends soon after.
    void stop(); // what was found so far is the answer
    bool isSearching() const { return m_stop != nullptr; }

    // What it was asked last. The next one begins with it, if only in the panel.
    const strategy::SearchAsked& asked() const { return m_asked; }
    void setAsked(const strategy::SearchAsked& asked) { m_asked = asked; }

    // The last one; null: there is none yet.
    const SearchAnswerPtr& answer() const { return m_answer; }

signals:
    void searching(); // begun or ended
    void progressed(const strategy::SearchProgress& progress);
    void answered();

private:
    void take(SearchAnswerPtr answer);

    strategy::SearchAsked m_asked;
    SearchAnswerPtr m_answer;
    std::shared_ptr<std::atomic<bool>>
        m_stop;        // of the search under way, which shares it; else null
    NewestWork m_work; // last: its thread ends first
};

} // namespace gui
