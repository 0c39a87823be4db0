// MindSpeed-RL's YAML: megatron_training for all roles, then the model's file, then the role
// that trains (actor_config), each over the one before. What other roles say about themselves
// (ref_config, generate_config) says nothing about training.

#include "engine/strategy/convert/family_yaml.h"
#include "engine/strategy/convert/interpolation.h"
#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/convert/known_keys/megatron_keys.h"
#include "engine/strategy/file.h"

#include <algorithm>
#include <filesystem>

namespace strategy {
namespace {

constexpr MegatronDialect kRole{.uneven = MegatronDialect::Uneven::Noops,
                                .isMindSpeed = true,
                                .framework = Framework::MindSpeed,
                                .graphs = ""};

constexpr std::string_view kAllRoles = "megatron_training.";
constexpr std::string_view kActor = "actor_config.";
constexpr std::string_view kDevices = "rl_config.actor_resource.num_npus";

// Where an export puts what all roles share; the rest is the actor's.
constexpr KeyPlace kRolePlaces[]
    = {{"bf16", "megatron_training.bf16"},
       {"fp16", "megatron_training.fp16"},
       {"seq_length", "megatron_training.seq_length"},
       {"global_batch_size", "megatron_training.global_batch_size"},
       {"sequence_parallel", "megatron_training.sequence_parallel"},
       {"use_distributed_optimizer", "megatron_training.use_distributed_optimizer"},
       {"swap_optimizer", "megatron_training.swap_optimizer"},
       {"attention_dropout", "megatron_training.attention_dropout"},
       {"hidden_dropout", "megatron_training.hidden_dropout"},
       {"seed", "megatron_training.seed"},
       {"save_interval", "megatron_training.save_interval"},
       {"devices", kDevices},
       {"nproc_per_node", ""},
       {"nnodes", ""}};
constexpr std::string_view kRoleGroups[] = {kActor, kAllRoles};
constexpr KeyPlaces kRoleKeys{kRolePlaces, kRoleGroups};

// Letters, digits and the like: no way out of the folder.
bool isPlainName(std::string_view name)
{
    return !name.empty() && name.size() < 200 && name.front() != '.'
        && std::all_of(name.begin(), name.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                   || c == '_' || c == '-' || c == '.';
           });
}

// The path of model/NAME.yaml; empty where it leads out of the folder or to nothing.
std::string modelPath(const std::string& folder, const std::string& name)
{
    std::error_code error;
    const auto root = std::filesystem::canonical(folder, error);
    if (error)
        return {};
    const auto file = std::filesystem::canonical(root / "model" / (name + ".yaml"), error);
    if (error)
        return {};
    const auto [end, unused] = std::mismatch(root.begin(), root.end(), file.begin(), file.end());
    return end == root.end() ? file.string() : std::string{};
}

// The layers of a file, the last over the first.
class Layers {
public:
    void add(const Setting& setting, std::string key, std::string name, int line)
    {
        Setting mine = setting;
        mine.name = std::move(name);
        mine.key = std::move(key);
        mine.line = line;
        const bool isNull = mine.value.kind == Node::Kind::Null;
        if (isNull && !m_places.contains(mine.key))
            return; // null takes away, and there is nothing
        const auto [place, isNew] = m_places.emplace(mine.key, m_settings.size());
        if (isNew) {
            m_settings.push_back(std::move(mine));
            return;
        }
        Setting& below = m_settings[place->second];
        overridden.push_back(
            {Remark::Kind::Ignored, below.line, below.name, "is overridden by " + mine.name});
        below = std::move(mine);
    }

    std::vector<Setting> take() { return std::move(m_settings); }

