// The answer to what is asked with every tick, and changes far less often.

#pragma once

#include <optional>
#include <utility>

namespace gui {

// `Question`: all that the answer depends on, in a value that is cheap to compare.
template <class Question>
class KeptAnswer {
public:
    // `work` is done where another question was asked last.
    template <class Work>
    bool of(Question question, Work&& work)
    {
        if (m_question != question) {
            m_answer = work();
            m_question = std::move(question);
        }
        return m_answer;
    }

private:
    std::optional<Question> m_question;
    bool m_answer = false;
};

} // namespace gui
