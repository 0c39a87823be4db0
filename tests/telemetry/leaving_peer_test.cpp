// A peer that is gone before anybody has read what it sent.

#include "telemetry/socket_options.h"
#include "tests/telemetry/records.h"

#include <gtest/gtest.h>

namespace telemetry {
namespace {

using namespace test;

// Where libzmq has stopped reading from a peer, and the peer leaves, it ends the process.
TEST(LeavingPeer, EndsNobodyAndWhatItSaidIsThere)
{
    constexpr int kMessages = 1000;
    const tests::ScratchDirectory place;
    const std::string endpoint = "ipc://" + (place / "socket");
    zmq::context_t context;
    zmq::socket_t router(context, zmq::socket_type::router);
    limitRouter(router, 4);
    ASSERT_EQ(zmq_socket_monitor(router.handle(), "inproc://seen", ZMQ_EVENT_DISCONNECTED), 0);
    zmq::socket_t seen(context, zmq::socket_type::pair);
    seen.set(zmq::sockopt::rcvtimeo, int(std::chrono::milliseconds(kPatience).count()));
    seen.set(zmq::sockopt::linger, 0);
    seen.connect("inproc://seen");
    router.bind(endpoint);
    {
        zmq::context_t other;
        zmq::socket_t dealer(other, zmq::socket_type::dealer);
        limitSocket(dealer, kMessages);
        dealer.set(zmq::sockopt::linger, -1); // all of it leaves before this does
        dealer.connect(endpoint);
        for (int i = 0; i < kMessages; ++i)
            ASSERT_TRUE(trySend(dealer, spanFrame(1, 1)));
    }
    zmq::message_t event;
    EXPECT_TRUE(seen.recv(event)) << "it was not read to its end";
    int read = 0;
    for (zmq::message_t from, body; router.recv(from, zmq::recv_flags::dontwait);) {
        ASSERT_TRUE(router.recv(body));
        ++read;
    }
    EXPECT_EQ(read, kMessages);
    zmq_socket_monitor(router.handle(), nullptr, 0);
}

} // namespace
} // namespace telemetry
