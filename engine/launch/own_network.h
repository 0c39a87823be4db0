// A network of a process's own, in which there is a loopback interface and nothing else: what
// the process and its descendants listen on cannot be reached from outside of them, neither
// from another machine nor by another user of this one.

#pragma once

#include <string>

namespace launch {

class OwnNetwork {
public:
    // Reads which user this is; make it before fork().
    OwnNetwork();

    // Moves the calling process into a network of its own, for good. With the right to do so
    // (CAP_SYS_ADMIN) it only changes networks; without, it enters a user namespace in which
    // this user and group are the same as outside and there are no others. Safe between fork()
    // and exec(); must be the process's only thread. Returns 0 or errno, and after an error
    // the process may be left half-way.
    int enter() const;

    // Why no child of this process could enter(), as errno; 0: one could. Tries it in a child.
    int whyNot() const;

private:
    std::string m_users; // lines of uid_map and gid_map
    std::string m_groups;
};

} // namespace launch
