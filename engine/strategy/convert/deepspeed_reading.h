// DeepSpeed's JSON being read. Internal to this folder.

#pragma once

#include "engine/strategy/convert/importing.h"

#include <string>
#include <string_view>
#include <vector>

namespace strategy {

// Its keys, some of which are "auto": Hugging Face's trainer fills those in from its own
// arguments. They are remarked and kept when this is made.
class DeepSpeedKeys {
public:
    explicit DeepSpeedKeys(Importing& made);

    Importing& importing;

    bool isAuto(std::string_view key) const;
    // Whether the file has the key, with a value of its own.
    bool says(std::string_view key) const { return importing.has(key) && !isAuto(key); }
    bool into(std::string_view field, std::string_view key);
    std::optional<int> number(std::string_view key);
    bool isOn(std::string_view key);

private:
    std::vector<std::string> m_auto;
};

// Optimizer, learning rate and clipping.
void readDeepSpeedTraining(DeepSpeedKeys& keys);

} // namespace strategy
