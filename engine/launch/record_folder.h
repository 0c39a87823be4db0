// The folder a run records into, held open by its supervisor: what is written there at the
// end goes into that very folder, not into another one that has taken its path.

#pragma once

#include "engine/launch/run_record.h"
#include "engine/strategy/file_descriptor.h"

#include <span>
#include <string>
#include <string_view>

namespace launch {

class RecordFolder {
public:
    // Not open.
    RecordFolder() = default;

    // Opens an empty directory, or one that a submission has made for its run (submission.h), and
    // takes it for one run: of several that try at the same time
    // exactly one gets it. Tries to write there.
    static plan::Result<RecordFolder> take(const std::filesystem::path& directory);

    // Sets space aside for the last run.json, so that the end of a run can be told on a disk
    // that has filled up.
    plan::Outcome reserve(const RunRecord& record) const;

    enum class Place { There, Moved, Removed };
    // Where the folder is now, by its path.
    Place place() const;

    // It was deleted, as far as that is sure: of a folder that cannot be asked, false.
    bool isRemoved() const;

    // Gives run.json the time of now, by which other hosts see that the run lives; see Elsewhere.
    void showLife() const;

    // Writes or replaces the file `name` in the folder.
    plan::Outcome write(std::string_view name, std::string_view text) const;

    // Replaces run.json, using the space that was set aside. At most once.
    plan::Outcome conclude(const RunRecord& record);

    // Makes a directory in the folder, mode 0700, and removes one that is empty.
    plan::Outcome makeDirectory(const std::string& name) const;
    void removeDirectory(const std::string& name) const;

    // Removes files that the run has made there, gives the space back, and the folder free.
    void giveUp(std::span<const std::string> files) const;

private:
    std::filesystem::path m_path;
    strategy::FileDescriptor m_folder;
    strategy::FileDescriptor m_reserve;
};

} // namespace launch
