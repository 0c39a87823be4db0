// Sentences about a schedule, collected up to a limit; beyond it they are only counted.
//
// One slip, such as a row too many in a file, can break a rule for each of millions of ops. A
// person reads the first few sentences and needs to know only how many more there are.

#pragma once

#include <string>
#include <vector>

namespace plan {

class Complaints {
public:
    // `limit`: how many sentences are kept. 0 keeps none, but counts them all.
    explicit Complaints(std::size_t limit)
        : m_limit(limit)
    {
    }

    // No further sentence will be kept.
    bool full() const { return m_sentences.size() >= m_limit; }
    bool none() const { return m_sentences.empty() && m_more == 0; }
    // How many there were beyond those kept.
    std::size_t more() const { return m_more; }
    const std::vector<std::string>& sentences() const { return m_sentences; }

    // `make` returns the sentence. It is called only if the sentence is kept: making one costs far
    // more than counting it.
    template <class Sentence>
    void add(Sentence&& make)
    {
        if (full())
            ++m_more;
        else
            m_sentences.push_back(make());
    }
    // For checks that can tell how many there are without making each.
    void countMore(std::size_t count) { m_more += count; }

private:
    std::size_t m_limit;
    std::size_t m_more = 0;
    std::vector<std::string> m_sentences;
};

} // namespace plan
