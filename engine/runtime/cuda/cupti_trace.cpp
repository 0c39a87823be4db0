#include "engine/runtime/cuda/cupti_trace.h"

#include "engine/runtime/cuda/cupti_buffers.h"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace gpu {

using engine::KernelActivity;
using engine::KernelNews;
using engine::QueuedBy;

namespace {

// The calls are traced for their numbers alone: CUPTI tells the external id of a call only beside
// the record of it.
constexpr std::array kKinds{CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION,
                            CUPTI_ACTIVITY_KIND_RUNTIME,
                            CUPTI_ACTIVITY_KIND_DRIVER,
                            CUPTI_ACTIVITY_KIND_MEMCPY,
                            CUPTI_ACTIVITY_KIND_MEMSET,
                            CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL};
constexpr auto kIds = CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0;
constexpr int kStepsKept = 2; // before the one that runs

std::atomic<bool> isOpen{false};

void CUPTIAPI request(std::uint8_t** buffer, std::size_t* bytes, std::size_t* mostRecords)
{
    *buffer = cupti::Buffers::own().take();
    *bytes = *buffer != nullptr ? cupti::Buffers::kBytes : 0;
    *mostRecords = 0; // as many as fit
}

void CUPTIAPI completed(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t,
                        std::size_t used)
{
    cupti::Buffers::own().putFull(buffer, used);
}

// "gpu::softmax<float>" of "_ZN3gpu7softmax…": without what every kernel returns, and without its
// arguments, which say little and are long.
std::string kernelNameOf(const char* mangled)
{
    if (mangled == nullptr)
        return "kernel";
    int status = 0;
    char* const text = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
    if (text == nullptr)
        return mangled;
    std::string name(text);
    std::free(text);
    if (name.starts_with("void "))
        name.erase(0, 5);
    if (name.ends_with(')')) {
        int depth = 0;
        for (std::size_t at = name.size(); at-- > 0;) {
            depth += name[at] == ')' ? 1 : name[at] == '(' ? -1 : 0;
            if (depth == 0 && at > 0) {
                name.erase(at);
                break;
            }
        }
    }
    return name;
}

std::string copyName(std::uint8_t kind)
{
    switch (kind) {
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD:
        return "copy to the device";
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH:
        return "copy to the host";
    case CUPTI_ACTIVITY_MEMCPY_KIND_PTOP:
        return "copy between devices";
    default:
        return "copy";
    }
}

} // namespace

plan::Result<std::unique_ptr<CuptiTrace>> CuptiTrace::open(engine::Waiting& waiting,
                                                           const std::string& library)
{
    const auto functions = cupti::functionsOf(library);
    if (!functions)
        return functions.error();
    if (isOpen.exchange(true))
        return plan::Error{"kernels are not recorded: another rank of this process does so"};
    std::unique_ptr<CuptiTrace> trace(new CuptiTrace(*functions, waiting));
    if (auto started = trace->start(); !started)
        return started.error();
    return trace;
}

CuptiTrace::CuptiTrace(const cupti::Functions& functions, engine::Waiting& waiting)
    : m_cupti(functions)
    , m_waiting(waiting)
{
}

CuptiTrace::~CuptiTrace()
{
    while (!m_open.empty())
        end();
    for (const auto kind : kKinds)
        m_cupti.disable(kind);
    m_cupti.flushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    for (const auto& full : cupti::Buffers::own().takeFull())
        cupti::Buffers::own().putFree(full.buffer);
    isOpen = false;
}

plan::Outcome CuptiTrace::start()
{
    // Else each thread takes a buffer, and NCCL starts one for each of its operations.
    std::uint8_t forEach = 0;
    std::size_t bytes = sizeof forEach;
    CUptiResult result
        = m_cupti.setAttribute(CUPTI_ACTIVITY_ATTR_PER_THREAD_ACTIVITY_BUFFER, &bytes, &forEach);
    if (result == CUPTI_SUCCESS)
        result = m_cupti.registerCallbacks(request, completed);
    for (const auto kind : kKinds)
        if (result == CUPTI_SUCCESS)
            result = m_cupti.enable(kind);
    if (result != CUPTI_SUCCESS)
        return plan::Error{"kernels are not recorded: " + reason(result)};
    setClock();
    return plan::done();
}

