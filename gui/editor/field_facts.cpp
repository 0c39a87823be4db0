#include "gui/editor/field_facts.h"

#include "engine/strategy/fields.h"
#include "gui/editor/choice_words.h"
#include "gui/editor/editor_text.h"

#include <QHash>
#include <QLocale>
#include <QStringList>

namespace gui {
namespace {

// Of fields whose input shows a number alone.
constexpr std::pair<const char*, const char*> kUnits[] = {
    {"batch.micro", QT_TRANSLATE_NOOP("Editor", "samples")},
    {"batch.global", QT_TRANSLATE_NOOP("Editor", "samples")},
    {"schedule.group", QT_TRANSLATE_NOOP("Editor", "microbatches")},
    {"schedule.max_in_flight", QT_TRANSLATE_NOOP("Editor", "activations")},
    {"parallel.tensor", QT_TRANSLATE_NOOP("Editor", "devices")},
    {"parallel.pipeline", QT_TRANSLATE_NOOP("Editor", "ranks")},
    {"parallel.chunks", QT_TRANSLATE_NOOP("Editor", "chunks on a rank")},
    {"parallel.context", QT_TRANSLATE_NOOP("Editor", "devices")},
    {"parallel.expert", QT_TRANSLATE_NOOP("Editor", "devices")},
    {"parallel.expert_tensor", QT_TRANSLATE_NOOP("Editor", "devices")},
    {"parallel.data", QT_TRANSLATE_NOOP("Editor", "replicas")},
    {"parallel.shard", QT_TRANSLATE_NOOP("Editor", "replicas")},
    {"parallel.zero", QT_TRANSLATE_NOOP("Editor", "ZeRO stage")},
    {"parallel.layers_per_stage", QT_TRANSLATE_NOOP("Editor", "layers")},
    {"parallel.layers_per_rank", QT_TRANSLATE_NOOP("Editor", "layers")},
    {"recompute.layers", QT_TRANSLATE_NOOP("Editor", "layers")},
    {"model.layers", QT_TRANSLATE_NOOP("Editor", "layers")},
    {"model.dense_layers", QT_TRANSLATE_NOOP("Editor", "layers")},
    {"model.expert_every", QT_TRANSLATE_NOOP("Editor", "layers")},
    {"model.mtp_layers", QT_TRANSLATE_NOOP("Editor", "layers")},
    {"model.hidden", QT_TRANSLATE_NOOP("Editor", "columns")},
    {"model.ffn_hidden", QT_TRANSLATE_NOOP("Editor", "columns")},
    {"model.expert_ffn_hidden", QT_TRANSLATE_NOOP("Editor", "columns")},
    {"model.head_dim", QT_TRANSLATE_NOOP("Editor", "columns")},
    {"model.kv_lora_rank", QT_TRANSLATE_NOOP("Editor", "columns")},
    {"model.q_lora_rank", QT_TRANSLATE_NOOP("Editor", "columns")},
    {"model.nope_head_dim", QT_TRANSLATE_NOOP("Editor", "columns")},
    {"model.rope_head_dim", QT_TRANSLATE_NOOP("Editor", "columns")},
    {"model.v_head_dim", QT_TRANSLATE_NOOP("Editor", "columns")},
    {"model.embedding_dim", QT_TRANSLATE_NOOP("Editor", "columns")},
    {"model.heads", QT_TRANSLATE_NOOP("Editor", "heads")},
    {"model.kv_heads", QT_TRANSLATE_NOOP("Editor", "heads")},
    {"model.vocab", QT_TRANSLATE_NOOP("Editor", "tokens")},
    {"model.sequence", QT_TRANSLATE_NOOP("Editor", "tokens")},
    {"model.max_positions", QT_TRANSLATE_NOOP("Editor", "tokens")},
    {"model.experts", QT_TRANSLATE_NOOP("Editor", "experts")},
    {"model.experts_per_token", QT_TRANSLATE_NOOP("Editor", "experts")},
    {"model.nodes_per_token", QT_TRANSLATE_NOOP("Editor", "nodes")},
    {"model.shared_experts", QT_TRANSLATE_NOOP("Editor", "experts")},
    {"cluster.devices", QT_TRANSLATE_NOOP("Editor", "devices")},
    {"cluster.devices_per_node", QT_TRANSLATE_NOOP("Editor", "devices")},
    {"cluster.devices_per_domain", QT_TRANSLATE_NOOP("Editor", "devices")},
    {"cluster.nodes_per_switch", QT_TRANSLATE_NOOP("Editor", "nodes")},
    {"cluster.device.domain", QT_TRANSLATE_NOOP("Editor", "devices")},
    {"cluster.device.units", QT_TRANSLATE_NOOP("Editor", "units")},
};

struct Bounds {
    QString range;
    QString standard; // the default
};

QString shortNumber(double value) { return QLocale().toString(value, 'g', 12); }

QString rangeText(const QString& low, const QString& high)
{
    return EditorText::tr("%1 to %2").arg(low, high);
}

// Of the fields of one section: a visitor of visitFields().
template <class Section>
class BoundsOf {
public:
    BoundsOf(const char* section, QHash<QString, Bounds>& bounds)
        : m_section(section)
        , m_bounds(bounds)
    {
    }

