#include "tests/runtime/collectives/collective_cases.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace engine::test {

namespace {

// Not exact in binary, so that the order of a sum shows in its bits.
template <class T>
T value(int member, std::size_t i, int salt = 0)
{
    return T(1) / T(1 + (static_cast<int>(i * 7) + member * 13 + salt * 29) % 101)
        - T(member) / T(3);
}

template <class T>
std::vector<T> valuesOf(int member, std::size_t length, int salt = 0)
{
    std::vector<T> values(length);
    for (std::size_t i = 0; i < length; ++i)
        values[i] = value<T>(member, i, salt);
    return values;
}

// Member after member, which is what the interface promises.
template <class T>
std::vector<T> sums(int members, std::size_t length, int salt = 0)
{
    std::vector<T> sum = valuesOf<T>(0, length, salt);
    for (int member = 1; member < members; ++member)
        for (std::size_t i = 0; i < length; ++i)
            sum[i] += value<T>(member, i, salt);
    return sum;
}

template <class T>
bool sameBits(const std::vector<T>& a, const std::vector<T>& b)
{
    return a.size() == b.size()
        && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

// Of sums in whatever order, whose terms are at most as many and as large as those of value().
template <class T>
bool sameSums(const std::vector<T>& a, const std::vector<T>& b, const Cases& cases)
{
    if (cases.inOrder)
        return sameBits(a, b);
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](T x, T y) {
               return std::abs(x - y) <= T(1e-5);
           });
}

std::string wrong(const HostCommunicator& group, const std::string& what)
{
    return group.name() + " rank " + std::to_string(group.rank()) + " of "
        + std::to_string(group.size()) + ": " + what + "\n";
}

std::string failure(const HostCommunicator& group, const plan::Outcome& outcome)
{
    return outcome ? std::string() : wrong(group, outcome.error().message);
}

std::byte byteOf(int member, std::size_t i)
{
    return std::byte((static_cast<std::size_t>(member) * 31 + i * 3 + 1) % 251);
}

std::vector<std::byte> bytesOf(int member, std::size_t length)
{
    std::vector<std::byte> bytes(length);
    for (std::size_t i = 0; i < length; ++i)
        bytes[i] = byteOf(member, i);
    return bytes;
}

// Below, at and above what is one message, one piece.
constexpr std::array<std::size_t, 6> kLengths = {0, 1, 7, 1000, 16'384, 100'000};
constexpr std::size_t kSeveralPieces = 900'001; // of two ranks

template <class T>
std::string checkSum(HostCommunicator& group, std::size_t length, const Cases& cases)
{
    const std::vector<T> expected = sums<T>(group.size(), length);
    std::string problems;
    std::vector<T> first;
    for (int repeat = 0; repeat < 2; ++repeat) {
        std::vector<T> values = valuesOf<T>(group.rank(), length);
        problems += failure(group, finish(group.allReduce(std::span(values), ReduceOp::Sum)));
        if (!sameSums(values, expected, cases))
            problems += wrong(group, "the sum of " + std::to_string(length) + " differs");
        if (repeat == 0)
            first = values;
        else if (!sameBits(values, first))
            problems += wrong(group, "the sum of " + std::to_string(length) + " does not repeat");
    }
    // Nobody else's differs either.
    std::vector<T> all(first.size() * static_cast<std::size_t>(group.size()));
    problems += failure(group,
                        finish(group.allGather(std::as_bytes(std::span(first)),
                                               std::as_writable_bytes(std::span(all)))));
    for (std::size_t i = 0; i < all.size(); i += std::max<std::size_t>(first.size(), 1))
        if (!std::equal(first.begin(), first.end(), all.begin() + static_cast<std::ptrdiff_t>(i)))
            problems += wrong(group, "members have different sums");
    return problems;
}

template <class T>
std::string checkMax(HostCommunicator& group)
{
    constexpr std::size_t kLength = 30'000;
    std::vector<T> values = valuesOf<T>(group.rank(), kLength);
    std::vector<T> expected = valuesOf<T>(0, kLength);
    for (int member = 1; member < group.size(); ++member)
        for (std::size_t i = 0; i < kLength; ++i)
            expected[i] = std::max(expected[i], value<T>(member, i));
    values[5] = group.rank() == group.size() / 2 ? std::numeric_limits<T>::quiet_NaN() : T(1);
    std::string problems
        = failure(group, finish(group.allReduce(std::span(values), ReduceOp::Max)));
    if (!std::isnan(values[5]))
        problems += wrong(group, "not-a-number was lost in the maximum");
    values[5] = expected[5];
    if (!sameBits(values, expected))
        problems += wrong(group, "the maximum differs");
    return problems;
}

} // namespace

