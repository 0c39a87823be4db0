// Configuration files of one framework written as those of another.

#include "engine/cli/commands.h"

#include "engine/cli/arguments.h"
#include "engine/cli/command_options.h"
#include "engine/cli/output.h"
#include "engine/options/values.h"
#include "engine/strategy/convert/format.h"
#include "engine/strategy/file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>

namespace cli {
namespace {

// A configuration file as that of another framework. Every key and field that does not go along is
// said on stderr, as FILE:LINE: key: kind: sentence.
struct ConvertFlags {
    std::string from; // names of strategy::formats()
    std::string to;
    std::string file;
    std::string out; // empty: stdout
    bool list = false;
};

constexpr std::size_t kMaxConvertedBytes = 1u << 20;

std::string formatNames()
{
    std::string names;
    for (const strategy::Format& format : strategy::formats())
        names.append(names.empty() ? "" : ", ").append(format.name);
    return names;
}

// Complains where there is none, or where it does not go in that direction.
const strategy::Format* formatOf(const std::string& flag, const std::string& name, bool toRead)
{
    const strategy::Format* format = strategy::findFormat(name);
    if (format == nullptr) {
        if (name.empty()) {
            complain(flag + " is missing: the format of the file, one of " + formatNames());
            return nullptr;
        }
        std::vector<std::string_view> names;
        for (const strategy::Format& one : strategy::formats())
            names.push_back(one.name);
        const std::string_view near = strategy::nearest(name, names);
        complain(fmt::format(
            "{}: {} is not a format known here{}; known: {}", flag, strategy::shown(name),
            near.empty() ? "" : fmt::format(" (did you mean {}?)", near), formatNames()));
        return nullptr;
    }
    if (toRead ? format->import == nullptr : format->write == nullptr) {
        complain(fmt::format("{}: {} is only {} here", flag, name, toRead ? "written" : "read"));
        return nullptr;
    }
    return format;
}

void say(const std::string& file, const strategy::Remark& remark)
{
    const std::string place = remark.line > 0 ? fmt::format("{}:{}", file, remark.line) : file;
    complain(fmt::format("{}: {}: {}: {}", place, remark.key, strategy::word(remark.kind),
                         remark.sentence));
}

std::string folderOf(const std::string& file)
{
    std::error_code error;
    const auto whole = std::filesystem::absolute(file, error);
    return error ? std::string{} : whole.lexically_normal().parent_path().string();
}

// The formats, one a line.
std::string formatTable()
{
    std::string text = fmt::format("{:<18}{:<12}{:<10}{}\n", "format", "", "files", "of");
    for (const strategy::Format& format : strategy::formats())
        text += fmt::format("{:<18}{:<12}{:<10}{}\n", format.name,
                            format.import == nullptr      ? "to"
                                : format.write == nullptr ? "from"
                                                          : "from, to",
                            format.files, format.title);
    return text;
}

int convertFile(const ConvertFlags& flags)
{
    if (flags.list)
        return deliver(formatTable(), flags.out);
    const strategy::Format* from = formatOf("--from", flags.from, true);
    const strategy::Format* to = formatOf("--to", flags.to, false);
    if (from == nullptr || to == nullptr)
        return kBadInput;
    if (flags.file.empty()) {
        complain("give the file to convert");
        return kBadInput;
    }
    const auto text = strategy::readTextFile(flags.file, kMaxConvertedBytes);
    if (!text) {
        complain(flags.file + ": " + text.error().message);
        return kBadInput;
    }
    const strategy::ImportResult read = from->import({*text, folderOf(flags.file)});
    for (const strategy::Remark& remark : read.remarks)
        say(flags.file, remark);
    for (const strategy::Problem& problem : read.problems)
        complain(strategy::toText(flags.file, problem));
    if (!read.strategy)
        return kBadInput;
    // Keys that mean nothing to us go along only where they mean something.
    const std::span<const strategy::KeptKey> kept
        = from == to ? std::span(read.kept) : std::span<const strategy::KeptKey>{};
    const strategy::ExportResult written = to->write(*read.strategy, kept);
    for (const strategy::Remark& remark : written.remarks)
        say(flags.out.empty() ? std::string(to->name) : flags.out, remark);
    return deliver(written.text, flags.out);
}

} // namespace

void addConvertCommand(Commands& commands)
{
    const auto flags = std::make_shared<ConvertFlags>();
    CLI::App& command = addCommand(
        commands, "convert",
        "converts the configuration of one framework to another's and reports what is lost", flags,
        convertFile);
    options::addText(command, "--from", "FORMAT", flags->from,
                     "format of the file; --list shows all formats");
    options::addText(command, "--to", "FORMAT", flags->to, "format to convert to");
    options::addText(command, "file", "IN", flags->file, "file to convert");
    options::addFlag(command, "--list", flags->list, "lists the formats and exits");
    addOutput(command, flags->out);
}

} // namespace cli
