// A value, or the reason there is none.
//
// For what can fail without a mistake in the program: a file that is not there, a schedule that
// does not exist for a shape. A broken precondition is no Error. The caller must look at the
// result, of which [[nodiscard]] reminds it.
//
// C++20 has no std::expected; this is the small part of it we use. Replace by
// the standard one when the toolchain allows.

#pragma once

#include <string>
#include <utility>
#include <variant>

namespace plan {

struct Error {
    std::string message; // one sentence for a person: what is wrong, and what to do
};

// Both constructors are implicit, so that a function returns its value or an Error as it is.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value)
        : m_state(std::in_place_index<0>, std::move(value))
    {
    }
    Result(Error error)
        : m_state(std::in_place_index<1>, std::move(error))
    {
    }

    // Whether there is a value.
    explicit operator bool() const { return m_state.index() == 0; }

    // Precondition: bool(*this). Without it the behaviour is undefined, as of std::expected.
    const T& operator*() const& { return *std::get_if<0>(&m_state); }
    T& operator*() & { return *std::get_if<0>(&m_state); }
    T&& operator*() && { return std::move(*std::get_if<0>(&m_state)); }
    const T* operator->() const { return std::get_if<0>(&m_state); }
    T* operator->() { return std::get_if<0>(&m_state); }

    // Precondition: !bool(*this).
    const Error& error() const { return *std::get_if<1>(&m_state); }

private:
    std::variant<T, Error> m_state;
};

// For work that yields nothing but success.
using Outcome = Result<std::monostate>;
inline Outcome done() { return std::monostate{}; }

} // namespace plan
