// What the parts of torchtitan's import share. Internal to this folder.

#pragma once

#include "engine/strategy/convert/importing.h"

namespace strategy {

class TitanReading {
public:
    explicit TitanReading(Importing& reading)
        : importing(reading)
        , strategy(reading.strategy)
    {
    }

    // The key that the file has: the option stood in other sections, and under other names, in
    // other versions. The first of each where it has none.
    std::string keyOf(std::initializer_list<std::string_view> sections,
                      std::initializer_list<std::string_view> names) const;

    // In [parallelism], or where it stood before that.
    std::string parallelKey(std::initializer_list<std::string_view> names) const
    {
        return keyOf({"parallelism", "training", "experimental"}, names);
    }

    Importing& importing;
    Strategy& strategy;
    bool singleStage = true; // the schedule gives a rank one stage
};

// Each reads one part; later ones rely on what the earlier ones found.
void readTitanModel(TitanReading& reading);
void readTitanParallel(TitanReading& reading);
void readTitanStages(TitanReading& reading);
void readTitanBatch(TitanReading& reading);
void readTitanTraining(TitanReading& reading);
void readTitanCheckpointing(TitanReading& reading);
void readTitanPrecision(TitanReading& reading);

} // namespace strategy
