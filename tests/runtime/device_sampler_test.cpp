#include "engine/runtime/device_sampler.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace engine::test {
namespace {

using namespace std::chrono_literals;

// Counts how often it was asked, and answers with that number. The test lets it answer so many
// times; then it waits within the call, as a driver does that hangs.
struct Driver {
    std::atomic<int> allowed{1 << 30};
    std::atomic<int> answered{0};
    std::atomic<int> ended{0};

    void allow(int times)
    {
        allowed = times;
        allowed.notify_all();
    }
    void awaitAnswers(int count)
    {
        for (int now = answered; now < count; now = answered)
            answered.wait(now);
    }
};

class Counters : public DeviceCounters {
public:
    explicit Counters(Driver& driver)
        : m_driver(driver)
    {
    }
    ~Counters() override { ++m_driver.ended; }

    DeviceReading sample() override
    {
        for (int most = m_driver.allowed; m_count >= most; most = m_driver.allowed)
            m_driver.allowed.wait(most);
        return {.memoryUsed = m_count++};
    }
    std::vector<std::string> faults() override { return {"fault " + std::to_string(m_count)}; }
    // The last that is asked for, so all of the round before has been kept.
    std::vector<DeviceProcess> processes() override
    {
        m_driver.answered = m_count;
        m_driver.answered.notify_all();
        return {{.pid = unsigned(m_count)}};
    }

private:
    Driver& m_driver;
    int m_count = 0;
};

DeviceSamplerOptions fast(std::size_t capacity = 1024)
{
    return {.period = 1ms, .capacity = capacity, .processesEvery = 1, .patience = 60s};
}

// The period never comes to an end.
TEST(DeviceSampler, LooksAgainOutOfTurnForWhoeverCannotWait)
{
    Driver driver;
    DeviceSamplerOptions options = fast();
    options.period = 1h;
    DeviceSampler sampler(std::make_unique<Counters>(driver), options);
    // An answer is kept a moment after it was given.
    std::vector<std::string> first;
    while (first.empty()) {
        first = sampler.take().faults;
        std::this_thread::yield();
    }
    EXPECT_EQ(first, std::vector<std::string>{"fault 1"});
    EXPECT_EQ(sampler.lookAgain().faults, std::vector<std::string>{"fault 2"});
}

TEST(DeviceSampler, ReadingsComeInOrderAndEachOnce)
{
    Driver driver;
    const auto begin = std::chrono::steady_clock::now().time_since_epoch();
    DeviceSampler sampler(std::make_unique<Counters>(driver), fast());
    std::vector<DeviceReading> all;
    while (all.size() < 5) {
        const DeviceNews news = sampler.take();
        EXPECT_EQ(news.dropped, 0u);
        EXPECT_EQ(news.faults.size(), news.readings.size());
        all.insert(all.end(), news.readings.begin(), news.readings.end());
        std::this_thread::yield();
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(all[i].memoryUsed, i);
        EXPECT_GE(all[i].at, i == 0 ? begin : all[i - 1].at);
    }
    EXPECT_LE(all.back().at, std::chrono::steady_clock::now().time_since_epoch());
}

TEST(DeviceSampler, WhatNobodyTakesIsDroppedFromTheFrontAndCounted)
{
    Driver driver;
    driver.allow(40);
    DeviceSampler sampler(std::make_unique<Counters>(driver), fast(16));
    driver.awaitAnswers(40);
    DeviceNews news = sampler.take();
    // The last answers may not have been put in yet.
    while (news.readings.empty() || news.readings.back().memoryUsed != 39u) {
        const DeviceNews more = sampler.take();
        news.readings.insert(news.readings.end(), more.readings.begin(), more.readings.end());
        news.faults.insert(news.faults.end(), more.faults.begin(), more.faults.end());
        news.dropped += more.dropped;
        std::this_thread::yield();
    }
    EXPECT_EQ(news.readings.size() + news.faults.size() + news.dropped, 80u);
    EXPECT_LE(news.readings.size(), 17u); // those 16 and one that came after
    EXPECT_LE(news.faults.size(), 2u);
    EXPECT_EQ(news.faults.back(), "fault 40");
    driver.allow(1 << 30);
}

TEST(DeviceSampler, TakingNeverWaitsForTheDevice)
{
    Driver driver;
    driver.allow(0);
    DeviceSampler sampler(std::make_unique<Counters>(driver), fast());
    EXPECT_TRUE(sampler.take().readings.empty()); // would hang here
    EXPECT_TRUE(sampler.processes().empty());
    driver.allow(1);
    while (sampler.processes().empty())
        std::this_thread::yield();
    EXPECT_EQ(sampler.processes().front().pid, 1u);
    driver.allow(1 << 30);
}

TEST(DeviceSampler, TheCountersEndWithIt)
{
    Driver driver;
    {
        const DeviceSampler sampler(std::make_unique<Counters>(driver), fast());
        driver.awaitAnswers(2);
    }
    EXPECT_EQ(driver.ended, 1);
}

TEST(DeviceSampler, EndsWithoutWaitingOutItsPeriod)
{
    Driver driver;
    {
        const DeviceSampler sampler(std::make_unique<Counters>(driver),
                                    {.period = 1h, .patience = 1h});
        driver.awaitAnswers(1);
    }
    EXPECT_EQ(driver.ended, 1);
}

TEST(DeviceSampler, ADeviceThatNeverAnswersIsLeftBehind)
{
    Driver driver;
    driver.allow(0);
    {
        const DeviceSampler sampler(std::make_unique<Counters>(driver),
                                    {.period = 1ms, .patience = 1ms});
    }
    EXPECT_EQ(driver.ended, 0);
    driver.allow(1 << 30);
    while (driver.ended == 0) // the thread still refers to the driver
        std::this_thread::yield();
}

TEST(DeviceCounters, OtherProcessesAreNamedInASentence)
{
    constexpr std::uint64_t kGibibyte = std::uint64_t{1} << 30;
    EXPECT_EQ(othersInWords({}, {}), "");
    EXPECT_EQ(othersInWords({{1, kGibibyte}}, {1}), "");
    EXPECT_EQ(othersInWords({{1, kGibibyte}, {2, 3 * kGibibyte / 2}}, {1}),
              "process 2 holds 1.5 GiB of it");
    EXPECT_EQ(
        othersInWords({{1, kGibibyte}, {2, {}}, {3, kGibibyte}}, {}),
        "process 1 holds 1.0 GiB of it, process 2 an unknown part of it and process 3 1.0 GiB");
}

} // namespace
} // namespace engine::test
