// Bytes as a connection file: as they are, and in place of the value of a field of a good one. What
// is accepted is without a problem and is read again the same; what is not has a sentence.

#include "telemetry/connection_file.h"

#include <cstdlib>

using namespace telemetry;

namespace {

const Connection& goodConnection()
{
    static const Connection good = [] {
        Connection connection = makeRunKeys()->connection;
        connection.run = 7;
        connection.rankEndpoint = "tcp://10.0.0.1:1";
        connection.controlEndpoint = "ipc:///run/control";
        return connection;
    }();
    return good;
}

void check(std::string_view text)
{
    const auto connection = parseConnection(text);
    if (!connection) {
        if (connection.error().message.empty())
            std::abort();
        return;
    }
    if (problemOf(*connection))
        std::abort();
    const auto again = parseConnection(toText(*connection));
    if (!again || !(*again == *connection))
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    check(bytes);
    if (bytes.empty())
        return 0;
    // The first byte chooses the line that the rest replaces.
    std::string text = toText(goodConnection());
    std::size_t from = 0;
    for (int lines = bytes.front() & 15; lines > 0 && from < text.size(); --lines)
        from = text.find('\n', from) + 1;
    text.replace(from, text.find('\n', from) - from, bytes.substr(1));
    check(text);
    return 0;
}
