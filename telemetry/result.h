// A value, or the sentence that says why there is none.
//
// Telemetry has its own because it may include nothing but itself: a recording
// must be readable without the rest of the program. It stands for facts of the world, such as a
// missing file or a full disk, and for options out of range.

#pragma once

#include <string>
#include <utility>
#include <variant>

namespace telemetry {

// Why something is not there or was not done.
struct Error {
    std::string message; // one sentence for a person: what, where, what to do
};

// Converts from either, so that a function returns the value or an Error as they stand. T is moved,
// never default-constructed. A result that nobody looks at is a warning of the compiler.
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

    // True: there is a value.
    explicit operator bool() const { return m_state.index() == 0; }

    // The value, which the result goes on to own unless it is moved from. Precondition:
    // bool(*this).
    T& operator*() & { return *std::get_if<0>(&m_state); }
    const T& operator*() const& { return *std::get_if<0>(&m_state); }
    T&& operator*() && { return std::move(*std::get_if<0>(&m_state)); }
    T* operator->() { return std::get_if<0>(&m_state); }
    const T* operator->() const { return std::get_if<0>(&m_state); }

    // Precondition: !bool(*this).
    const Error& error() const { return *std::get_if<1>(&m_state); }

private:
    std::variant<T, Error> m_state;
};

} // namespace telemetry
