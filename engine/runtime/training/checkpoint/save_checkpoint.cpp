#include "engine/runtime/training/checkpoint/save_checkpoint.h"

#include "engine/runtime/training/checkpoint/agreement.h"
#include "engine/runtime/training/checkpoint/checkpoint_folder.h"
#include "engine/runtime/training/checkpoint/crc_shift.h"
#include "engine/runtime/training/checkpoint/tensor_files.h"
#include "engine/runtime/training/checkpoint/tensor_stream.h"
#include "telemetry/crc32c.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <ctime>
#include <optional>

#include <fcntl.h>

namespace training {
namespace {

constexpr std::uint64_t kBytesBetweenSyncs = 64u << 20;

// While it lives, a write beyond the limit on the size of a file is an error of this thread
// and no signal that ends the process.
class FileSizeSignal {
public:
    FileSizeSignal()
    {
        sigemptyset(&m_signal);
        sigaddset(&m_signal, SIGXFSZ);
        pthread_sigmask(SIG_BLOCK, &m_signal, &m_before);
    }
    ~FileSizeSignal()
    {
        if (sigismember(&m_before, SIGXFSZ) == 1)
            return; // not ours to take
        const timespec now{};
        while (sigtimedwait(&m_signal, nullptr, &now) == SIGXFSZ) {}
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    FileSizeSignal(const FileSizeSignal&) = delete;
    FileSizeSignal& operator=(const FileSizeSignal&) = delete;

private:
    sigset_t m_signal{};
    sigset_t m_before{};
};

// A slice and the tensor it goes into.
struct Task {
    const TensorSlice* slice;
    Place place;
};

// What one tensor's sum gains by the slices of a rank, as it goes between ranks.
struct Share {
    std::uint64_t file;
    std::uint64_t tensor;
    std::uint64_t crc;
};

class Saving {
public:
    Saving(const CheckpointInfo& info, const CheckpointSlices& own, std::string folder,
           engine::HostCommunicator& world)
        : m_info(info)
        , m_own(own)
        , m_path(std::move(folder))
        , m_world(world)
    {
    }

    plan::Outcome run();

private:
    plan::Outcome allSteps();
    plan::Outcome agreeOnTensors();
    plan::Outcome openAll();
    plan::Outcome makeFiles();
    plan::Outcome openFiles();
    plan::Outcome write();
    plan::Outcome sumUp();
    plan::Outcome readBack();
    plan::Outcome putInPlace();
    plan::Outcome removeRest();

    plan::Result<bool> writeNext(std::size_t& task, std::optional<SliceWriter>& writer,
                                 std::uint64_t& unsynced);
    plan::Outcome compare(const Place& place, std::uint32_t crc) const;
    std::uint64_t startOf(const Place& place) const;
    bool leads() const { return m_world.rank() == 0; }

    const CheckpointInfo& m_info;
    const CheckpointSlices& m_own;
    std::string m_path;
    engine::HostCommunicator& m_world;

