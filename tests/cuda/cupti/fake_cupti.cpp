// The part of CUPTI that the engine uses, of a device that fakes/streams.h makes.

#include "tests/cuda/cupti/fake_cupti.h"

#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>

#include <cupti.h>

namespace {

bool isNccl(const std::string& name) { return name.starts_with("nccl"); }

// As nvcc and NCCL have them.
std::string mangled(const std::string& name)
{
    if (name == "emulated")
        return "_ZN3gpu8emulatedIfEEvPf";
    return isNccl(name)
        ? "_Z" + std::to_string(name.size()) + name + "24ncclDevKernelArgsStorageILm4096EE"
        : name;
}

class Library final : public fake::Cupti {
public:
    std::uint32_t queued(const fake::Activity& activity) override
    {
        ran.push_back({activity, where != nullptr ? where() : std::string()});
        const auto call = static_cast<std::uint32_t>(ran.size());
        // Ids are those of a thread, and NCCL queues in one of its own.
        if (!ids.empty() && !isNccl(activity.name)) {
            CUpti_ActivityExternalCorrelation id{};
            id.kind = CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION;
            id.externalKind = CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0;
            id.externalId = ids.back();
            id.correlationId = call;
            write(id);
        }
        CUpti_ActivityAPI api{};
        api.kind = CUPTI_ACTIVITY_KIND_RUNTIME;
        api.correlationId = call;
        api.start = now();
        write(api);
        return call;
    }

    void done(const fake::Activity& activity, std::uint32_t call, std::int64_t start,
              std::int64_t end) override
    {
        using Kind = fake::Activity::Kind;
        if (activity.kind == Kind::Kernel) {
            CUpti_ActivityKernel10 record{};
            record.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
            record.name = kept(mangled(activity.name));
            writeTimed(record, activity, call, start, end);
        } else if (activity.kind == Kind::Fill) {
            CUpti_ActivityMemset4 record{};
            record.kind = CUPTI_ACTIVITY_KIND_MEMSET;
            record.bytes = activity.bytes;
            writeTimed(record, activity, call, start, end);
        } else {
            CUpti_ActivityMemcpy6 record{};
            record.kind = CUPTI_ACTIVITY_KIND_MEMCPY;
            record.bytes = activity.bytes;
            record.copyKind = activity.kind == Kind::CopyIn ? CUPTI_ACTIVITY_MEMCPY_KIND_HTOD
                : activity.kind == Kind::CopyOut            ? CUPTI_ACTIVITY_MEMCPY_KIND_DTOH
                                                            : CUPTI_ACTIVITY_MEMCPY_KIND_DTOD;
            writeTimed(record, activity, call, start, end);
        }
    }

    // As CUPTI does, on a thread of its own.
    void flush()
    {
        if (m_buffer == nullptr)
            return;
        std::thread([this] { complete(nullptr, 0, m_buffer, m_size, m_used); }).join();
        m_buffer = nullptr;
    }

    std::uint64_t now() const
    {
        const auto steady
            = std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch());
        return timestamp != 0 ? timestamp : static_cast<std::uint64_t>(steady.count() + ahead);
    }

    std::vector<std::uint64_t> ids;
    CUpti_BuffersCallbackRequestFunc request = nullptr;
    CUpti_BuffersCallbackCompleteFunc complete = nullptr;
    std::size_t dropped = 0;

private:
    template <class Record>
    void writeTimed(Record& record, const fake::Activity& activity, std::uint32_t call,
                    std::int64_t start, std::int64_t end)
    {
        record.start = static_cast<std::uint64_t>(start + ahead);
        record.end = static_cast<std::uint64_t>(end + ahead);
        record.streamId = activity.stream;
        record.correlationId = call;
        write(record);
    }

    // A record is preceded by its size.
    template <class Record>
    void write(const Record& record)
    {
        if (enabled == 0)
            return;
        const std::uint64_t bytes = (sizeof record + 7) / 8 * 8;
        if (m_buffer != nullptr && m_used + 8 + bytes > m_size)
            flush();
        if (m_buffer == nullptr) {
            std::size_t most = 0;
            if (takesBuffers)
                request(&m_buffer, &m_size, &most);
            m_used = 0;
        }
        if (m_buffer == nullptr) {
            ++dropped;
            return;
        }
        std::memcpy(m_buffer + m_used, &bytes, sizeof bytes);
        std::memcpy(m_buffer + m_used + 8, &record, sizeof record);
        m_used += 8 + bytes;
    }

