#include "telemetry/doorkeeper.h"

#include "telemetry/quiet_thread.h"
#include "telemetry/socket_options.h"

#include <cassert>
#include <cstring>
#include <vector>

namespace telemetry {
namespace {

constexpr const char* kZapEndpoint = "inproc://zeromq.zap.01";
constexpr int kZapEnforceDomain = 93; // of ZeroMQ 4.3, whose header shows it among its drafts only
constexpr std::chrono::milliseconds kHandshakePatience = kHandshakeLimit + std::chrono::seconds{1};
constexpr std::chrono::milliseconds kCountInterval{500};
constexpr int kMostQuestions = 64; // then events are looked at,
constexpr int kMostEvents = 256;   // and questions again

// All parts of a message that has arrived; none: no message.
std::vector<zmq::message_t> receiveParts(zmq::socket_t& socket)
{
    std::vector<zmq::message_t> parts;
    for (bool more = true; more;) {
        zmq::message_t part;
        if (!socket.recv(part, parts.empty() ? zmq::recv_flags::dontwait : zmq::recv_flags::none))
            break;
        more = part.more();
        parts.push_back(std::move(part));
    }
    return parts;
}

} // namespace

Doorkeeper::~Doorkeeper()
{
    if (!m_thread.joinable())
        return;
    m_context.shutdown(); // ends the wait of the thread
    m_thread.join();
}

void Doorkeeper::guard(zmq::socket_t& socket, const CurveServer& keys, const std::string& domain)
{
    assert(!m_thread.joinable());
    if (m_doors.empty()) {
        m_questions = zmq::socket_t(m_context, zmq::socket_type::rep);
        m_questions.set(zmq::sockopt::linger, 0);
        m_questions.bind(kZapEndpoint);
    }
    Door& door = m_doors.emplace_back(Door{.domain = domain,
                                           .admitted = {},
                                           .events = {},
                                           .count = HandshakeCount(kHandshakePatience)});
    ::zmq_z85_decode(reinterpret_cast<std::uint8_t*>(door.admitted.data()), keys.admitted.c_str());
    socket.set(zmq::sockopt::curve_server, true);
    socket.set(zmq::sockopt::curve_publickey, keys.own.publicKey);
    socket.set(zmq::sockopt::curve_secretkey, keys.own.secretKey);
    socket.set(zmq::sockopt::zap_domain, domain);
    // Nobody comes in unasked, even where nobody answered. The questions are answered from before
    // the socket is bound until after it is closed, so a ZeroMQ without the option is as good.
    const int enforced = 1;
    static_cast<void>(
        ::zmq_setsockopt(socket.handle(), kZapEnforceDomain, &enforced, sizeof enforced));
    const std::string events = "inproc://events-of-" + domain;
    if (::zmq_socket_monitor(socket.handle(), events.c_str(),
                             ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_HANDSHAKE_SUCCEEDED
                                 | ZMQ_EVENT_DISCONNECTED)
        != 0)
        throw zmq::error_t();
    door.events = zmq::socket_t(m_context, zmq::socket_type::pair);
    door.events.set(zmq::sockopt::linger, 0);
    door.events.connect(events);
}

void Doorkeeper::open()
{
    if (m_doors.empty())
        return;
    m_thread = startQuietThread([this] { run(); });
}

void Doorkeeper::run()
{
    try {
        for (;;) {
            std::vector<zmq::pollitem_t> items{{m_questions.handle(), 0, ZMQ_POLLIN, 0}};
            bool waits = false;
            for (Door& door : m_doors) {
                items.push_back({door.events.handle(), 0, ZMQ_POLLIN, 0});
                waits = waits || door.count.waits();
            }
            zmq::poll(items, waits ? kCountInterval : std::chrono::milliseconds{-1});
            if ((items[0].revents & ZMQ_POLLIN) != 0)
                answer();
            std::uint64_t refusedNow = 0;
            for (Door& door : m_doors) {
                note(door);
                refusedNow += door.count.refused(std::chrono::steady_clock::now());
            }
            m_refused.store(refusedNow, std::memory_order_relaxed);
        }
    } catch (const std::exception&) { // the context has ended, or from memory
        // A socket whose events nobody takes would wait for ever to tell them.
        m_context.shutdown();
        m_questions.close();
        m_doors.clear();
    }
}

// Question: version, number, domain, address, routing id, mechanism, key. What is not understood
// is not let in.
void Doorkeeper::answer()
{
    for (int i = 0; i < kMostQuestions; ++i) {
        const auto question = receiveParts(m_questions);
        if (question.empty())
            return;
        bool known = question.size() == 7 && question[0].to_string_view() == "1.0"
            && question[5].to_string_view() == "CURVE" && question[6].size() == sizeof(Key);
        if (known) {
            known = false;
            for (const Door& door : m_doors)
                known = known
                    || (question[2].to_string_view() == door.domain
                        && std::memcmp(question[6].data(), door.admitted.data(), sizeof(Key)) == 0);
        }
        const std::string number = question.size() > 1 ? question[1].to_string() : std::string();
        const std::string_view words[]
            = {"1.0", number, known ? "200" : "400", known ? "OK" : "", "", ""};
        for (std::size_t part = 0; part < std::size(words); ++part)
            m_questions.send(zmq::buffer(words[part]),
                             part + 1 < std::size(words) ? zmq::send_flags::sndmore
                                                         : zmq::send_flags::none);
    }
}

// Each event: number u16 and value u32 of it in one part, the endpoint in a second.
void Doorkeeper::note(Door& door)
{
    for (int i = 0; i < kMostEvents; ++i) {
        const auto event = receiveParts(door.events);
        if (event.empty())
            return;
        std::uint16_t number = 0;
        std::int32_t value = 0;
        if (event[0].size() != sizeof number + sizeof value)
            continue;
        std::memcpy(&number, event[0].data(), sizeof number);
        std::memcpy(&value, event[0].data<std::byte>() + sizeof number, sizeof value);
        if (number == ZMQ_EVENT_ACCEPTED)
            door.count.accepted(value, std::chrono::steady_clock::now());
        else if (number == ZMQ_EVENT_HANDSHAKE_SUCCEEDED)
            door.count.cameIn();
        else if (number == ZMQ_EVENT_DISCONNECTED)
            door.count.closed(value);
    }
}

} // namespace telemetry
