// What the parts of torchtitan's import share. Internal to this folder.
//
// torchtitan moved and renamed its options between versions, and a file does not say for which
// version it was written. Each part therefore asks for an option under every name it has had.

#pragma once

#include "engine/strategy/convert/importing.h"

namespace strategy {

// Borrows the import and the strategy under way in it. The members are public as every part works
// on them.
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

// Each reads one part. They are called in this order: later ones rely on what the earlier ones
// found, such as the number of layers and of pipeline ranks. What is wrong or cannot be taken is
// told to `importing`.
void readTitanModel(TitanReading& reading);
void readTitanParallel(TitanReading& reading);
void readTitanStages(TitanReading& reading);
void readTitanBatch(TitanReading& reading);
void readTitanTraining(TitanReading& reading);
void readTitanCheckpointing(TitanReading& reading);
void readTitanPrecision(TitanReading& reading);

} // namespace strategy