    TensorFiles m_files;
    std::vector<Task> m_tasks;
    std::vector<Share> m_shares; // of this rank
    std::optional<PartialFolder> m_folder;
    std::array<OpenFile, kTensorFiles.size()> m_open;
};

plan::Outcome Saving::run()
{
    const auto saved = allSteps();
    if (saved)
        return saved;
    std::string why = saved.error().message;
    if (const auto removed = removeRest(); !removed)
        why += "; and " + removed.error().message;
    return plan::Error{"the checkpoint of step " + std::to_string(m_info.step)
                       + " is not saved: " + why};
}

plan::Outcome Saving::allSteps()
{
    // Each ends with an agreement of all ranks, so none goes on where another has failed.
    for (const auto step : {&Saving::agreeOnTensors, &Saving::openAll, &Saving::write,
                            &Saving::sumUp, &Saving::readBack, &Saving::putInPlace})
        if (const auto outcome = (this->*step)(); !outcome)
            return outcome;
    return plan::done();
}

plan::Outcome Saving::agreeOnTensors()
{
    plan::Outcome sound = checkSlices(m_own);
    if (m_info.step < 0 || m_info.samples < 0 || m_info.seed < 0)
        sound = plan::Error{"its step, samples and seed must be 0 or more"};
    if (const auto agreed = agree(m_world, sound); !agreed)
        return agreed;
    const auto told = gather(m_world, encodeShapes(m_own));
    if (!told)
        return told.error();
    std::vector<SliceShape> shapes;
    for (const std::string& bytes : *told) {
        auto some = decodeShapes(bytes);
        if (!some)
            return some.error();
        shapes.insert(shapes.end(), some->begin(), some->end());
    }
    const auto tensors = coveredTensors(std::move(shapes));
    if (!tensors)
        return tensors.error();

    m_files = filesOf(*tensors);
    for (const StatePart part : kStateParts) {
        for (const TensorSlice& slice : m_own.of(part)) {
            if (slice.values.empty())
                continue;
            const auto found
                = std::lower_bound(tensors->begin(), tensors->end(), slice.name,
                                   [](const WholeTensor& tensor, const std::string& name) {
                                       return tensor.name < name;
                                   });
            m_tasks.push_back(
                {&slice, placeOf(part, static_cast<std::size_t>(found - tensors->begin()))});
        }
    }
    return plan::done();
}

plan::Outcome Saving::openAll()
{
    // The others open what rank 0 has made: so a folder that is not the same everywhere is noticed
    // before any value is written.
    if (const auto made = agree(m_world, leads() ? makeFiles() : plan::done()); !made)
        return made;
    return agree(m_world, leads() ? plan::done() : openFiles());
}

plan::Outcome Saving::makeFiles()
{
    auto folder = PartialFolder::create(m_path, m_info.step);
    if (!folder)
        return folder.error();
    m_folder = *std::move(folder);
    for (std::size_t i = 0; i < kTensorFiles.size(); ++i) {
        auto file = OpenFile::create(m_folder->folder(), kTensorFiles[i]);
        if (!file)
            return file.error();
        m_open[i] = *std::move(file);
        if (const auto reserved = m_open[i].reserve(m_files[i].bytes()); !reserved)
            return reserved;
        const auto written = m_open[i].writeAt(0, std::as_bytes(std::span(m_files[i].start)));
        if (!written)
            return written;
    }
    return plan::done();
}

plan::Outcome Saving::openFiles()
{
    auto folder = PartialFolder::open(m_path, m_info.step);
    if (!folder)
        return plan::Error{folder.error().message
                           + "; all ranks write into one folder, so it has to be where they share "
                             "files"};
    m_folder = *std::move(folder);
    for (std::size_t i = 0; i < kTensorFiles.size(); ++i) {
        auto file = OpenFile::toWrite(m_folder->folder(), kTensorFiles[i]);
        if (!file)
            return file.error();
        m_open[i] = *std::move(file);
    }
    return plan::done();
}

std::uint64_t Saving::startOf(const Place& place) const
{
    const TensorFile& file = m_files[place.file];
    return file.start.size() + file.tensors[place.tensor].first;
}

plan::Outcome Saving::write()
{
    std::size_t task = 0;
    std::optional<SliceWriter> writer;
    std::uint64_t unsynced = 0;
    const auto written = inRounds(m_world, [&] { return writeNext(task, writer, unsynced); });
    if (!written)
        return written;
    std::size_t file = 0;
    return inRounds(m_world, [&]() -> plan::Result<bool> {
        const auto synced = m_open[file].sync();
        if (!synced)
            return synced.error();
        return ++file < m_open.size();
    });
}

plan::Result<bool> Saving::writeNext(std::size_t& task, std::optional<SliceWriter>& writer,
                                     std::uint64_t& unsynced)
{
    if (task == m_tasks.size())
        return false;
    const auto& [slice, place] = m_tasks[task];
    const OpenFile& file = m_open[place.file];
    if (!writer)
        writer.emplace(file, startOf(place), m_own.store, *slice);
    const auto more = writer->next();
    if (!more || *more)
        return more;
    m_shares.push_back({place.file, place.tensor, writer->crcShare()});
    writer.reset();
    ++task;
    // Sets the disk to work, and does not run far ahead of it: the sync at the end is short.
    unsynced += slice->values.bytes();
    if (unsynced >= kBytesBetweenSyncs) {
        unsynced = 0;
        for (const OpenFile& open : m_open)
            ::sync_file_range(open.number(), 0, 0,
                              SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE);
    }
    return true;
}

plan::Outcome Saving::sumUp()
{
    const auto told = gather(
        m_world, {reinterpret_cast<const char*>(m_shares.data()), m_shares.size() * sizeof(Share)});
    if (!told)
        return told.error();
    for (const std::string& bytes : *told) {
        for (std::size_t at = 0; at + sizeof(Share) <= bytes.size(); at += sizeof(Share)) {
            Share share{};
            std::memcpy(&share, bytes.data() + at, sizeof share);
            if (share.file >= m_files.size() || share.tensor >= m_files[share.file].sums.size())
                return plan::Error{"the sums of a rank arrived damaged"};
            m_files[share.file].sums[share.tensor] ^= static_cast<std::uint32_t>(share.crc);
        }
    }
    for (TensorFile& file : m_files)
        for (std::size_t i = 0; i < file.sums.size(); ++i)
            // Each rank has summed up its slices as if the rest of the tensor were 0; the shares
            // are combined by exclusive or (see crc_shift.h), and nobody has read the whole tensor.
            file.sums[i] = crcOfShares(file.sums[i], file.tensors[i].bytes());
    return plan::done();
}

plan::Outcome Saving::compare(const Place& place, std::uint32_t crc) const
{
    if (crc == m_files[place.file].sums[place.tensor])
        return plan::done();
    return plan::Error{m_open[place.file].path() + ": gives back other values of "
                       + m_files[place.file].tensors[place.tensor].name
                       + " than were written; the disk or the memory of a machine is at fault"};
}

plan::Outcome Saving::readBack()
{
    const auto ranks = static_cast<std::size_t>(m_world.size());
    // Any rank can read any tensor back; they are dealt by size, so that all are done at about the
    // same time.
    const auto mine = sharesOf(m_files, ranks)[static_cast<std::size_t>(m_world.rank())];
    std::size_t next = 0;
    std::optional<TensorReader> reader;
    return inRounds(m_world, [&]() -> plan::Result<bool> {
        if (next == mine.size())
            return false;
        const Place& place = mine[next];
        if (!reader) {
            const auto bytes = m_files[place.file].tensors[place.tensor].bytes();
            reader.emplace(m_open[place.file], startOf(place), 1,
                           static_cast<std::int64_t>(bytes / sizeof(float)), m_own.store,
                           std::vector<const TensorSlice*>{});
        }
        const auto more = reader->next();
        if (!more || *more)
            return more;
        const std::uint32_t crc = reader->crc();
        reader.reset();
        ++next;
        const auto same = compare(place, crc);
        return same ? plan::Result<bool>(true) : same.error();
    });
}

plan::Outcome Saving::putInPlace()
{
    for (OpenFile& file : m_open)
        file.close();
    if (const auto closed = agree(m_world, plan::done()); !closed)
        return closed;
    const auto lead = [&]() -> plan::Outcome {
        Manifest manifest;
        manifest.info = m_info;
        for (std::size_t i = 0; i < m_files.size(); ++i) {
            const TensorFile& file = m_files[i];
            manifest.files[i].header = telemetry::crc32c(std::as_bytes(std::span(file.start)));
            for (std::size_t t = 0; t < file.tensors.size(); ++t)
                manifest.files[i].tensors.emplace(file.tensors[t].name, file.sums[t]);
        }
        const std::string text = manifestText(manifest);
        if (text.size() > kMaxManifestBytes)
            return plan::Error{"its checkpoint.json would have more than "
                               + std::to_string(kMaxManifestBytes) + " bytes"};
        const auto file = OpenFile::create(m_folder->folder(), kManifestFile);
        if (!file)
            return file.error();
        if (const auto written = file->writeAt(0, std::as_bytes(std::span(text))); !written)
            return written;
        if (const auto synced = file->sync(); !synced)
            return synced;
        // Last: a checkpoint has its name only when all of it, the manifest too, is on the disk.
        return m_folder->publish();
    };
    return agree(m_world, leads() ? lead() : plan::done());
}

plan::Outcome Saving::removeRest()
{
    for (OpenFile& file : m_open)
        file.close();
    // Shared file systems keep a file that anybody has open.
    const auto closed = agree(m_world, plan::done());
    plan::Outcome removed = plan::done();
    if (leads() && m_folder)
        removed = m_folder->remove();
    return closed ? agree(m_world, removed) : plan::done();
}

} // namespace

plan::Outcome saveCheckpoint(const CheckpointInfo& info, const CheckpointSlices& own,
                             const std::filesystem::path& folder, engine::HostCommunicator& world)
{
    const FileSizeSignal whileWriting;
    return Saving(info, own, folder.string(), world).run();
}

} // namespace training