    void integer(std::string_view key, int Section::*member, const strategy::Range& range)
    {
        put(key, whole(range), QLocale().toString(m_plain.*member));
    }
    void boolean(std::string_view key, bool Section::*member)
    {
        put(key, {}, m_plain.*member ? EditorText::tr("on") : EditorText::tr("off"));
    }
    template <class Choice>
    void choice(std::string_view key, Choice Section::*member)
    {
        put(key, {}, choiceWord(QString::fromStdString(strategy::wordOf(m_plain.*member))));
    }
    void text(std::string_view, std::string Section::*) {}
    void decimal(std::string_view key, double Section::*member, const strategy::DecimalRange& range)
    {
        put(key, rangeText(shortNumber(range.low), shortNumber(range.high)),
            shortNumber(m_plain.*member));
    }
    void integers(std::string_view key, std::vector<int> Section::*, const strategy::Range& range)
    {
        put(key, EditorText::tr("%1 each").arg(whole(range)), {});
    }
    template <class Accessor>
    void optionalInteger(std::string_view key, Accessor, const strategy::Range& range)
    {
        put(key, whole(range), {});
    }

private:
    static QString whole(const strategy::Range& range)
    {
        return rangeText(QLocale().toString(range.low), QLocale().toString(range.high));
    }
    void put(std::string_view key, const QString& range, const QString& standard)
    {
        m_bounds.insert(m_section + QLatin1Char('.')
                            + QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size())),
                        {range, standard});
    }

    QString m_section;
    QHash<QString, Bounds>& m_bounds;
    Section m_plain{};
};

template <class Section>
void addBounds(const char* section, QHash<QString, Bounds>& bounds)
{
    BoundsOf<Section> visitor(section, bounds);
    visitFields(visitor, std::type_identity<Section>{});
}

// In the language and the locale of the window as they are now.
QHash<QString, Bounds> boundsOfFields()
{
    QHash<QString, Bounds> bounds;
    addBounds<strategy::Model>("model", bounds);
    addBounds<strategy::Parallel>("parallel", bounds);
    addBounds<strategy::Batch>("batch", bounds);
    addBounds<strategy::ScheduleChoice>("schedule", bounds);
    addBounds<strategy::Recompute>("recompute", bounds);
    addBounds<strategy::Overlap>("overlap", bounds);
    addBounds<strategy::Kernels>("kernels", bounds);
    addBounds<strategy::Precision>("precision", bounds);
    addBounds<strategy::Cluster>("cluster", bounds);
    addBounds<strategy::DeviceSpec>("cluster.device", bounds);
    bounds.insert(QStringLiteral("batch.microbatches"),
                  {rangeText(QLocale().toString(1), QLocale().toString(strategy::kMaxSamples)),
                   EditorText::tr("one per rank")});
    return bounds;
}

QString unitOf(const QString& key)
{
    for (const auto& [field, unit] : kUnits)
        if (key == QLatin1String(field))
            return editorText(unit);
    return {};
}

} // namespace

QString fieldFacts(const QString& key, const QString& unit, const QString& standard)
{
    static QHash<QString, Bounds> kept;
    static QString keptFor;
    // What the window's language says for a default tells which one it is.
    const QString language = EditorText::tr("default %1") + QLocale().name();
    if (keptFor != language) {
        kept = boundsOfFields();
        keptFor = language;
    }
    const Bounds bounds = kept.value(key);
    const QString own
        = bounds.standard.isEmpty() ? QString() : EditorText::tr("default %1").arg(bounds.standard);
    const QString last = standard.isEmpty() ? own : standard;
    const QString what = unit.isEmpty() ? unitOf(key) : unit.trimmed();
    QStringList facts;
    for (const QString& fact :
         {unit.isEmpty() || !last.endsWith(what) ? what : QString(), bounds.range, last})
        if (!fact.isEmpty())
            facts << fact;
    return facts.join(QStringLiteral(" · "));
}

QString zeroFact(const QString& zeroText)
{
    return zeroText.isEmpty() ? QString() : EditorText::tr("0 = %1").arg(zeroText);
}

} // namespace gui
