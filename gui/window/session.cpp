#include "gui/window/session.h"

#include "gui/workspace/open_comparison.h"

#include <QSettings>

#include <algorithm>
#include <array>
#include <optional>

namespace gui {
namespace {

const QString kTabs = QStringLiteral("session/tabs");
const QString kFront = QStringLiteral("session/front");
const QString kMode = QStringLiteral("session/mode");
const QString kSources = QStringLiteral("sources");
const QString kReopen = QStringLiteral("session/reopen");

// They stand in the settings: do not change them.
constexpr std::array<const char*, 7> kTabKinds{"document", "start",  "comparison", "search",
                                               "sweep",    "lesson", "challenge"};

bool saysSomething(const SessionTab& tab)
{
    if (tab.kind == TabKind::Compare)
        return !tab.sources.empty();
    return tab.kind != TabKind::Document || !tab.path.isEmpty() || !tab.foreign.isEmpty()
        || !tab.text.isEmpty() || !tab.run.isEmpty() || !tab.recording.isEmpty();
}

Nanoseconds nanosecondsOf(const QVariant& value) { return Nanoseconds{value.toLongLong()}; }

// Nothing: it is of no kind that is known.
std::optional<TabKind> tabKindOf(const QString& word)
{
    if (word.isEmpty())
        return TabKind::Document;
    const auto found = std::find_if(kTabKinds.begin(), kTabKinds.end(), [&word](const char* kind) {
        return word == QLatin1String(kind);
    });
    return found == kTabKinds.end() ? std::nullopt
                                    : std::optional(TabKind(found - kTabKinds.begin()));
}

void writeSources(QSettings& settings, const std::vector<SessionSource>& sources)
{
    settings.beginWriteArray(kSources, static_cast<int>(sources.size()));
    for (std::size_t i = 0; i < sources.size(); ++i) {
        settings.setArrayIndex(static_cast<int>(i));
        const SessionSource& source = sources[i];
        settings.setValue(QStringLiteral("kind"), source.kind);
        settings.setValue(QStringLiteral("of"), source.of);
        settings.setValue(QStringLiteral("schedule"), source.schedule);
        settings.setValue(QStringLiteral("chunks"), source.chunks);
        settings.setValue(QStringLiteral("path"), source.path);
        settings.setValue(QStringLiteral("iteration"), source.iteration);
    }
    settings.endArray();
}

std::vector<SessionSource> readSources(QSettings& settings)
{
    std::vector<SessionSource> sources;
    const int count = std::clamp(settings.beginReadArray(kSources), 0, OpenComparison::kMost);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        sources.push_back({.kind = settings.value(QStringLiteral("kind")).toString(),
                           .of = settings.value(QStringLiteral("of"), -1).toInt(),
                           .schedule = settings.value(QStringLiteral("schedule")).toString(),
                           .chunks = settings.value(QStringLiteral("chunks")).toInt(),
                           .path = settings.value(QStringLiteral("path")).toString(),
                           .iteration = settings.value(QStringLiteral("iteration")).toInt()});
    }
    settings.endArray();
    return sources;
}

// Nothing: it is left out.
std::optional<SessionTab> readTab(QSettings& settings)
{
    const auto kind = tabKindOf(settings.value(QStringLiteral("kind")).toString());
    if (!kind)
        return std::nullopt;
    SessionTab tab;
    tab.kind = *kind;
    tab.path = settings.value(QStringLiteral("path")).toString();
    tab.foreign = settings.value(QStringLiteral("foreign")).toString();
    tab.text = settings.value(QStringLiteral("text")).toString();
    tab.run = settings.value(QStringLiteral("run")).toString();
    tab.recording = settings.value(QStringLiteral("recording")).toString();
    tab.view = settings.value(QStringLiteral("view")).toInt();
    tab.of = settings.value(QStringLiteral("of"), -1).toInt();
    tab.name = settings.value(QStringLiteral("name")).toString();
    tab.asked = settings.value(QStringLiteral("asked")).toString();
    tab.sources = readSources(settings);
    tab.begin = nanosecondsOf(settings.value(QStringLiteral("begin")));
    tab.end = nanosecondsOf(settings.value(QStringLiteral("end")));
    const bool isSmall = std::max(tab.text.size(), tab.asked.size()) <= kMostKeptText;
    return saysSomething(tab) && isSmall ? std::optional(tab) : std::nullopt;
}

} // namespace

Session readSession(QSettings& settings)
{
    Session session;
    session.front = settings.value(kFront).toInt();
    session.mode = settings.value(kMode).toInt();
    const int count = std::clamp(settings.beginReadArray(kTabs), 0, kMostTabs);
    const int front = session.front;
    std::vector<int> places; // [as it was written] where it stands now; -1: it was left out
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        const auto tab = readTab(settings);
        places.push_back(tab ? static_cast<int>(session.tabs.size()) : -1);
        if (tab)
            session.tabs.push_back(*tab);
        else if (i < front)
            --session.front;
    }
    settings.endArray();
    const auto move = [&places](int& of) {
        of = of >= 0 && of < static_cast<int>(places.size()) ? places[static_cast<std::size_t>(of)]
                                                             : -1;
    };
    for (SessionTab& tab : session.tabs) {
        move(tab.of);
        for (SessionSource& source : tab.sources)
            move(source.of);
    }
    session.front
        = std::clamp(session.front, 0, std::max(0, static_cast<int>(session.tabs.size()) - 1));
    return session;
}

void writeSession(QSettings& settings, const Session& session)
{
    settings.remove(kTabs);
    settings.beginWriteArray(kTabs, std::min(kMostTabs, static_cast<int>(session.tabs.size())));
    for (int i = 0; i < kMostTabs && i < static_cast<int>(session.tabs.size()); ++i) {
        settings.setArrayIndex(i);
        const SessionTab& tab = session.tabs[static_cast<std::size_t>(i)];
        const auto keep = [&settings](const char* key, const QString& text) {
            if (!text.isEmpty())
                settings.setValue(QLatin1String(key), text);
        };
        if (tab.kind != TabKind::Document)
            keep("kind", QLatin1String(kTabKinds[static_cast<std::size_t>(tab.kind)]));
        keep("path", tab.path);
        keep("foreign", tab.foreign);
        keep("text", tab.text);
        keep("run", tab.run);
        keep("recording", tab.recording);
        keep("name", tab.name);
        keep("asked", tab.asked);
        if (tab.view != 0)
            settings.setValue(QStringLiteral("view"), tab.view);
        if (tab.of >= 0)
            settings.setValue(QStringLiteral("of"), tab.of);
        if (!tab.sources.empty())
            writeSources(settings, tab.sources);
        if (tab.end > tab.begin) {
            settings.setValue(QStringLiteral("begin"), static_cast<qlonglong>(tab.begin.count()));
            settings.setValue(QStringLiteral("end"), static_cast<qlonglong>(tab.end.count()));
        }
    }
    settings.endArray();
    settings.setValue(kFront, session.front);
    settings.setValue(kMode, session.mode);
}

bool reopensTabs(const QSettings& settings) { return settings.value(kReopen, true).toBool(); }

void setReopensTabs(QSettings& settings, bool reopens) { settings.setValue(kReopen, reopens); }

} // namespace gui
