// Sentences about a schedule, collected up to a limit; beyond it they are only counted.

#pragma once

#include <string>
#include <vector>

namespace plan {

class Complaints {
public:
    explicit Complaints(std::size_t limit)
        : m_limit(limit)
    {
    }

    bool full() const { return m_sentences.size() >= m_limit; }
    bool none() const { return m_sentences.empty() && m_more == 0; }
    std::size_t more() const { return m_more; }
    const std::vector<std::string>& sentences() const { return m_sentences; }

    // `make` is called only if its sentence is kept.
    template <class Sentence>
    void add(Sentence&& make)
    {
        if (full())
            ++m_more;
        else
            m_sentences.push_back(make());
    }
    void countMore(std::size_t count) { m_more += count; }

private:
    std::size_t m_limit;
    std::size_t m_more = 0;
    std::vector<std::string> m_sentences;
};

} // namespace plan