std::string CuptiTrace::reason(CUptiResult result) const
{
    switch (result) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
        return "this user may not trace the GPU; an administrator has to load the driver with "
               "NVreg_RestrictProfilingToAdminUsers=0, as an option of the module nvidia in "
               "/etc/modprobe.d, or to give the program CAP_SYS_ADMIN";
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
        return "this virtual machine may not trace the GPU; an administrator of its host has to "
               "allow profiling for the virtual GPU";
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
        return "another tool traces this process; end it, or run without --deep";
    default:
        break;
    }
    const char* text = nullptr;
    const bool known = m_cupti.getResultString(result, &text) == CUPTI_SUCCESS && text != nullptr;
    return fmt::format("CUPTI does not start: {}", known ? text : std::to_string(result).c_str());
}

void CuptiTrace::setClock()
{
    const auto anchor = tightest([this]() -> std::optional<Anchor> {
        Anchor look{.earliest = m_waiting.now()};
        const auto device = deviceNow();
        if (!device)
            return std::nullopt;
        look.latest = m_waiting.now();
        look.device = Nanoseconds(static_cast<std::int64_t>(*device));
        return look;
    });
    if (anchor)
        m_clock.add(*anchor);
}

std::optional<std::uint64_t> CuptiTrace::deviceNow() const
{
    std::uint64_t now = 0;
    if (m_cupti.getTimestamp(&now) != CUPTI_SUCCESS)
        return std::nullopt;
    return now;
}

void CuptiTrace::beginStep(int step)
{
    setClock();
    while (!m_by.empty() && m_by.front().by.step < step - kStepsKept
           && (m_open.empty() || m_open.front() != m_firstBy)) {
        m_by.pop_front();
        ++m_firstBy;
    }
}

void CuptiTrace::begin(const QueuedBy& by)
{
    if (const QueuedBy* around = current(); around == nullptr || *around != by) {
        m_by.push_back({.by = by,
                        .around = m_open.empty() ? 0 : m_open.back(),
                        .begin = deviceNow().value_or(0)});
        m_open.push_back(m_firstBy + m_by.size() - 1);
    } else {
        m_open.push_back(m_open.back());
    }
    m_cupti.pushId(kIds, m_open.back());
}

void CuptiTrace::end()
{
    const std::uint64_t ended = m_open.back();
    m_open.pop_back();
    m_cupti.popId(kIds, nullptr);
    if (m_open.empty() || m_open.back() != ended)
        m_by[ended - m_firstBy].end = deviceNow().value_or(0);
}

const QueuedBy* CuptiTrace::current() const
{
    return m_open.empty() ? nullptr : &m_by[m_open.back() - m_firstBy].by;
}

KernelNews CuptiTrace::take()
{
    m_cupti.flushAll(0);
    setClock();
    m_olderCalls = std::exchange(m_calls, {});
    m_found = std::exchange(m_unknown, {});
    const std::size_t old = m_found.size(); // which have waited once
    cupti::Buffers& buffers = cupti::Buffers::own();
    for (const auto& full : buffers.takeFull()) {
        read(full.buffer, full.bytes);
        buffers.putFree(full.buffer);
    }
    for (std::size_t i = 0; i < m_found.size(); ++i)
        if (queuedBy(m_found[i].call) != nullptr)
            add(m_found[i]);
        else if (i >= old)
            m_unknown.push_back(m_found[i]);
    std::size_t dropped = 0;
    if (m_cupti.getDropped(nullptr, 0, &dropped) == CUPTI_SUCCESS)
        m_news.dropped += dropped;
    std::sort(m_news.kernels.begin(), m_news.kernels.end(),
              [](const auto& a, const auto& b) { return a.start < b.start; });
    const auto next = static_cast<std::uint32_t>(m_numbers.size());
    return std::exchange(m_news, {.firstName = next});
}

void CuptiTrace::read(std::uint8_t* buffer, std::size_t bytes)
{
    CUpti_Activity* record = nullptr;
    while (m_cupti.getNextRecord(buffer, bytes, &record) == CUPTI_SUCCESS)
        read(record);
}