    std::vector<Remark> overridden;

private:
    std::vector<Setting> m_settings;
    std::map<std::string, std::size_t> m_places;
};

void addGroup(Layers& layers, const Settings& file, std::string_view group)
{
    for (const Setting& setting : file.entries)
        if (setting.key.starts_with(group))
            layers.add(setting, setting.key.substr(group.size()), setting.key, setting.line);
}

const Setting* settingOf(const Settings& file, std::string_view key)
{
    const auto found = std::find_if(file.entries.begin(), file.entries.end(),
                                    [&](const Setting& setting) { return setting.key == key; });
    return found == file.entries.end() ? nullptr : &*found;
}

// The model file's name and the setting that gives it; nullptr where there is none.
const Setting* modelName(const Settings& file)
{
    for (const char* key : {"actor_config.model", "megatron_training.model"})
        if (const Setting* setting = settingOf(file, key);
            setting != nullptr && setting->value.kind == Node::Kind::Scalar)
            return setting;
    return nullptr;
}

// Adds the model's file; what is wrong with it is the problem that is returned.
std::optional<Problem> addModel(Layers& layers, const Setting& named, const std::string& folder,
                                std::vector<Remark>& remarks)
{
    const std::string& name = named.value.text;
    if (!isPlainName(name))
        return Problem{named.line, named.key,
                       "must be the plain name of a file in model/, not " + shown(name)};
    const std::string shownPath = "model/" + name + ".yaml";
    const std::string path = folder.empty() ? "" : modelPath(folder, name);
    if (path.empty()) {
        remarks.push_back({Remark::Kind::Assumed, named.line, named.key,
                           "names " + shownPath
                               + ", which is not in the folder; the model is "
                                 "taken from this file alone"});
        return std::nullopt;
    }
    const auto text = readTextFileAt(path, kMaxConfigurationBytes);
    if (!text)
        return Problem{named.line, named.key, shownPath + ' ' + text.error().message};
    Settings model = readSettings(*text);
    if (!model.problems.empty()) {
        const Problem& first = model.problems.front();
        return Problem{named.line, named.key, toText(shownPath, first)};
    }
    for (const Setting& setting : model.entries) {
        std::string key = setting.key;
        if (key.starts_with(name + '.'))
            key.erase(0, name.size() + 1);
        layers.add(setting, key,
                   shownPath + ':' + std::to_string(setting.line) + ": " + setting.key, 0);
    }
    return std::nullopt;
}

ImportResult importMindSpeedRl(const ImportInput& input)
{
    Settings file = readSettings(input.text);
    const auto unfollowed = followReferences(file);
    std::vector<Remark> remarks;
    Layers layers;
    addGroup(layers, file, kAllRoles);
    if (const Setting* named = modelName(file); named != nullptr && file.problems.empty())
        if (auto problem = addModel(layers, *named, input.folder, remarks))
            file.problems.push_back(*std::move(problem));
    addGroup(layers, file, kActor);
    for (const Setting& setting : file.entries)
        if (setting.key == kDevices)
            layers.add(setting, "devices", setting.key, setting.line);
        else if (!setting.key.starts_with(kAllRoles) && !setting.key.starts_with(kActor))
            layers.add(setting, setting.key, setting.key, setting.line);

    Importing importing(Settings{layers.take(), std::move(file.problems)});
    importing.review(mindSpeedRlKeys());
    for (const auto* some : {&remarks, &layers.overridden})
        for (const Remark& remark : *some)
            importing.remarkAt(remark.kind, remark.line, remark.key, remark.sentence);
    for (const Unfollowed& one : unfollowed)
        importing.remarkAt(Remark::Kind::Unresolved, one.line, one.key,
                           "is " + shown(one.text) + ", which is not worked out here");
    for (const char* key : {"model", "defaults"}) { // said above, and kept
        importing.take(key);
        importing.keep(key);
    }
    if (importing.isSound())
        importMegatron(importing, kRole);
    ImportResult result = importing.finish();
    // What stands in the model's file stays there.
    const auto isModels = [](const auto& one) { return one.key.starts_with("model/"); };
    std::erase_if(result.kept, isModels);
    for (Remark& remark : result.remarks)
        if (const std::size_t end = remark.sentence.rfind("; kept for the way back");
            isModels(remark) && end != std::string::npos)
            remark.sentence = remark.sentence.substr(0, end) + "; it stays in its file";
    return result;
}

ExportResult writeMindSpeedRl(const Strategy& strategy, std::span<const KeptKey> kept)
{
    Exporting exporting = exportingYaml(strategy, kept, kRoleKeys);
    exportMegatron(exporting, kRole);
    if (exporting.kept.contains("model"))
        for (const char* key :
             {"noop_layers", "num_layer_list", "num_layers_per_virtual_pipeline_stage"})
            if (!exporting.has(key)) // the model's file may have it
                exporting.set(key, "null");
    if (strategy.cluster.devices > 0)
        exporting.set("devices", strategy.cluster.devices);
    if (strategy.model)
        exporting.remark("model",
                         "stands under actor_config, over whatever model/NAME.yaml says; "
                         "MindSpeed-RL still wants the name of such a file",
                         Remark::Kind::Approximated);
    return finishExport(strategy, yamlText(exporting, kept, kRoleKeys), exporting.takeRemarks(),
                        importMindSpeedRl);
}

} // namespace

const Format kMindSpeedRl{"mindspeed-rl", "MindSpeed-RL's roles in three layers", "*.yaml",
                          importMindSpeedRl, writeMindSpeedRl};

} // namespace strategy
