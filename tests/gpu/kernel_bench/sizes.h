// What is measured: the sizes of GPT-2 XL (Radford et al. 2019), and of Llama 3 8B (Grattafiori et
// al. 2024, table 3) where it differs in kind.

#pragma once

#include <cstdint>
#include <vector>

namespace bench {

struct AttentionSize {
    int columns = 1; // of a head
    int heads = 1;
    int kvHeads = 1;
};

struct Sizes {
    std::int64_t tokens = 8192; // of one microbatch
    std::int64_t hidden = 1600;
    std::int64_t wide = 6400;
    std::int64_t vocabulary = 50304; // with padding
    std::int64_t llamaWide = 14336;
    std::int64_t parameters = 100'000'000;       // of one update
    std::int64_t ceiling = 8192;                 // rows and columns of the large product
    std::int64_t copied = std::int64_t{1} << 29; // BF16 elements
    std::vector<AttentionSize> attention = {{64, 25, 25}, {128, 32, 8}};
    std::vector<int> sequences = {1024, 4096};
    int calls = 1000; // by the host, before it waits
};

} // namespace bench
