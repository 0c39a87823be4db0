#include "engine/plan/catalog.h"

#include "engine/plan/schedules/generators.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace plan {
namespace {

constexpr std::array kCatalog{
    CatalogEntry{"naive", "Naive model parallelism",
                 "chunks = 1; any ranks and microbatches", "m p (F+B)", "1",
                 "one device at a time", naive},
    CatalogEntry{"gpipe", "GPipe (F-then-B)", "chunks = 1; any ranks and microbatches",
                 "(m+p-1)(F+B)", "m", "arXiv 1811.06965", gpipe},
    CatalogEntry{"1f1b", "1F1B (PipeDream-Flush)", "chunks = 1; any ranks and microbatches",
                 "(m+p-1)(F+B)", "min(p-r, m)", "arXiv 2006.09503", oneFOneB},
    CatalogEntry{"interleaved", "Interleaved 1F1B (virtual pipeline)",
                 "chunks >= 1; 1 <= group N <= m; N >= p with m mod N = 0 or >= p always runs",
                 "(m v+p-1)(F+B); m < p: (p v+m-1)(F+B)", "min(m v, (v-1)N + 2(p-1-r) + 1)",
                 "arXiv 2104.04473", interleaved},
};

bool takesChunks(std::string_view name) { return name == "interleaved"; }

// Edits (insert, delete, replace) that turn one word into the other.
std::size_t editDistance(std::string_view from, std::string_view to)
{
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < to.size(); ++j) {
            const std::size_t replace = diagonal + (from[i] == to[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replace, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

} // namespace

std::span<const CatalogEntry> catalog() { return kCatalog; }

const CatalogEntry* findSchedule(std::string_view name)
{
    const auto found = std::find_if(kCatalog.begin(), kCatalog.end(),
                                    [&](const CatalogEntry& entry) { return entry.name == name; });
    return found == kCatalog.end() ? nullptr : &*found;
}

std::string_view nearestScheduleName(std::string_view name)
{
    const std::string_view word = name.substr(0, 64);
    return std::min_element(kCatalog.begin(), kCatalog.end(),
                            [&](const CatalogEntry& a, const CatalogEntry& b) {
                                return editDistance(word, a.name) < editDistance(word, b.name);
                            })
        ->name;
}

Outcome checkConditions(std::string_view name, const Shape& shape, const ScheduleOptions& options)
{
    if (findSchedule(name) == nullptr)
        return Error{"there is no schedule named '" + std::string(name.substr(0, 64))
                     + "'; the nearest is '" + std::string(nearestScheduleName(name)) + "'"};
    if (const auto sound = checkShape(shape); !sound)
        return sound.error();
    if (takesChunks(name)) {
        if (options.group && (*options.group < 1 || *options.group > shape.microbatches))
            return Error{"group must lie between 1 and the " + std::to_string(shape.microbatches)
                         + " microbatches, not " + std::to_string(*options.group)};
        return done();
    }
    if (shape.chunks != 1)
        return Error{"'" + std::string(name) + "' takes one chunk a rank, not "
                     + std::to_string(shape.chunks) + "; set chunks to 1 or use 'interleaved'"};
    if (options.group)
        return Error{"'" + std::string(name)
                     + "' takes no group; leave it out or use 'interleaved'"};
    return done();
}

Result<Schedule> makeSchedule(std::string_view name, const Shape& shape,
                              const ScheduleOptions& options)
{
    if (const auto fits = checkConditions(name, shape, options); !fits)
        return fits.error();
    return findSchedule(name)->generate(shape, options);
}

int defaultGroup(const Shape& shape)
{
    return shape.microbatches / std::max(1, shape.microbatches / shape.ranks);
}

} // namespace plan
