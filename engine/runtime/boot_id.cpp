#include "engine/runtime/boot_id.h"

#include <fstream>

namespace engine {

std::string bootId()
{
    std::string id;
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::getline(file, id);
    return id;
}

} // namespace engine
