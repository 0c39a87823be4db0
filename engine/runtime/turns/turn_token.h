// What the ranks of a machine hand around when they take turns: only the one that has it works.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/host_communicator.h"
#include "engine/strategy/file_descriptor.h"

namespace turns {

// A lock on a file that has no name any more. The kernel takes it from a process that ends, however
// it ends; so a rank that is killed in its turn holds nobody up.
class TurnToken {
public:
    // All ranks of `world` call it; they must share a machine. Nobody has it then. The error names
    // the folder for temporary files, where the file is made (TMPDIR).
    static plan::Result<TurnToken> make(engine::HostCommunicator& world);

    // Never waits. True: it is this rank's now, or was already.
    plan::Result<bool> tryTake();
    // To whoever asks next.
    void give();

private:
    strategy::FileDescriptor m_file;
};

} // namespace turns
