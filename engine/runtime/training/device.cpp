#include "engine/runtime/training/device.h"

namespace training {

OpRanges& Device::opRanges()
{
    static OpRanges none;
    return none;
}

MakeGroup groupsOn(Device& device, MakeHostGroup make)
{
    return
        [&device, make = std::move(make)](const std::string& name, const std::vector<int>& members)
            -> plan::Result<std::unique_ptr<engine::Communicator>> {
            auto host = make(name, members);
            if (!host)
                return host.error();
            return device.group(std::move(*host));
        };
}

} // namespace training