void CuptiTrace::read(const CUpti_Activity* record)
{
    if (record->kind == CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION) {
        const auto* id = reinterpret_cast<const CUpti_ActivityExternalCorrelation*>(record);
        if (id->externalKind == kIds)
            m_calls[id->correlationId] = id->externalId;
    } else if (record->kind == CUPTI_ACTIVITY_KIND_RUNTIME
               || record->kind == CUPTI_ACTIVITY_KIND_DRIVER) {
        // One without a number of ours, whose record comes first, is of a thread of somebody else:
        // NCCL queues what it is asked for in one of its own, while it is waited for.
        const auto* call = reinterpret_cast<const CUpti_ActivityAPI*>(record);
        if (const auto around = rangeAt(call->start);
            around != 0 && !m_calls.contains(call->correlationId))
            m_calls[call->correlationId] = around;
    } else if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
        const auto* kernel = reinterpret_cast<const CUpti_ActivityKernel10*>(record);
        const std::uint32_t name = numberOf(*kernel);
        m_found.push_back(
            {kernel->correlationId, kernel->start, kernel->end, 0, name, kernel->streamId, true});
    } else if (record->kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
        const auto* copy = reinterpret_cast<const CUpti_ActivityMemcpy6*>(record);
        m_found.push_back({copy->correlationId, copy->start, copy->end, copy->bytes,
                           numberOf(copyName(copy->copyKind)), copy->streamId, false});
    } else if (record->kind == CUPTI_ACTIVITY_KIND_MEMSET) {
        const auto* fill = reinterpret_cast<const CUpti_ActivityMemset4*>(record);
        m_found.push_back({fill->correlationId, fill->start, fill->end, fill->bytes,
                           numberOf("fill"), fill->streamId, false});
    }
}

// The innermost range that was open then; 0: none.
std::uint64_t CuptiTrace::rangeAt(std::uint64_t time) const
{
    const auto after = std::upper_bound(
        m_by.begin(), m_by.end(), time,
        [](std::uint64_t when, const Range& range) { return when < range.begin; });
    std::uint64_t number = m_firstBy + static_cast<std::uint64_t>(after - m_by.begin()) - 1;
    // Whatever was open then lies around the last that had begun.
    while (number >= m_firstBy) {
        const Range& range = m_by[number - m_firstBy];
        if (!range.end || time < *range.end)
            return number;
        number = range.around;
    }
    return 0;
}

// Precondition: what queued it is known.
void CuptiTrace::add(const Found& found)
{
    // CUPTI had no memory of the device left for its times.
    if (found.start == 0 || found.end < found.start) {
        ++m_news.dropped;
        return;
    }
    const auto toHost = [this](std::uint64_t time) {
        return m_clock.toHost(Nanoseconds(static_cast<std::int64_t>(time)));
    };
    m_news.kernels.push_back({.by = *queuedBy(found.call),
                              .lane = laneOf(found),
                              .start = toHost(found.start),
                              .end = toHost(found.end),
                              .bytes = found.bytes,
                              .name = found.name,
                              .stream = found.stream});
}

// Notes which streams NCCL uses.
std::uint32_t CuptiTrace::numberOf(const CUpti_ActivityKernel10& kernel)
{
    auto known = m_known.find(kernel.name);
    if (known == m_known.end()) {
        const std::string name = kernelNameOf(kernel.name);
        known = m_known.emplace(kernel.name, Name{numberOf(name), name.starts_with("nccl")}).first;
    }
    if (known->second.isNccl)
        m_communicate.insert(kernel.streamId);
    return known->second.number;
}

std::uint32_t CuptiTrace::numberOf(const std::string& name)
{
    const auto [place, isNew]
        = m_numbers.emplace(name, static_cast<std::uint32_t>(m_numbers.size()));
    if (isNew)
        m_news.names.push_back(name);
    return place->second;
}

const QueuedBy* CuptiTrace::queuedBy(std::uint32_t call) const
{
    for (const auto* calls : {&m_calls, &m_olderCalls})
        if (const auto found = calls->find(call); found != calls->end()) {
            const bool isKept
                = found->second >= m_firstBy && found->second - m_firstBy < m_by.size();
            return isKept ? &m_by[found->second - m_firstBy].by : nullptr;
        }
    return nullptr;
}

// A stream that NCCL has used is one of a group: a sum of its own order runs there, too.
KernelActivity::Lane CuptiTrace::laneOf(const Found& found) const
{
    if (!found.isKernel)
        return KernelActivity::Lane::Copy;
    return m_communicate.contains(found.stream) ? KernelActivity::Lane::Communication
                                                : KernelActivity::Lane::Compute;
}

} // namespace gpu
