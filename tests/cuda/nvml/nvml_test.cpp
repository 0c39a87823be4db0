// Counters of a GPU, from a management library that is made up.

#include "engine/runtime/cuda/nvml.h"

#include "engine/runtime/cuda/xid.h"
#include "engine/runtime/device_sampler.h"
#include "tests/cuda/nvml/fake_nvml.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <thread>

#include <dlfcn.h>

namespace gpu::test {
namespace {

using engine::Throttle;

constexpr const char* kBus = "0000:3B:00.0";

// One of the two libraries, with what it says as it was made.
class Library {
public:
    explicit Library(const char* path)
        : m_path(path)
        , m_handle(dlopen(path, RTLD_NOW))
    {
        if (m_handle == nullptr)
            throw std::runtime_error(dlerror());
        m_says = reinterpret_cast<fake::Nvml* (*)()>(dlsym(m_handle, "fakeNvml"))();
        m_says->~Nvml();
        new (m_says) fake::Nvml;
    }
    ~Library() { dlclose(m_handle); }
    fake::Nvml* operator->() const { return m_says; }
    const char* path() const { return m_path; }

private:
    const char* m_path;
    void* m_handle;
    fake::Nvml* m_says;
};

class NvmlTest : public testing::Test {
protected:
    std::unique_ptr<Nvml> open() const
    {
        auto opened = Nvml::open(kBus, {}, says.path());
        EXPECT_TRUE(opened) << opened.error().message;
        return opened ? std::move(*opened) : nullptr;
    }
    const Library says{FAKE_NVML};
};

TEST_F(NvmlTest, EveryCounterIsReadInItsUnit)
{
    says->reasons = 0x4 | 0x40;
    const auto nvml = open();
    const engine::DeviceReading reading = nvml->sample();
    EXPECT_EQ(reading.memoryUsed, 1073741824u);
    EXPECT_EQ(reading.memoryTotal, 85899345920u);
    EXPECT_EQ(reading.gpuPercent, 97u);
    EXPECT_EQ(reading.memoryPercent, 41u);
    EXPECT_EQ(reading.powerMilliwatts, 412345u);
    EXPECT_EQ(reading.powerLimitMilliwatts, 700000u);
    EXPECT_EQ(reading.smMegahertz, 1980u);
    EXPECT_EQ(reading.memoryMegahertz, 2619u);
    EXPECT_EQ(reading.celsius, 63u);
    EXPECT_EQ(reading.eccUncorrected, 2u);
    EXPECT_EQ(reading.throttle, unsigned(Throttle::PowerCap) | unsigned(Throttle::HardwareThermal));
}

TEST_F(NvmlTest, EveryReasonToBeSlowHasItsOwnBit)
{
    const std::pair<unsigned long long, Throttle> reasons[] = {{0x1, Throttle::Idle},
                                                               {0x2, Throttle::ApplicationClocks},
                                                               {0x4, Throttle::PowerCap},
                                                               {0x8, Throttle::HardwareSlowdown},
                                                               {0x10, Throttle::SyncBoost},
                                                               {0x20, Throttle::SoftwareThermal},
                                                               {0x40, Throttle::HardwareThermal},
                                                               {0x80, Throttle::PowerBrake},
                                                               {0x100, Throttle::DisplayClocks}};
    const auto nvml = open();
    for (const auto& [reason, bit] : reasons) {
        says->reasons = reason | 0x100000; // and one of a later driver
        EXPECT_EQ(nvml->sample().throttle, unsigned(bit)) << reason;
    }
    says->reasons = 0;
    EXPECT_EQ(nvml->sample().throttle, 0u);
}

TEST_F(NvmlTest, WhatTheGpuDoesNotTellIsEmptyAndNothingElse)
{
    says->utilizationResult = says->eccResult = says->powerResult = fake::kNotSupported;
    const auto nvml = open();
    const engine::DeviceReading reading = nvml->sample();
    EXPECT_FALSE(reading.gpuPercent || reading.memoryPercent || reading.eccUncorrected
                 || reading.powerMilliwatts);
    EXPECT_EQ(reading.powerLimitMilliwatts, 700000u);
    EXPECT_EQ(reading.celsius, 63u);
    EXPECT_EQ(reading.memoryUsed, 1073741824u);
    EXPECT_TRUE(nvml->faults().empty());
}

TEST_F(NvmlTest, OfAPartOfAGpuMemoryAndProcessesAreItsOwn)
{
    says->part = "MIG-1";
    says->processes = {{42, 1024}};
    auto nvml = Nvml::open(kBus, "MIG-1", says.path());
    ASSERT_TRUE(nvml) << nvml.error().message;
    EXPECT_EQ((*nvml)->sample().memoryTotal, 10737418240U);
    EXPECT_EQ((*nvml)->sample().memoryUsed, 536870912U);
    EXPECT_EQ((*nvml)->sample().celsius, 63U) << "of the whole GPU";
    EXPECT_EQ((*nvml)->description().mig, true);
    EXPECT_EQ((*nvml)->description().memoryTotal, 10737418240U);
    EXPECT_EQ((*nvml)->processes().size(), 1U);
    // Those of the whole GPU would be wrong of a part that is not found.
    nvml = Nvml::open(kBus, "MIG-2", says.path());
    ASSERT_TRUE(nvml) << nvml.error().message;
    EXPECT_FALSE((*nvml)->sample().memoryTotal);
    EXPECT_TRUE((*nvml)->processes().empty());
}

TEST_F(NvmlTest, TheDeviceIsDescribed)
{
    says->mig = 1;
    const auto told = open()->description();
    EXPECT_EQ(told.name, "NVIDIA H100 80GB HBM3");
    EXPECT_EQ(told.driver, "580.65.06");
    EXPECT_EQ(told.driverCuda, 13000u);
    EXPECT_EQ(told.capabilityMajor, 9u);
    EXPECT_EQ(told.capabilityMinor, 0u);
    EXPECT_EQ(told.pciBusId, kBus);
    EXPECT_EQ(told.memoryTotal, 85899345920u);
    EXPECT_EQ(told.mig, true);
    says->mig = 0;
    EXPECT_EQ(open()->description().mig, false);
}

TEST_F(NvmlTest, XidsBecomeSentencesThatSayWhatToDo)
{
    const auto nvml = open();
    EXPECT_TRUE(nvml->faults().empty());
    says->events = {{8, 79}, {8, 4711}, {2, 0}};
    const auto faults = nvml->faults();
    ASSERT_EQ(faults.size(), 3u);
    EXPECT_EQ(faults[0],
              "GPU 0000:3B:00.0 reports Xid 79: the GPU has fallen off the bus and cannot be "
              "reached any more; restart the machine, and if it happens again have its power, "
              "cooling and seat checked");
    EXPECT_NE(faults[1].find("Xid 4711: which NVIDIA's list"), std::string::npos) << faults[1];
    EXPECT_NE(faults[2].find("memory that cannot be corrected"), std::string::npos) << faults[2];
    EXPECT_TRUE(nvml->faults().empty()); // each once
    for (const unsigned long long known : {13, 31, 43, 48, 63, 64, 74, 79, 94, 95})
        EXPECT_NE(xidInWords(known), xidInWords(1)) << known;
}

TEST_F(NvmlTest, AGpuWithoutEccStillReportsXids)
{
    says->registerBothResult = fake::kNotSupported;
    const auto nvml = open();
    says->events = {{8, 13}};
    EXPECT_EQ(nvml->faults().size(), 1u);
}

TEST_F(NvmlTest, AGpuThatIsLostIsToldOnce)
{
    const auto nvml = open();
    says->memoryResult = fake::kGpuIsLost;
    EXPECT_FALSE(nvml->sample().memoryUsed);
    nvml->sample();
    const auto faults = nvml->faults();
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_NE(faults[0].find("GPU 0000:3B:00.0 is lost"), std::string::npos) << faults[0];
    EXPECT_TRUE(nvml->faults().empty());
}

TEST_F(NvmlTest, ProcessesAreFoundHoweverManyThereAre)
{
    const auto nvml = open();
    EXPECT_TRUE(nvml->processes().empty());
    says->processes = {{4711, 76450000000}, {4712, ~0ULL}, {42, 1}};
    const auto found = nvml->processes();
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0], (engine::DeviceProcess{4711, 76450000000}));
    EXPECT_EQ(found[1], (engine::DeviceProcess{4712, {}}));
    EXPECT_EQ(engine::othersInWords(found, {42}),
              "process 4711 holds 71.2 GiB of it and process 4712 an unknown part of it");
    says->processes.assign(500, {7, 1});
    EXPECT_EQ(nvml->processes().size(), 500u);
}

