#include "gui/document/preset_files.h"

#include "engine/strategy/yaml.h"

#include <QFile>

#include <span>

namespace gui {
namespace {

// In the order in which one would look at them: what shows one thing, then what was published.
constexpr const char* kExamplePresets[]
    = {"first-run.yaml",   "naive.yaml",       "gpipe.yaml",
       "interleaved.yaml", "uneven-5-3.yaml",  "virtual-16-layers.yaml",
       "emulated-32.yaml", "dp2-tp2-pp2.yaml", "mixed-tp4-pp4-dp2.yaml"};
constexpr const char* kKnownModelPresets[]
    = {"train-tiny.yaml",  "train-gpt2-124m.yaml", "gpt3-175b.yaml",   "bloom-176b.yaml",
       "llama3-405b.yaml", "mt-nlg-530b.yaml",     "deepseek-v3.yaml", "gpt-1t.yaml"};

QStringList presetPathsOf(std::span<const char* const> names)
{
    QStringList paths;
    for (const char* name : names)
        paths << QStringLiteral(":/strategies/%1").arg(QLatin1String(name));
    return paths;
}

} // namespace

QStringList presetPaths() { return presetPathsOf(kExamplePresets) + knownModelPaths(); }

QStringList knownModelPaths() { return presetPathsOf(kKnownModelPresets); }

std::optional<strategy::Strategy> readPreset(const QString& path)
{
    if (!path.startsWith(QLatin1Char(':')))
        return strategy::readStrategyFile(path.toStdString()).strategy;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray text = file.readAll();
    return strategy::readStrategy({text.constData(), static_cast<std::size_t>(text.size())})
        .strategy;
}

} // namespace gui
