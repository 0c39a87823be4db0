// The folder a run records into, held open by its supervisor: what is written there at the
// end goes into that very folder, not into another one that has taken its path.

#pragma once

#include "engine/launch/file_descriptor.h"
#include "engine/launch/run_record.h"

#include <string_view>

namespace launch {

class RecordFolder {
public:
    // Not open.
    RecordFolder() = default;

    // Opens `record.directory` and sets space aside there for the last run.json, so that
    // the end of a run can be told on a disk that has filled up.
    static plan::Result<RecordFolder> open(const RunRecord& record);

    enum class Place { There, Moved, Removed };
    // Where the folder is now, by its path.
    Place place() const;

    // Writes or replaces the file `name` in the folder.
    plan::Outcome write(std::string_view name, std::string_view text) const;

    // Replaces run.json, using the space that was set aside. At most once.
    plan::Outcome conclude(const RunRecord& record);

    // Gives the space back.
    void giveUp() const;

private:
    std::filesystem::path m_path;
    FileDescriptor m_folder;
    FileDescriptor m_reserve;
};

} // namespace launch
