#include "engine/runtime/training/checkpoint/tensor_files.h"

#include <algorithm>

namespace training {
namespace {

std::vector<std::int64_t> shapeOf(const WholeTensor& tensor)
{
    if (tensor.vector)
        return {tensor.size[1]};
    return {tensor.size[0], tensor.size[1]};
}

} // namespace

TensorFiles filesOf(const std::vector<WholeTensor>& tensors)
{
    TensorFiles files;
    for (const WholeTensor& tensor : tensors) {
        for (const StatePart part : kStateParts) {
            StoredTensor stored;
            stored.name = storedName(part, tensor.name);
            stored.shape = shapeOf(tensor);
            files[fileOf(part)].tensors.push_back(std::move(stored));
        }
    }
    for (TensorFile& file : files) {
        file.start = safetensorsStart(file.tensors);
        file.sums.resize(file.tensors.size());
    }
    return files;
}

Place placeOf(StatePart part, std::size_t index)
{
    return {fileOf(part),
            part == StatePart::Weights ? index
                                       : 2 * index + (part == StatePart::SecondMoments ? 1 : 0)};
}

std::vector<std::vector<Place>> sharesOf(const TensorFiles& files, std::size_t ranks)
{
    std::vector<Place> places;
    for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t tensor = 0; tensor < files[file].tensors.size(); ++tensor)
            places.push_back({file, tensor});
    const auto bytesOfPlace
        = [&](const Place& place) { return files[place.file].tensors[place.tensor].bytes(); };
    std::stable_sort(places.begin(), places.end(), [&](const Place& a, const Place& b) {
        return bytesOfPlace(a) > bytesOfPlace(b);
    });
    // The largest first, each to the rank with the least.
    std::vector<std::vector<Place>> shares(ranks);
    std::vector<std::uint64_t> bytes(ranks);
    for (const Place& place : places) {
        const auto least = static_cast<std::size_t>(std::min_element(bytes.begin(), bytes.end())
                                                    - bytes.begin());
        shares[least].push_back(place);
        bytes[least] += bytesOfPlace(place);
    }
    return shares;
}

} // namespace training
