#include "engine/runtime/cuda/flight_record.h"

#include "engine/strategy/file_descriptor.h"

#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace gpu {

namespace {

using engine::Lanes;
using engine::Mark;

nlohmann::json timeOf(Lanes& lanes, Mark mark)
{
    const auto time = lanes.time(mark);
    // Of a step before the last nothing is known any more.
    return time && *time != engine::Nanoseconds{} ? nlohmann::json(time->count()) : nullptr;
}

nlohmann::json toJson(const FlightOperation& operation, Lanes& lanes)
{
    nlohmann::json json{{"number", operation.number},
                        {"step", operation.step},
                        {"what", operation.what},
                        {"bytes", operation.bytes},
                        {"queued_ns", operation.queued.count()},
                        {"state", "queued"}};
    if (lanes.passed(operation.start)) {
        json["state"] = "started";
        json["start_ns"] = timeOf(lanes, operation.start);
    }
    if (operation.whole && lanes.passed(operation.end)) {
        json["state"] = "over";
        json["end_ns"] = timeOf(lanes, operation.end);
    }
    return json;
}

nlohmann::json toJson(const FlightHead& head)
{
    nlohmann::json json{{"bubblescope_flight_record", 1},
                        {"rank", head.rank},
                        {"reason", head.reason},
                        {"late", head.late}};
    if (!head.standing)
        return json;
    json["step"] = head.standing->step;
    if (head.standing->op)
        json["op"] = plan::toText(*head.standing->op);
    if (head.standing->awaits)
        json["awaits"] = *head.standing->awaits;
    return json;
}

plan::Error cannotWrite(const std::filesystem::path& path, int error)
{
    return {fmt::format("{}: cannot be written: {}", path.string(), std::strerror(error))};
}

} // namespace

void FlightLog::begin(FlightOperation operation)
{
    operation.number = ++m_count;
    m_operations.push_back(std::move(operation));
    while (m_operations.size() > kKept && m_operations.front().number <= m_over)
        m_operations.pop_front();
}

void FlightLog::end(Mark mark)
{
    m_operations.back().end = mark;
    m_operations.back().whole = true;
}

FlightOperation* FlightLog::oldestOpen(Lanes& lanes)
{
    for (FlightOperation& operation : m_operations) {
        if (operation.number <= m_over)
            continue;
        if (!operation.whole || !lanes.passed(operation.end))
            return &operation;
        m_over = operation.number;
    }
    return nullptr;
}

plan::Result<std::filesystem::path> writeFlightRecord(const std::filesystem::path& folder,
                                                      const FlightHead& head,
                                                      std::span<const FlightMember> members,
                                                      Lanes& lanes)
{
    nlohmann::json json = toJson(head);
    nlohmann::json& communicators = json["communicators"] = nlohmann::json::array();
    for (const FlightMember& member : members) {
        nlohmann::json operations = nlohmann::json::array();
        for (const FlightOperation& operation : member.log->operations())
            operations.push_back(toJson(operation, lanes));
        communicators.push_back({{"name", member.name},
                                 {"identity", member.identity},
                                 {"rank", member.rank},
                                 {"size", member.size},
                                 {"count", member.log->count()},
                                 {"operations", std::move(operations)}});
    }
    // Names may hold whatever a strategy's file does.
    const std::string text
        = json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    const std::filesystem::path path = folder / fmt::format("flight-rank-{}.json", head.rank);
    const strategy::FileDescriptor file(
        open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file)
        return cannotWrite(path, errno);
    for (std::string_view rest = text; !rest.empty();) {
        const ssize_t written = write(file.number(), rest.data(), rest.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return cannotWrite(path, errno);
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    return path;
}

} // namespace gpu
