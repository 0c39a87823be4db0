#include "engine/launch/recording_check.h"

#include "engine/launch/progress.h"

#include <fmt/format.h>

namespace launch {

namespace {

// What a run that completed must have said to its end.
std::string unfinishedRanks(const RunReading& reading)
{
    std::string ranks;
    for (const int rank : reading.ranksWithoutBye())
        ranks += (ranks.empty() ? "" : ", ") + std::to_string(rank);
    return ranks;
}

} // namespace

std::vector<std::string> damageOf(const Recording& recording,
                                  const telemetry::RecordingReader& reader,
                                  const RunReading& reading)
{
    std::vector<std::string> sentences;
    if (!recording.damage.empty())
        sentences.push_back(recording.damage
                            + "; without it the run's name, prediction and "
                              "outcome are not known");
    if (recording.record && recording.record->unlogged > 0)
        sentences.push_back(fmt::format("the disk was full, and {} records were not recorded",
                                        recording.record->unlogged));
    for (std::string& sentence : telemetry::sentencesOf(reader.damage()))
        sentences.push_back(std::move(sentence));
    if (!reading.info() && reading.telemetry().logged > 0)
        sentences.emplace_back(
            "no rank has introduced itself in the recording, so nothing is known "
            "of its steps");
    if (reading.rejected() > 0)
        sentences.push_back(fmt::format("{} records fit no step of the run, or are of more ranks "
                                        "than the recording can be of; they are left out",
                                        reading.rejected()));
    // By either word: the log may have lost its end, or the record may be missing.
    const bool completed = (reading.ending() && reading.ending()->state == RunState::Completed)
        || (recording.record && recording.record->state == RunState::Completed);
    if (completed && !reading.info())
        sentences.emplace_back("the run completed, and nothing of it is in the recording");
    // Older records say nothing of an ending, and their logs end with the ranks' last words.
    const bool hasEnding = recording.record && recording.record->ending;
    if (completed && hasEnding && reading.info() && !reading.ending())
        sentences.emplace_back("the run completed, and the last word of its supervisor is missing");
    if (const std::string ranks = unfinishedRanks(reading); completed && !ranks.empty())
        sentences.push_back(fmt::format("the run completed, and the last words of rank {} are "
                                        "missing",
                                        ranks));
    return sentences;
}

ExitCode tellDamage(const Recording& recording, const telemetry::RecordingReader& reader,
                    const RunReading& reading, bool canRecover)
{
    const auto sentences = damageOf(recording, reader, reading);
    if (sentences.empty())
        return ExitCode::Good;
    sayToStderr(recording.events.string() + " is damaged:");
    for (const std::string& sentence : sentences)
        sayToStderr("  " + sentence);
    if (canRecover)
        sayToStderr("  `bubblescope-run recover RUN` writes what is whole as a new recording");
    return ExitCode::WorkFailed;
}

} // namespace launch
