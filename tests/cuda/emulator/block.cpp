#include "tests/cuda/emulator/block_state.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <numeric>
#include <utility>

namespace emulator {

thread_local Place here;

namespace {

constexpr std::size_t kMostThreads = 1024;   // of a block
constexpr unsigned kMostBlocksAside = 65535; // in y and z
constexpr unsigned kWholeWarp = ~0U;

std::mutex sharedMutex;
std::map<const void*, std::size_t> sharedAllowed; // [kernel] bytes

std::size_t sharedOf(const void* kernel)
{
    if (kernel == nullptr)
        return kMostShared;
    const std::lock_guard lock(sharedMutex);
    const auto found = sharedAllowed.find(kernel);
    return found == sharedAllowed.end() ? kSharedUnasked : found->second;
}

std::atomic<Turns> turnsOfAll{Turns::Forward};
std::atomic<unsigned> seedOfAll{1};

// Not by memcpy(), which ThreadSanitizer watches even here.
void copyWord(unsigned char* to, const void* from, std::size_t bytes)
{
    const auto* const source = static_cast<const volatile unsigned*>(from);
    auto* const target = reinterpret_cast<volatile unsigned*>(to);
    for (std::size_t i = 0; i < bytes / sizeof(unsigned); ++i)
        target[i] = source[i];
}

std::size_t countOf(const dim3& sizes) { return std::size_t{sizes.x} * sizes.y * sizes.z; }

uint3 placeOf(std::size_t number, const dim3& sizes)
{
    const auto n = static_cast<unsigned>(number);
    return {n % sizes.x, n / sizes.x % sizes.y, n / sizes.x / sizes.y};
}

std::vector<std::size_t> inOrder(std::size_t count, Turns turns, std::mt19937& random)
{
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (turns == Turns::Backward)
        std::reverse(order.begin(), order.end());
    else if (turns != Turns::Forward)
        std::shuffle(order.begin(), order.end(), random);
    return order;
}

} // namespace

void setTurns(Turns turns, unsigned seed)
{
    turnsOfAll = turns;
    seedOfAll = seed;
}

bool allowShared(const void* kernel, std::size_t bytes)
{
    const std::lock_guard lock(sharedMutex);
    sharedAllowed[kernel] = std::min(bytes, kMostShared);
    return bytes <= kMostShared;
}

Multiprocessor::Multiprocessor()
    : m_state(std::make_unique<State>())
{
}

Multiprocessor::~Multiprocessor() = default;

std::string Multiprocessor::run(const Launch& launch)
{
    State& state = *m_state;
    state.count = countOf(launch.threads);
    const std::size_t blocks = countOf(launch.blocks);
    if (state.count == 0 || state.count > kMostThreads || launch.shared > kMostShared || blocks == 0
        || launch.blocks.y > kMostBlocksAside || launch.blocks.z > kMostBlocksAside)
        return "a launch of " + std::to_string(blocks) + " blocks of " + std::to_string(state.count)
            + " threads and " + std::to_string(launch.shared)
            + " bytes of shared memory, which no GPU accepts";
    if (launch.shared > sharedOf(launch.kernel))
        return "a launch with " + std::to_string(launch.shared)
            + " bytes of shared memory of a kernel that may have "
            + std::to_string(sharedOf(launch.kernel));
    State* const outer = std::exchange(current, &state);
    state.prepare(launch);
    for (const std::size_t block : inOrder(blocks, state.turns, state.random)) {
        state.block = placeOf(block, launch.blocks);
        state.runBlock();
        if (!state.error.empty())
            break;
    }
    acquire(&state.ended);
    current = outer;
    if (!state.error.empty())
        state.threads.clear(); // some were left in the middle
    return std::exchange(state.error, {});
}

void Multiprocessor::State::prepare(const Launch& given)
{
    launch = &given;
    turns = turnsOfAll;
    random.seed(seedOfAll++);
    dynamic.resize(given.shared);
    dynamic.shrink_to_fit(); // so that what lies behind it is nobody's
    while (threads.size() < count)
        threads.push_back(std::make_unique<Thread>([] {
            for (;;) {
                State& state = *current;
                acquire(&state.began);
                state.launch->thread();
                release(&state.ended);
                state.wait(Doing::Over, {});
            }
        }));
}

void Multiprocessor::State::runBlock()
{
    for (std::size_t i = 0; i < count; ++i) {
        thread(i).doing = Doing::Ready;
        thread(i).late.clear();
    }
    acquire(&ended); // the blocks before it used the same shared memory
    std::memset(dynamic.data(), kPoison, dynamic.size());
    for (SharedArray& array : arrays)
        std::memset(array.bytes.data(), kPoison, array.bytes.size());
    release(&began);
    std::vector<std::size_t> order = inOrder(count, turns, random);
    while (error.empty()) {
        if (giveTurns(order) || meetAtBarrier() || meetInWarps())
            continue;
        if (over())
            return;
        if (error.empty())
            explainWaiting();
    }
}

// To all that can go on; false if nobody can.
bool Multiprocessor::State::giveTurns(const std::vector<std::size_t>& order)
{
    bool any = false;
    std::size_t favoured = kMostThreads; // the warp that runs ahead
    for (const std::size_t number : order) {
        if (thread(number).doing != Doing::Ready)
            continue;
        if (turns == Turns::OneWarpAhead) {
            if (favoured == kMostThreads)
                favoured = number / kWarp;
            if (number / kWarp != favoured)
                continue;
        }
        any = true;
        giveTurn(number);
        if (!error.empty())
            return true;
    }
    return any && turns == Turns::OneWarpAhead ? meetInWarp(favoured * kWarp) || true : any;
}

void Multiprocessor::State::giveTurn(std::size_t number)
{
    running = number;
    here = {placeOf(number, launch->threads), block, launch->threads, launch->blocks};
    Fiber::change(scheduler, thread(number).fiber);
}

void Multiprocessor::State::wait(Doing doing, const Line& at)
{
    Thread& self = own();
    self.doing = doing;
    self.at = at;
    Fiber::change(self.fiber, scheduler);
}

bool Multiprocessor::State::meetAtBarrier()
{
    for (std::size_t i = 0; i < count; ++i)
        if (thread(i).doing != Doing::AtBarrier)
            return false;
    for (std::size_t i = 1; i < count; ++i)
        if (thread(i).at != thread(0).at) {
            error = "threads of a block meet at different barriers: " + inWords(thread(0).at)
                + " and " + inWords(thread(i).at);
            return false;
        }
    for (std::size_t i = 0; i < count; ++i)
        thread(i).doing = Doing::Ready;
    return true;
}

bool Multiprocessor::State::meetInWarps()
{
    bool any = false;
    for (std::size_t first = 0; first < count; first += kWarp)
        any = meetInWarp(first) || any;
    return any;
}

// Answers the exchanges of a warp that all their lanes have come to; false if there is none.
bool Multiprocessor::State::meetInWarp(std::size_t first)
{
    bool any = false;
    const std::size_t last = std::min(first + kWarp, count);
    for (std::size_t i = first; i < last; ++i) {
        const Thread& leader = thread(i);
        if (leader.doing != Doing::InWarp || !allGathered(first, leader))
            continue;
        answer(first, leader.mask, leader.bytes);
        any = true;
    }
    return any;
}

bool Multiprocessor::State::allGathered(std::size_t first, const Thread& leader) const
{
    for (std::size_t lane = 0; lane < kWarp; ++lane) {
        if ((leader.mask >> lane & 1U) == 0)
            continue;
        if (first + lane >= count)
            return false;
        const Thread& other = *threads[first + lane];
        if (other.doing != Doing::InWarp || other.mask != leader.mask || other.at != leader.at
            || other.bytes != leader.bytes)
            return false;
    }
    return true;
}

void Multiprocessor::State::answer(std::size_t first, unsigned mask, std::size_t bytes)
{
    const void* shared = nullptr;
    for (std::size_t to = 0; to < kWarp; ++to) {
        if ((mask >> to & 1U) == 0)
            continue;
        Thread& receiver = thread(first + to);
        // A whole warp shares what its first lane was answered: none of it can come to its next
        // exchange but one before all have read that.
        if (shared == nullptr) {
            unsigned char* const all = receiver.words.of[receiver.words.turn++ % 2];
            for (std::size_t lane = 0; lane < kWarp; ++lane)
                if ((mask >> lane & 1U) != 0)
                    copyWord(all + lane * bytes, thread(first + lane).word, bytes);
            receiver.answer = all;
            if (mask == kWholeWarp)
                shared = all;
        } else {
            receiver.answer = shared;
        }
    }
    for (std::size_t lane = 0; lane < kWarp; ++lane)
        if ((mask >> lane & 1U) != 0)
            thread(first + lane).doing = Doing::Ready;
}

bool Multiprocessor::State::over() const
{
    return std::all_of(threads.begin(), threads.begin() + static_cast<std::ptrdiff_t>(count),
                       [](const auto& each) { return each->doing == Doing::Over; });
}

void Multiprocessor::State::explainWaiting()
{
    std::size_t finished = 0;
    const Thread* waiting = nullptr;
    for (std::size_t i = 0; i < count; ++i) {
        if (thread(i).doing == Doing::Over)
            ++finished;
        else if (waiting == nullptr)
            waiting = &thread(i);
    }
    error = "in block " + std::to_string(block.x) + ", " + std::to_string(block.y) + ", "
        + std::to_string(block.z) + " of " + std::to_string(count) + " threads "
        + std::to_string(finished) + " are over, and others wait for ever: one "
        + (waiting->doing == Doing::AtBarrier ? "at the barrier" : "for its warp") + " in "
        + inWords(waiting->at);
}

} // namespace emulator
