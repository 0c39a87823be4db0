// What the tests of how software runs a strategy share: a text read, and written and read again.

#pragma once

#include "engine/strategy/convert/known_formats.h"
#include "tests/strategy/convert/fixture.h"

namespace strategy {

inline ImportResult softwareRead(const Format& format, const std::string& text)
{
    ImportResult result = format.import({text, {}});
    EXPECT_TRUE(result.strategy) << text << '\n' << toText(result);
    return result;
}

inline Strategy softwareTaken(const Format& format, const std::string& text)
{
    return softwareRead(format, text).strategy.value_or(Strategy{});
}

// Read, written by the same format and read again.
inline std::string writtenAgain(const Format& format, const std::string& text)
{
    const ImportResult first = softwareRead(format, text);
    if (!first.strategy)
        return {};
    const ExportResult written = format.write(*first.strategy, first.kept);
    for (const Remark& remark : written.remarks) {
        const bool ofProgram = remark.key == "model" || remark.key == "parallel.pipeline";
        EXPECT_TRUE(ofProgram || remark.kind != Remark::Kind::NotExpressible)
            << toText(std::vector{remark}) << text;
    }
    const ImportResult second = softwareRead(format, written.text);
    if (second.strategy) {
        EXPECT_EQ(differences(*first.strategy, *second.strategy), std::vector<std::string>{})
            << written.text;
    }
    return written.text;
}

inline bool saysText(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

// Arguments of a model with 32 layers on 8 devices.
inline std::string softwareLine(const std::string& more)
{
    return "torchrun --nproc_per_node 8 --nnodes 1 pretrain_gpt.py --num-layers 32 --hidden-size "
           "1024 --num-attention-heads 16 --seq-length 1024 --vocab-size 50304 --attention-dropout "
           "0 --hidden-dropout 0 --micro-batch-size 1 --global-batch-size 64 --bf16 "
        + more;
}

inline Strategy lineTaken(const std::string& more)
{
    return softwareTaken(kMegatronArgs, softwareLine(more));
}

} // namespace strategy