TEST_F(NvmlTest, EverythingThatWasBegunIsEnded)
{
    {
        const auto first = open();
        const auto second = open();
        EXPECT_EQ(says->running, 2);
        EXPECT_EQ(says->eventSets, 2);
    }
    EXPECT_EQ(says->running, 0);
    EXPECT_EQ(says->eventSets, 0);
}

TEST_F(NvmlTest, WhatIsMissingIsOneSentence)
{
    const auto message = [](const auto& opened) {
        return opened ? std::string("opened") : opened.error().message;
    };
    const auto contains = [](const std::string& text, const char* part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
        EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    };
    contains(message(Nvml::open(kBus, {}, "libnone-of-that-name.so.1")),
             "cannot be loaded (libnone");
    contains(message(Nvml::open(kBus, {}, "libdl.so.2")), "is not NVIDIA's management library");
    contains(message(Nvml::open("0000:01:00.0", {}, says.path())),
             "does not find GPU 0000:01:00.0");
    EXPECT_EQ(says->running, 0);
    says->initResult = 9;
    contains(message(Nvml::open(kBus, {}, says.path())), "cannot start: Driver Not Loaded;");
    says->initResult = 18;
    contains(message(Nvml::open(kBus, {}, says.path())), "must be restarted");
}

TEST(NvmlOldDriver, FunctionsThatAreNotThereMakeSingleValuesEmpty)
{
    const Library says(FAKE_OLD_NVML);
    says->reasons = 0x20;
    auto nvml = Nvml::open(kBus, {}, says.path());
    ASSERT_TRUE(nvml) << nvml.error().message;
    const engine::DeviceReading reading = (*nvml)->sample();
    EXPECT_FALSE(reading.powerLimitMilliwatts);
    EXPECT_EQ(reading.powerMilliwatts, 412345u);
    EXPECT_EQ(reading.throttle, unsigned(Throttle::SoftwareThermal)); // by its former name
    EXPECT_FALSE((*nvml)->description().mig);
    EXPECT_TRUE((*nvml)->processes().empty());
    EXPECT_TRUE((*nvml)->faults().empty());
}

TEST_F(NvmlTest, ADriverThatHangsHoldsUpNobody)
{
    says->hangs = true;
    {
        engine::DeviceSampler sampler(open(), {.patience = std::chrono::milliseconds(1)});
        while (says->asked == 0)
            std::this_thread::yield();
        EXPECT_TRUE(sampler.take().readings.empty());
        EXPECT_TRUE(sampler.processes().empty());
    }
    EXPECT_EQ(says->running, 1); // left behind
    says->hangs = false;
    // The thread ends what it was left with.
    while (says->running != 0 || says->eventSets != 0)
        std::this_thread::yield();
}

} // namespace
} // namespace gpu::test
