// The commands of bubblescope-plan. Each adds itself: its options, its help and what it does stand
// together in its own file.
//
// What a command does gives the program's exit code: 0, 1 where a result could not be written, 2
// (kBadInput) for bad input, told on stderr.

#pragma once

#include "engine/lesson/handout.h"
#include "engine/options/command_line.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cli {

// Scripts tell by it that nothing was begun.
inline constexpr int kBadInput = 2;

// What the command line gives: the command that was chosen, ready to be called.
using Commands = options::Commands<std::function<int()>>;

// Adds one whose options are written to `flags` and which `act` carries out.
template <class Flags>
CLI::App& addCommand(Commands& commands, const std::string& name, const std::string& about,
                     std::shared_ptr<Flags> flags, int (*act)(const Flags&))
{
    return commands.add(name, about, [flags = std::move(flags), act] { return act(*flags); });
}

// One for each command; every one is called once, from main(), before the words are read. What each
// does is told in its own file and by its help.
void addAccuracyCommand(Commands& commands);
void addAdviseCommand(Commands& commands);
void addCalibrateCommand(Commands& commands);
void addChallengeCommand(Commands& commands);
void addCheckCommand(Commands& commands);
void addCompareCommand(Commands& commands);
void addConvertCommand(Commands& commands);
void addEstimateCommand(Commands& commands);
void addExplainCommand(Commands& commands);
void addLayersCommand(Commands& commands);
void addRerunsCommand(Commands& commands);
void addScheduleCommand(Commands& commands);
void addSchedulesCommand(Commands& commands);
void addSearchCommand(Commands& commands);
void addSimulateCommand(Commands& commands);
void addSweepCommand(Commands& commands);
void addTraceCommand(Commands& commands);
void addValidateCommand(Commands& commands);

// Makes a PDF of a handout, as paper::handoutPdf() does; null in a program that makes none.
using PrintHandout
    = plan::Result<std::string> (*)(const std::vector<lesson::HandoutBlock>& blocks,
                                    const std::string& title, lesson::Language language);
void addLessonCommand(Commands& commands, PrintHandout print);

} // namespace cli
