#include "engine/runtime/mpi/mpi_check.h"

namespace engine {

std::optional<plan::Error> mpiError(int code, const std::string& what)
{
    if (code == MPI_SUCCESS)
        return std::nullopt;
    char text[MPI_MAX_ERROR_STRING] = {};
    int length = 0;
    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS)
        length = 0;
    return plan::Error{"MPI gave up " + what + ": "
                       + (length > 0 ? std::string(text, static_cast<std::size_t>(length))
                                     : "error " + std::to_string(code))};
}

} // namespace engine
