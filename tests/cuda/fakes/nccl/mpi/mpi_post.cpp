// Letters between the processes of an MPI run. Only the thread that initialised MPI has a post.

#include "tests/cuda/fakes/machine.h"
#include "tests/cuda/fakes/nccl/post.h"

#include <cstdlib>
#include <cstring>
#include <list>
#include <map>
#include <thread>
#include <utility>

#include <cuda_runtime_api.h>
#include <mpi.h>
#include <unistd.h>

namespace fake {

namespace {

constexpr int kTag
    = 31'999; // of the world, whose messages are nobody else's: the engine has its own

class MpiPost final : public Post {
public:
    MpiPost() { MPI_Comm_rank(MPI_COMM_WORLD, &m_address); }

    int address() const override { return m_address; }
    // As NCCL does, which takes the host's name where it is given none.
    std::string gpu() const override
    {
        char host[256] = {};
        gethostname(host, sizeof(host) - 1);
        const char* const given = std::getenv("NCCL_HOSTID");
        int number = 0;
        cudaGetDevice(&number);
        // Parts of one GPU lie at one place of the bus, which is what it looks at.
        const int place = visibleGpus().at(static_cast<std::size_t>(number)).bus - 1;
        return std::to_string(place) + " of " + (given != nullptr ? given : host);
    }

    void send(int to, const Subject& subject, Bytes content) override
    {
        if (to == m_address) {
            m_mail[subject] = std::move(content);
            return;
        }
        Sent& sent = m_sent.emplace_back();
        sent.bytes.resize(sizeof(Subject) + content.size());
        std::memcpy(sent.bytes.data(), &subject, sizeof(Subject));
        if (!content.empty())
            std::memcpy(sent.bytes.data() + sizeof(Subject), content.data(), content.size());
        MPI_Isend(sent.bytes.data(), static_cast<int>(sent.bytes.size()), MPI_BYTE, to, kTag,
                  MPI_COMM_WORLD, &sent.request);
    }
    std::optional<Bytes> take(const Subject& subject) override
    {
        fetch();
        auto letter = m_mail.extract(subject);
        if (letter.empty())
            return std::nullopt;
        return std::move(letter.mapped());
    }

    // Another process may do anything at any time: whether one ever will is for the patience of
    // the engine to say, as it is with the library.
    std::string await(bool waits, const std::string&) override
    {
        if (waits)
            std::this_thread::yield();
        return {};
    }

private:
    struct Sent {
        Bytes bytes;
        MPI_Request request = MPI_REQUEST_NULL;
    };

    void fetch()
    {
        for (auto sent = m_sent.begin(); sent != m_sent.end();) {
            int left = 0;
            MPI_Test(&sent->request, &left, MPI_STATUS_IGNORE);
            sent = left != 0 ? m_sent.erase(sent) : std::next(sent);
        }
        for (;;) {
            int here = 0;
            MPI_Message message = MPI_MESSAGE_NULL;
            MPI_Status status;
            MPI_Improbe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &here, &message, &status);
            if (here == 0)
                return;
            int bytes = 0;
            MPI_Get_count(&status, MPI_BYTE, &bytes);
            Bytes letter(static_cast<std::size_t>(bytes));
            MPI_Mrecv(letter.data(), bytes, MPI_BYTE, &message, MPI_STATUS_IGNORE);
            Subject subject;
            std::memcpy(&subject, letter.data(), sizeof(Subject));
            letter.erase(letter.begin(), letter.begin() + sizeof(Subject));
            m_mail[subject] = std::move(letter);
        }
    }

    int m_address = 0;
    std::list<Sent> m_sent;
    std::map<Subject, Bytes> m_mail;
};

} // namespace

Post& Post::own()
{
    static MpiPost post;
    return post;
}

} // namespace fake
