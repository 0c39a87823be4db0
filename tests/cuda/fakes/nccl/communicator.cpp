#include "tests/cuda/fakes/nccl/communicator.h"

#include "tests/cuda/fakes/machine.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <set>
#include <sstream>

using fake::Bytes;
using fake::Launch;
using fake::NcclRank;
using fake::Operation;
using fake::Post;
using fake::Subject;
using Topic = fake::Subject::Kind;

namespace {

Bytes bytesOf(const std::string& text)
{
    Bytes bytes(text.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

std::string textIn(const Bytes& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace

// ---- how it comes about ----

void ncclComm::look()
{
    if (state == State::Joining)
        meetAll();
    if (!late.empty() && --late.front()->asks <= 0) {
        enqueue(late.front());
        late.pop_front();
    }
    if (state != State::Finalizing || !underWay.empty())
        return;
    for (int member = 0; member < size; ++member)
        if (Post::own().take({id, Topic::Farewell, member, 0}))
            gone[static_cast<std::size_t>(member)] = true;
    if (std::find(gone.begin(), gone.end(), false) == gone.end())
        state = State::Finalized;
}

// The root hears of every member and tells all of them who they are.
void ncclComm::meetAll()
{
    Post& post = Post::own();
    if (rootAddress == post.address() && name != fake::ncclOptions().neverComes) {
        for (int member = 0; member < size; ++member)
            if (const auto hello = post.take({id, Topic::Hello, member, 0}))
                hellos[member] = textIn(*hello);
        if (static_cast<int>(hellos.size()) == size) {
            std::string table;
            std::set<std::string> gpus;
            std::vector<int> all;
            for (const auto& [member, hello] : hellos) {
                std::istringstream in(hello);
                int ownSize = 0;
                std::string gpu;
                in >> ownSize >> all.emplace_back();
                std::getline(in, gpu);
                if (ownSize != size)
                    table = "! the members give different sizes";
                if (!gpus.insert(gpu).second)
                    table = "! Duplicate GPU detected : rank " + std::to_string(member)
                        + " on CUDA device" + gpu;
            }
            if (table.empty())
                for (const int address : all)
                    table += std::to_string(address) + " ";
            for (const int address : all)
                post.send(address, {id, Topic::Members, 0, 0}, bytesOf(table));
            hellos.clear();
        }
    }
    if (const auto table = post.take({id, Topic::Members, 0, 0}))
        readMembers(textIn(*table));
}

void ncclComm::readMembers(const std::string& table)
{
    state = State::Ready;
    if (table.starts_with('!')) {
        error = ncclInvalidUsage;
        why = table.substr(2);
        return;
    }
    std::istringstream in(table);
    for (int address = 0; in >> address;)
        addresses.push_back(address);
    gone.assign(addresses.size(), false);
    fake::countMade(blocks);
}

void ncclComm::finalize()
{
    state = State::Finalizing;
    for (const int address : addresses)
        Post::own().send(address, {id, Topic::Farewell, rank, 0}, {});
}

void ncclComm::abort()
{
    state = State::Aborted;
    for (const auto& launch : underWay)
        if (launch->began)
            NcclRank::own().blocksTaken -= blocks;
    underWay.clear();
    late.clear();
    fake::count(&fake::NcclCounts::aborted);
}

// ---- its operations ----

void ncclComm::queue(fake::Stream* stream, const std::vector<Operation>& operations)
{
    using Kind = fake::Fault::Kind;
    fake::Fault& fault = fake::ownFault();
    auto launch = std::make_shared<Launch>();
    launch->stream = stream;
    launch->never = fault.comes(Kind::NcclHang);
    launch->kills = fault.comes(Kind::NcclKill);
    if (fault.comes(Kind::NcclRemote)) {
        error = ncclRemoteError;
        why = "NET/Socket : peer has closed the connection";
    }
    launch->number = launched++;
    for (const Operation& operation : operations) {
        const std::uint64_t number = fake::isCollective(operation) ? collectives++
            : operation.kind == Operation::Kind::Send              ? sends[operation.peer]++
                                                                   : receives[operation.peer]++;
        launch->parts.push_back({.operation = operation, .number = number});
    }
    launch->watched = stream->watched({.name = fake::kernelOf(operations)});
    Post::own().goOn();
    underWay.push_back(launch);
    // The first makes connections, and others may, whenever the library likes.
    std::mt19937& random = NcclRank::own().random;
    if (fake::ncclOptions().later && (launch->number == 0 || random() % 8 == 0)) {
        launch->asks = 1 + static_cast<int>(random() % 3);
        late.push_back(launch);
    } else {
        enqueue(launch);
    }
}

void ncclComm::enqueue(const std::shared_ptr<Launch>& launch)
{
    launch->stream->enqueue(
        [this, launch] {
            if (state != State::Aborted)
                begin(*launch);
        },
        [this, launch] {
            if (state == State::Aborted)
                return true;
            if (over != launch->number || launch->never)
                return false;
            launch->crowded = NcclRank::own().blocksTaken + blocks > fake::ncclOptions().blocks;
            return !launch->crowded;
        });
    launch->stream->enqueue(
        [this, launch] {
            if (state != State::Aborted)
                end(*launch);
        },
        [this, launch] { return state == State::Aborted || arrived(*launch); });
}

void ncclComm::begin(Launch& launch)
{
    launch.began = true;
    if (launch.kills)
        std::raise(SIGKILL);
    launch.watched.begin();
    NcclRank::own().blocksTaken += blocks;
    Post& post = Post::own();
    for (Launch::Part& part : launch.parts) {
        const Operation& operation = part.operation;
        if (fake::isCollective(operation)) {
            part.letters.resize(static_cast<std::size_t>(size));
            for (int member = 0; member < size; ++member) {
                Bytes letter = fake::letterTo(operation, member);
                if (member == rank)
                    part.letters[static_cast<std::size_t>(member)] = std::move(letter);
                else
                    post.send(addresses.at(static_cast<std::size_t>(member)),
                              {id, Topic::Collective, rank, part.number}, std::move(letter));
            }
            continue;
        }
        part.letters.resize(1);
        const bool leaves = operation.kind == Operation::Kind::Send;
        post.send(addresses.at(static_cast<std::size_t>(operation.peer)),
                  {id, leaves ? Topic::Send : Topic::Receive, rank, part.number},
                  fake::letterTo(operation, operation.peer));
    }
}

bool ncclComm::arrived(Launch& launch)
{
    bool all = true;
    for (Launch::Part& part : launch.parts)
        for (std::size_t i = 0; i < part.letters.size(); ++i) {
            if (!part.letters[i].empty())
                continue;
            const Topic topic = fake::isCollective(part.operation) ? Topic::Collective
                : part.operation.kind == Operation::Kind::Send     ? Topic::Receive
                                                                   : Topic::Send;
            const int from = topic == Topic::Collective ? static_cast<int>(i) : part.operation.peer;
            if (auto letter = Post::own().take({id, topic, from, part.number}))
                part.letters[i] = std::move(*letter);
            else
                all = false;
        }
    return all;
}

void ncclComm::end(Launch& launch)
{
    for (const Launch::Part& part : launch.parts)
        if (const std::string wrong = fake::open(part.operation, rank, part.letters);
            !wrong.empty())
            fake::Device::own().fail(name + ": " + wrong);
    launch.watched.end();
    NcclRank::own().blocksTaken -= blocks;
    ++over;
    underWay.pop_front();
}

// Members whose letters a kernel has not got.
std::vector<int> ncclComm::missing(const Launch& launch) const
{
    std::set<int> members;
    for (const Launch::Part& part : launch.parts)
        for (std::size_t i = 0; i < part.letters.size(); ++i)
            if (part.letters[i].empty())
                members.insert(fake::isCollective(part.operation) ? static_cast<int>(i)
                                                                  : part.operation.peer);
    return {members.begin(), members.end()};
}

std::string ncclComm::waitsFor() const
{
    if (underWay.empty() || state == State::Aborted)
        return {};
    const Launch& first = *underWay.front();
    const std::string who = "rank " + std::to_string(rank) + " of " + name;
    const std::string what = fake::toText(first.parts.front().operation);
    if (first.began) {
        std::string whom;
        for (const int member : missing(first))
            whom += (whom.empty() ? "" : ", ") + std::to_string(member);
        return who + " is in " + what + " and waits for rank " + whom + ";";
    }
    return first.crowded ? who + " has no room for " + what + " beside others;" : std::string();
}
