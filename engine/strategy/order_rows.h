// The order of a schedule by hand that stands in the strategy itself: one row of ops per rank, as
// "0F0 0F1 0B0 0B1" (engine/plan/schedule_text.h, with spaces for the commas).

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace strategy {

// A value whose copies share their rows, since a history of edits holds very many of them.
// Whether the rows mean anything is for customSchedule() to say.
class OrderRows {
public:
    OrderRows() = default;
    explicit OrderRows(std::vector<std::string> rows)
        : m_rows(rows.empty() ? nullptr
                              : std::make_shared<const std::vector<std::string>>(std::move(rows)))
    {
    }

    bool empty() const { return m_rows == nullptr; }
    // [rank]
    const std::vector<std::string>& rows() const
    {
        static const std::vector<std::string> kNone;
        return m_rows ? *m_rows : kNone;
    }
    std::size_t bytes() const
    {
        std::size_t bytes = 0;
        for (const std::string& row : rows())
            bytes += row.size();
        return bytes;
    }

    friend bool operator==(const OrderRows& a, const OrderRows& b)
    {
        return a.m_rows == b.m_rows || a.rows() == b.rows();
    }

private:
    std::shared_ptr<const std::vector<std::string>> m_rows; // null: none
};

} // namespace strategy
