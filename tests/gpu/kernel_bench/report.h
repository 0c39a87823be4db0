// A table of what was measured, and the same as JSON, a line for each measurement; both are written
// as soon as there is something to write.

#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

namespace bench {

struct Measured {
    double medianMs = 0;
    double bestMs = 0;
    int runs = 0;
};

// What one call does; nothing of both: its time alone is said.
struct Work {
    double flops = 0; // of products; 0: it is measured by the bytes
    double bytes = 0; // read and written at least
};

class Report {
public:
    // json: a file to write lines to; empty: none. Throws std::runtime_error where it cannot be
    // written.
    explicit Report(const std::string& json);

    // Says what is measured from here on.
    void section(const std::string& title);
    void add(const std::string& name, const std::string& shape, const Measured& measured,
             const Work& work);

    // What the rest is compared with, from the measurement added last: products with the one, all
    // else with the other.
    void lastIsProductCeiling() { m_flopsCeiling = m_lastRate; }
    void lastIsCopyCeiling() { m_bytesCeiling = m_lastRate; }

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Close> m_json;
    std::string m_section;
    double m_lastRate = 0; // a second
    double m_flopsCeiling = 0;
    double m_bytesCeiling = 0;
};

} // namespace bench
