#include "engine/runtime/training/checkpoint/load_checkpoint.h"

#include "engine/runtime/training/checkpoint/agreement.h"
#include "engine/runtime/training/checkpoint/checkpoint_folder.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

namespace training {
namespace {

// Folders of steps, newest first, and what is left of attempts.
struct Listing {
    std::map<std::int64_t, std::string, std::greater<>> steps;
    std::vector<std::string> partial;
};

plan::Result<Listing> list(const std::filesystem::path& folder)
{
    Listing listing;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (const auto step = stepOfFolder(name))
            listing.steps.emplace(*step, name);
        else if (name.ends_with(kPartialEnding)
                 && stepOfFolder(name.substr(0, name.size() - kPartialEnding.size())))
            listing.partial.push_back(name);
    }
    if (error)
        return plan::Error{folder.string() + ": cannot be read: " + error.message()};
    std::sort(listing.partial.begin(), listing.partial.end());
    return listing;
}

plan::Result<FoundCheckpoint> newestIn(const std::filesystem::path& path)
{
    const auto folder = OpenFile::folder(path.string());
    if (!folder)
        return folder.error();
    const auto listing = list(path);
    if (!listing)
        return listing.error();
    std::vector<std::string> skipped;
    for (const std::string& name : listing->partial)
        skipped.push_back((path / name).string() + ": was never finished and is left out");
    std::string newest; // why the newest is not taken
    for (const auto& [step, name] : listing->steps) {
        auto opened = OpenFile::folderIn(*folder, name);
        auto checkpoint = opened ? Checkpoint::open(*std::move(opened)) : opened.error();
        if (checkpoint)
            return FoundCheckpoint{*std::move(checkpoint), std::move(skipped)};
        skipped.push_back(checkpoint.error().message);
        newest = newest.empty() ? "; of the newest: " + checkpoint.error().message : newest;
    }
    return plan::Error{path.string() + ": holds no checkpoint that can be read" + newest};
}

bool isStep(const std::filesystem::path& path)
{
    const auto name = path.has_filename() ? path.filename() : path.parent_path().filename();
    std::error_code error;
    return stepOfFolder(name.string())
        || std::filesystem::exists(std::filesystem::symlink_status(path / kManifestFile, error));
}

// The tensors of which this rank wants something, a character each.
std::string touched(const Checkpoint& checkpoint, const CheckpointSlices& wanted)
{
    const auto& tensors = checkpoint.tensors();
    // Weights alone: every weight has its two moments, as opening has checked.
    std::string marks(tensors.size(), '-');
    for (const TensorSlice& slice : wanted.weights) {
        const auto found = std::lower_bound(
            tensors.begin(), tensors.end(), slice.name,
            [](const WholeTensor& tensor, const std::string& name) { return tensor.name < name; });
        if (found != tensors.end() && found->name == slice.name && !slice.values.empty())
            marks[static_cast<std::size_t>(found - tensors.begin())] = '+';
    }
    return marks;
}

plan::Outcome checkNoSurplus(const Checkpoint& checkpoint, const std::vector<std::string>& marks)
{
    const auto& tensors = checkpoint.tensors();
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const bool wanted = std::any_of(marks.begin(), marks.end(), [&](const std::string& rank) {
            return i < rank.size() && rank[i] == '+';
        });
        if (!wanted)
            return plan::Error{tensors[i].name + " of " + sizeText(tensors[i])
                               + " is in the checkpoint, and the strategy has no place for it"};
    }
    return plan::done();
}

} // namespace

plan::Result<FoundCheckpoint> findCheckpoint(const std::filesystem::path& path)
{
    if (!isStep(path))
        return newestIn(path);
    auto checkpoint = Checkpoint::open(path);
    if (!checkpoint)
        return checkpoint.error();
    return FoundCheckpoint{*std::move(checkpoint), {}};
}

plan::Result<FoundCheckpoint> findCheckpoint(const std::filesystem::path& path,
                                             engine::HostCommunicator& world)
{
    const bool leads = world.rank() == 0;
    std::optional<plan::Result<FoundCheckpoint>> found;
    if (leads)
        found = findCheckpoint(path);
    if (const auto agreed = agree(world, found && !*found ? found->error() : plan::done()); !agreed)
        return agreed.error();
    // The path rather than the rule: a checkpoint that is being written meanwhile could be the
    // newest on one rank only.
    const auto chosen = gather(world, leads ? (*found)->checkpoint.path() : std::string());
    if (!chosen)
        return chosen.error();
    if (!leads) {
        auto checkpoint = Checkpoint::open(std::filesystem::path(chosen->front()));
        found = checkpoint ? FoundCheckpoint{*std::move(checkpoint), {}}
                           : plan::Result<FoundCheckpoint>(checkpoint.error());
    }
    if (const auto agreed = agree(world, *found ? plan::done() : found->error()); !agreed)
        return agreed.error();
    // Paths may be equal and the files not, where machines do not share the folder.
    const auto seen = gather(world, std::to_string((*found)->checkpoint.identity()));
    if (!seen)
        return seen.error();
    for (std::size_t rank = 0; rank < seen->size(); ++rank)
        if ((*seen)[rank] != seen->front())
            return plan::Error{chosen->front() + ": is another checkpoint on rank "
                               + std::to_string(rank)
                               + " than on rank 0; give a folder that all ranks share"};
    return *std::move(found);
}

plan::Outcome loadCheckpoint(const Checkpoint& checkpoint, const CheckpointSlices& wanted,
                             engine::HostCommunicator& world)
{
    const auto because = [&](const plan::Error& error) {
        return plan::Error{checkpoint.path() + " cannot be resumed from: " + error.message};
    };
    if (const auto fits = agree(world, checkpoint.checkFits(wanted)); !fits)
        return because(fits.error());
    const auto marks = gather(world, touched(checkpoint, wanted));
    if (!marks)
        return because(marks.error());
    if (const auto all = checkNoSurplus(checkpoint, *marks); !all)
        return because(all.error());
    CheckpointReader reader(checkpoint, wanted);
    const auto read = inRounds(world, [&] { return reader.next(); });
    return read ? read : because(read.error());
}

} // namespace training