    const char* kept(const std::string& name)
    {
        for (const auto& one : m_names)
            if (*one == name)
                return one->c_str();
        return m_names.emplace_back(new std::string(name))->c_str();
    }

    std::uint8_t* m_buffer = nullptr;
    std::size_t m_size = 0;
    std::size_t m_used = 0;
    std::vector<std::string*> m_names; // as long as the process, like CUPTI's
};

Library& library()
{
    static auto* const one = new Library;
    return *one;
}

} // namespace

extern "C" {

#define EXPORT __attribute__((visibility("default")))

EXPORT fake::Cupti* fakeCupti() { return &library(); }
EXPORT fake::Watcher* fakeCuptiWatcher() { return &library(); }

EXPORT CUptiResult cuptiGetVersion(std::uint32_t* version)
{
    *version = library().version != 0 ? library().version : CUPTI_API_VERSION;
    return CUPTI_SUCCESS;
}
EXPORT CUptiResult cuptiGetResultString(CUptiResult, const char** text)
{
    *text = "CUPTI_ERROR_MADE_UP";
    return CUPTI_SUCCESS;
}
EXPORT CUptiResult cuptiGetTimestamp(std::uint64_t* timestamp)
{
    *timestamp = library().now();
    return CUPTI_SUCCESS;
}
EXPORT CUptiResult cuptiActivityEnable(CUpti_ActivityKind)
{
    library().enabled += library().enableResult == 0;
    return static_cast<CUptiResult>(library().enableResult);
}
EXPORT CUptiResult cuptiActivityDisable(CUpti_ActivityKind)
{
    library().enabled -= library().enabled > 0;
    return CUPTI_SUCCESS;
}
EXPORT CUptiResult cuptiActivitySetAttribute(CUpti_ActivityAttribute attribute, size_t* bytes,
                                             void* value)
{
    const bool oneForAll = attribute == CUPTI_ACTIVITY_ATTR_PER_THREAD_ACTIVITY_BUFFER
        && *bytes == sizeof(std::uint8_t) && *static_cast<const std::uint8_t*>(value) == 0;
    return oneForAll ? CUPTI_SUCCESS : CUPTI_ERROR_INVALID_PARAMETER;
}
EXPORT CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc request,
                                                  CUpti_BuffersCallbackCompleteFunc complete)
{
    library().request = request;
    library().complete = complete;
    return CUPTI_SUCCESS;
}
EXPORT CUptiResult cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t bytes,
                                              CUpti_Activity** record)
{
    std::uint8_t* next = buffer;
    if (*record != nullptr) {
        next = reinterpret_cast<std::uint8_t*>(*record);
        std::uint64_t size = 0;
        std::memcpy(&size, next - 8, sizeof size);
        next += size;
    }
    if (next + 8 > buffer + bytes)
        return CUPTI_ERROR_MAX_LIMIT_REACHED;
    *record = reinterpret_cast<CUpti_Activity*>(next + 8);
    return CUPTI_SUCCESS;
}
EXPORT CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext, std::uint32_t, std::size_t* dropped)
{
    *dropped = library().dropped;
    library().dropped = 0;
    return CUPTI_SUCCESS;
}
EXPORT CUptiResult cuptiActivityFlushAll(std::uint32_t)
{
    library().flush();
    return CUPTI_SUCCESS;
}
EXPORT CUptiResult cuptiActivityPushExternalCorrelationId(CUpti_ExternalCorrelationKind,
                                                          std::uint64_t id)
{
    library().ids.push_back(id);
    return CUPTI_SUCCESS;
}
EXPORT CUptiResult cuptiActivityPopExternalCorrelationId(CUpti_ExternalCorrelationKind,
                                                         std::uint64_t*)
{
    if (library().ids.empty())
        return CUPTI_ERROR_QUEUE_EMPTY;
    library().ids.pop_back();
    return CUPTI_SUCCESS;
}

} // extern "C"
