#include "engine/runtime/training/checkpoint/checkpoint.h"

#include "telemetry/crc32c.h"

#include <algorithm>
#include <map>
#include <utility>

namespace training {
namespace {

plan::Result<std::string> readStart(const OpenFile& file, std::uint64_t bytes)
{
    std::string text(bytes, '\0');
    if (const auto read = file.readAt(0, std::as_writable_bytes(std::span(text))); !read)
        return read.error();
    return text;
}

plan::Error inFile(const OpenFile& file, const plan::Error& error)
{
    return {file.path() + ": " + error.message};
}

// As slices see it; nothing for a shape that no slice has.
std::optional<WholeTensor> wholeOf(const StoredTensor& tensor)
{
    const auto& shape = tensor.shape;
    if (tensor.type != Type::F32 || tensor.bytes() == 0 || shape.empty() || shape.size() > 2)
        return std::nullopt;
    if (shape.size() == 1)
        return WholeTensor{tensor.name, true, {1, shape[0]}};
    return WholeTensor{tensor.name, false, {shape[0], shape[1]}};
}

} // namespace

plan::Result<Checkpoint> Checkpoint::open(const std::filesystem::path& folder)
{
    auto opened = OpenFile::folder(folder.string());
    if (!opened)
        return opened.error();
    return open(*std::move(opened));
}

plan::Result<Checkpoint> Checkpoint::open(OpenFile folder)
{
    Checkpoint checkpoint;
    checkpoint.m_path = folder.path();
    if (const auto read = checkpoint.readManifest(folder); !read)
        return read.error();
    for (std::size_t i = 0; i < kTensorFiles.size(); ++i)
        if (const auto read = checkpoint.readHeader(folder, i); !read)
            return read.error();
    if (const auto matched = checkpoint.matchFiles(); !matched)
        return matched.error();
    return checkpoint;
}

plan::Outcome Checkpoint::readManifest(const OpenFile& folder)
{
    const auto file = OpenFile::toRead(folder, kManifestFile);
    if (!file)
        return file.error();
    const auto bytes = file->size();
    if (!bytes)
        return bytes.error();
    // Before anything is read: a file of any size may bear that name.
    if (*bytes > kMaxManifestBytes)
        return plan::Error{file->path() + ": has more than " + std::to_string(kMaxManifestBytes)
                           + " bytes, the most it may have"};
    const auto text = readStart(*file, *bytes);
    if (!text)
        return text.error();
    auto manifest = parseManifest(*text);
    if (!manifest)
        return inFile(*file, manifest.error());
    m_manifest = *std::move(manifest);
    // The manifest has the sums of all other files, so its own stands for the whole checkpoint.
    m_identity = telemetry::crc32c(std::as_bytes(std::span(*text)));
    return plan::done();
}

plan::Outcome Checkpoint::readHeader(const OpenFile& folder, std::size_t i)
{
    auto file = OpenFile::toRead(folder, kTensorFiles[i]);
    if (!file)
        return file.error();
    const auto bytes = file->size();
    if (!bytes)
        return bytes.error();
    // The length of the header first, and whether the file can have it; only then memory is taken
    // for it.
    const auto length = readStart(*file, std::min<std::uint64_t>(*bytes, 8));
    if (!length)
        return length.error();
    const auto dataStart = safetensorsDataStart(*length, *bytes);
    if (!dataStart)
        return inFile(*file, dataStart.error());
    const auto start = readStart(*file, *dataStart);
    if (!start)
        return start.error();
    if (telemetry::crc32c(std::as_bytes(std::span(*start))) != m_manifest.files[i].header)
        return plan::Error{file->path()
                           + ": has a header that is damaged or of another checkpoint"};
    auto header = parseSafetensors(*start, *bytes);
    if (!header)
        return inFile(*file, header.error());
    m_files[i] = {*std::move(file), *std::move(header)};
    return checkHeader(i);
}

// The tensors are those that checkpoint.json has sums of, and of kinds that we write.
plan::Outcome Checkpoint::checkHeader(std::size_t i) const
{
    const auto& [file, header] = m_files[i];
    const auto& sums = m_manifest.files[i].tensors;
    for (const StoredTensor& tensor : header.tensors) {
        if (!sums.contains(tensor.name))
            return plan::Error{file.path() + ": holds " + tensor.name + ", which " + kManifestFile
                               + " does not know"};
        if (!wholeOf(tensor))
            return plan::Error{file.path() + ": holds " + tensor.name
                               + ", which is not an F32 vector or matrix"};
    }
    if (sums.size() != header.tensors.size())
        return plan::Error{file.path() + ": lacks tensors that " + kManifestFile + " knows"};
    return plan::done();
}

// Every weight has its two moments, and nothing else is there.
plan::Outcome Checkpoint::matchFiles()
{
    const auto& [weights, moments] = m_files;
    std::map<std::string, WholeTensor> left;
    for (const StoredTensor& tensor : moments.header.tensors)
        left.emplace(tensor.name, *wholeOf(tensor));
    for (const StoredTensor& tensor : weights.header.tensors) {
        const WholeTensor whole = *wholeOf(tensor);
        for (const StatePart part : {StatePart::FirstMoments, StatePart::SecondMoments}) {
            const auto found = left.find(storedName(part, tensor.name));
            if (found == left.end() || found->second.size != whole.size
                || found->second.vector != whole.vector)
                return plan::Error{moments.file.path() + ": lacks " + storedName(part, tensor.name)
                                   + " of " + sizeText(whole)};
            left.erase(found);
        }
        m_tensors.push_back(whole);
    }
    if (!left.empty())
        return plan::Error{moments.file.path() + ": holds " + left.begin()->first
                           + ", which is of no weight"};
    std::sort(m_tensors.begin(), m_tensors.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    return plan::done();
}

const WholeTensor* Checkpoint::find(const std::string& name) const
{
    const auto found = std::lower_bound(
        m_tensors.begin(), m_tensors.end(), name,
        [](const WholeTensor& tensor, const std::string& wanted) { return tensor.name < wanted; });
    return found == m_tensors.end() || found->name != name ? nullptr : &*found;
}

plan::Outcome Checkpoint::checkFits(const CheckpointSlices& wanted) const
{
    if (const auto sound = checkSlices(wanted); !sound)
        return sound;
    for (const StatePart part : kStateParts) {
        for (const TensorSlice& slice : wanted.of(part)) {
            if (slice.values.empty())
                continue;
            const WholeTensor* stored = find(slice.name);
            if (stored == nullptr)
                return plan::Error{slice.name
                                   + " is not in the checkpoint, and the strategy needs it"};
            const WholeTensor needed = training::wholeOf(slice);
            if (*stored != needed)
                return plan::Error{slice.name + " is " + sizeText(*stored)
                                   + " in the checkpoint, and the strategy needs "
                                   + sizeText(needed)};
        }
    }
    return plan::done();
}

CheckpointReader::CheckpointReader(const Checkpoint& checkpoint, const CheckpointSlices& wanted)
    : m_checkpoint(&checkpoint)
    , m_store(&wanted.store)
{
    std::array<std::map<std::string, std::vector<const TensorSlice*>>, kTensorFiles.size()> byName;
    for (const StatePart part : kStateParts)
        for (const TensorSlice& slice : wanted.of(part))
            if (!slice.values.empty())
                byName[fileOf(part)][storedName(part, slice.name)].push_back(&slice);
    for (std::size_t file = 0; file < byName.size(); ++file) {
        for (const StoredTensor& stored : checkpoint.m_files[file].header.tensors) {
            const auto found = byName[file].find(stored.name);
            if (found == byName[file].end())
                continue;
            const WholeTensor* whole = checkpoint.find(found->second.front()->name);
            m_tensors.push_back({file, &stored, whole, std::move(found->second)});
        }
    }
}

plan::Result<bool> CheckpointReader::next()
{
    if (m_next == m_tensors.size())
        return false;
    const Tensor& tensor = m_tensors[m_next];
    const Checkpoint::File& file = m_checkpoint->m_files[tensor.file];
    if (!m_reader)
        m_reader.emplace(file.file, file.header.dataStart + tensor.stored->first,
                         tensor.whole->size[0], tensor.whole->size[1], *m_store, tensor.wanted);
    const auto more = m_reader->next();
    if (!more || *more)
        return more;
    const std::uint32_t crc = m_reader->crc();
    m_reader.reset();
    ++m_next;
    const auto& sums = m_checkpoint->m_manifest.files[tensor.file].tensors;
    if (sums.find(tensor.stored->name)->second != crc)
        return plan::Error{file.file.path() + ": " + tensor.stored->name
                           + " is damaged: its values do not have the sum that " + kManifestFile
                           + " gives"};
    return true;
}

} // namespace training