std::string checkAllReduce(HostCommunicator& group, const Cases& cases)
{
    std::string problems;
    for (const std::size_t length : kLengths) {
        problems += checkSum<float>(group, length, cases);
        problems += checkSum<double>(group, length / 3, cases);
    }
    if (group.size() <= 2)
        problems += checkSum<float>(group, kSeveralPieces, cases);
    return problems + checkMax<float>(group) + checkMax<double>(group);
}

std::string checkAllGather(HostCommunicator& group)
{
    std::string problems;
    for (const std::size_t length : {0, 3, 100'000}) {
        std::vector<std::byte> expected;
        for (int member = 0; member < group.size(); ++member)
            std::ranges::copy(bytesOf(member, length), std::back_inserter(expected));
        const std::vector<std::byte> own = bytesOf(group.rank(), length);
        std::vector<std::byte> all(expected.size());
        problems += failure(group, finish(group.allGather(own, all)));
        if (all != expected)
            problems += wrong(group, "the gathered blocks differ");

        std::vector<std::byte> inPlace(expected.size());
        const auto place
            = std::span(inPlace).subspan(static_cast<std::size_t>(group.rank()) * length, length);
        std::ranges::copy(own, place.begin());
        problems += failure(group, finish(group.allGather(place, inPlace)));
        if (inPlace != expected)
            problems += wrong(group, "the blocks gathered in place differ");
    }
    return problems;
}

std::string checkReduceScatter(HostCommunicator& group, const Cases& cases)
{
    std::string problems;
    const auto size = static_cast<std::size_t>(group.size());
    const auto rank = static_cast<std::size_t>(group.rank());
    for (const std::size_t length : {0, 1, 1000, 70'000}) {
        std::vector<float> all = valuesOf<float>(group.rank(), length * size);
        std::vector<float> own(length);
        problems += failure(group, finish(group.reduceScatter(all, own)));
        const std::vector<float> sum = sums<float>(group.size(), length * size);
        const auto begin = sum.begin() + static_cast<std::ptrdiff_t>(rank * length);
        if (!sameSums(own, {begin, begin + static_cast<std::ptrdiff_t>(length)}, cases))
            problems += wrong(group, "the scattered sum of " + std::to_string(length) + " differs");
    }
    return problems;
}

// Member a sends (a + 2 b) % 3 blocks of 1000 bytes to b: nothing to some.
std::string checkAllToAll(HostCommunicator& group)
{
    const auto length
        = [](int from, int to) { return static_cast<std::size_t>((from + 2 * to) % 3) * 1000; };
    std::vector<std::size_t> sendBytes;
    std::vector<std::size_t> receiveBytes;
    std::vector<std::byte> send;
    std::vector<std::byte> expected;
    for (int member = 0; member < group.size(); ++member) {
        sendBytes.push_back(length(group.rank(), member));
        receiveBytes.push_back(length(member, group.rank()));
        std::ranges::copy(bytesOf(group.rank() + 5 * member, sendBytes.back()),
                          std::back_inserter(send));
        std::ranges::copy(bytesOf(member + 5 * group.rank(), receiveBytes.back()),
                          std::back_inserter(expected));
    }
    std::vector<std::byte> receive(expected.size());
    auto started = group.allToAll(send, sendBytes, receive, receiveBytes);
    sendBytes.clear(); // the lengths need not stay
    std::string problems = failure(group, finish(std::move(started)));
    if (receive != expected)
        problems += wrong(group, "the exchanged blocks differ");
    return problems;
}

std::string checkBroadcast(HostCommunicator& group)
{
    std::string problems;
    for (const int root : {0, group.size() - 1})
        for (const std::size_t length : {0, 10, 270'003}) {
            std::vector<std::byte> data(length);
            if (group.rank() == root)
                data = bytesOf(root, length);
            problems += failure(group, finish(group.broadcast(data, root)));
            if (data != bytesOf(root, length))
                problems += wrong(group, "what rank " + std::to_string(root) + " sent differs");
        }
    return problems;
}

std::string checkShift(HostCommunicator& group)
{
    std::string problems;
    const int previous = (group.rank() + group.size() - 1) % group.size();
    for (const std::size_t length : {0, 100, 300'000}) {
        const std::vector<std::byte> send = bytesOf(group.rank(), length);
        std::vector<std::byte> receive(length);
        problems += failure(group, finish(group.shift(send, receive)));
        if (receive != bytesOf(previous, length))
            problems += wrong(group, "what was shifted differs");
    }
    return problems;
}

std::string checkOverlap(HostCommunicator& group, const Cases& cases)
{
    constexpr int kAtOnce = 4;
    constexpr std::size_t kLength = 40'000;
    std::vector<std::vector<float>> values;
    std::vector<std::unique_ptr<Work>> works;
    std::string problems;
    values.reserve(kAtOnce);
    for (int i = 0; i < kAtOnce; ++i)
        values.push_back(valuesOf<float>(group.rank(), kLength, i));
    for (int i = 0; i < kAtOnce; ++i) {
        auto started
            = group.allReduce(std::span(values[static_cast<std::size_t>(i)]), ReduceOp::Sum);
        if (!started)
            return wrong(group, started.error().message);
        works.push_back(std::move(*started));
    }
    // Half of the members wait for the last first.
    if (group.rank() % 2 == 1)
        std::ranges::reverse(works);
    for (const auto& work : works)
        problems += failure(group, work->wait());
    for (int i = 0; i < kAtOnce; ++i)
        if (!sameSums(values[static_cast<std::size_t>(i)], sums<float>(group.size(), kLength, i),
                      cases))
            problems += wrong(group, "sum " + std::to_string(i) + " of several differs");
    return problems;
}

std::string checkMisfits(HostCommunicator& group, const Cases& cases)
{
    std::vector<std::byte> few(3);
    std::vector<std::byte> many(static_cast<std::size_t>(group.size()) * 3 + 1);
    std::vector<float> numbers(static_cast<std::size_t>(group.size()) * 2 + 1);
    const std::vector<std::size_t> lengths(static_cast<std::size_t>(group.size()), 1);
    std::string problems;
    const auto refused = [&](const Started& started, const std::string& reason) {
        if (started)
            problems += wrong(group, "was not refused: " + reason);
        else if (started.error().message.find(reason) == std::string::npos)
            problems += wrong(group, started.error().message);
    };
    refused(group.allGather(few, many), "are not a block of 3 for each rank");
    refused(group.reduceScatter(numbers, std::span(numbers).first(2)), "are not a block of 8");
    refused(group.allToAll(many, lengths, many, lengths), "do not add up");
    if (cases.broadcasts)
        refused(group.broadcast(few, group.size()), "is not in the group");
    refused(group.shift(few, many), "3 bytes go, but");
    return problems;
}

std::string checkTwoGroups(HostCommunicator& first, HostCommunicator& second, const Cases& cases)
{
    constexpr std::size_t kLength = 20'000;
    std::vector<float> a = valuesOf<float>(first.rank(), kLength, 1);
    std::vector<float> b = valuesOf<float>(second.rank(), kLength, 2);
    auto one = first.allReduce(std::span(a), ReduceOp::Sum);
    auto two = second.allReduce(std::span(b), ReduceOp::Sum);
    if (!one || !two)
        return wrong(first, "two collectives at once were not started");
    std::string problems;
    if (first.rank() % 2 == 0)
        problems += failure(first, (*one)->wait()) + failure(second, (*two)->wait());
    else
        problems += failure(second, (*two)->wait()) + failure(first, (*one)->wait());
    if (!sameSums(a, sums<float>(first.size(), kLength, 1), cases))
        problems += wrong(first, "the first of two sums differs");
    if (!sameSums(b, sums<float>(second.size(), kLength, 2), cases))
        problems += wrong(second, "the second of two sums differs");
    return problems;
}

std::string checkAll(HostCommunicator& group, const Cases& cases)
{
    return checkAllReduce(group, cases) + checkAllGather(group) + checkReduceScatter(group, cases)
        + checkAllToAll(group) + (cases.broadcasts ? checkBroadcast(group) : std::string())
        + checkShift(group) + checkOverlap(group, cases) + checkMisfits(group, cases);
}

} // namespace engine::test
