#include "telemetry/collector.h"
#include "telemetry/endpoint.h"
#include "telemetry/open_files.h"

namespace telemetry {

std::optional<Error> problemOf(const CollectorOptions& options)
{
    if (options.ranks < 1 || options.ranks > kMaxRanks)
        return Error{"a run must have 1 to " + std::to_string(kMaxRanks) + " ranks, not "
                     + std::to_string(options.ranks)};
    if (options.window < 1 || options.window > 4096)
        return Error{"the window must be 1 to 4096 frames, not " + std::to_string(options.window)};
    if (auto problem = checkEndpoint(options.rankEndpoint, EndpointUse::Bind))
        return problem;
    if (auto problem = checkKeys(options.rankEndpoint, options.rankCurve))
        return problem;
    if (!options.viewerEndpoint.empty()) {
        if (auto problem = checkEndpoint(options.viewerEndpoint, EndpointUse::Bind))
            return problem;
        if (auto problem = checkKeys(options.viewerEndpoint, options.viewerCurve))
            return problem;
    }
    return makeRoomForFiles(kFilesOfAContext);
}

} // namespace telemetry
