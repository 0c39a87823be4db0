#include "gui/window/application.h"

#include "gui/window/start_time.h"

#include <QFileInfo>

#include <cstdio>

namespace gui {
namespace {

constexpr QSize kPictureSize(1280, 800);
const QString kThemeKey = QStringLiteral("theme");

void writeLine(const QString& text)
{
    std::fprintf(stderr, "%s\n", text.toLocal8Bit().constData());
}

} // namespace

struct Application::Window {
    Window(const QString& runProgram, QSettings& settings, WindowOptions options)
        : controller(document, runProgram)
        , window(document, controller, settings, std::move(options))
    {
    }

    // A picture is taken and the window gone: nothing to keep.
    void keepChanges()
    {
        autosave.emplace(document, autosaveFolder());
        QObject::connect(&*autosave, &Autosave::failed, &window.timelineArea(),
                         [this](const QString& s) { window.timelineArea().showFailure(s); });
        QObject::connect(&window, &MainWindow::closed, &*autosave, &Autosave::forget);
    }

    Document document;
    RunController controller;
    MainWindow window;
    std::optional<Autosave> autosave;
};

Application::Application(QApplication& application, CommandLine line)
    : m_application(application)
    , m_line(std::move(line))
    , m_systemPalette(systemPalette())
{
    const auto kept = parseThemeChoice(m_settings.value(kThemeKey).toString());
    m_theme = m_line.theme.value_or(kept.value_or(ThemeChoice::System));
    // The system's own palette was read above: once replaced, it could not be gone back to.
    applyTheme(m_application, m_theme, m_systemPalette);
}

Application::~Application() = default;

Application::Window& Application::addWindow()
{
    WindowOptions options;
    options.keepLayout = m_line.screenshot.isEmpty();
    options.theme = m_theme;
    options.onTheme = [this](ThemeChoice choice) { setTheme(choice); };
    m_windows.push_back(std::make_unique<Window>(
        findRunProgram(QCoreApplication::applicationDirPath()), m_settings, std::move(options)));
    Window& made = *m_windows.back();
    if (m_line.size.isValid())
        made.window.resize(m_line.size);
    else if (!m_line.screenshot.isEmpty())
        made.window.resize(kPictureSize); // whatever screen there is, or none
    return made;
}

int Application::open()
{
    if (!m_line.screenshot.isEmpty()) {
        // Said before the work, which may take as long as a run does, and not after it.
        const QFileInfo directory(QFileInfo(m_line.screenshot).absolutePath());
        if (!directory.isDir() || !directory.isWritable()) {
            writeLine(tr("%1 cannot be written: there is no directory %2 one may write in")
                          .arg(m_line.screenshot, directory.filePath()));
            return 2;
        }
    }
    const QStringList files = m_line.files.isEmpty() ? QStringList{QString()} : m_line.files;
    for (const QString& file : files) {
        Window& window = addWindow();
        if (const int code = openFile(window, file); code != 0)
            return code;
    }
    Window& first = *m_windows.front();
    // A file that stops a picture from being taken ends the program before any window is seen.
    for (const auto& window : m_windows)
        window->window.show();
    if (m_line.screenshot.isEmpty()) {
        for (const auto& window : m_windows)
            window->keepChanges();
        m_leftBehind = leftBehind(autosaveFolder());
        offerLeftBehind(first);
    }
    reportTiming(first);
    showRun(first);
    if (!m_line.screenshot.isEmpty())
        takePicture(first);
    return 0;
}

// One after the other.
void Application::offerLeftBehind(Window& window)
{
    if (m_leftBehind.empty())
        return;
    // A copy: the handlers below are called long after the entry is gone.
    const LeftBehind left = m_leftBehind.back();
    m_leftBehind.pop_back();
    window.window.timelineArea().offer(
        {tr("A window ended before the changes to %1 were saved. They were kept.").arg(left.name),
         tr("Restore"), tr("Discard"),
         [this, &window, left] {
             window.window.leaveDocument([&window, left] { left.restore(window.document); });
             offerLeftBehind(window);
         },
         [this, &window, left] {
             left.discard();
             offerLeftBehind(window);
         }});
}

int Application::openFile(Window& window, const QString& path)
{
    window.document.start(builtInStrategy());
    if (path.isEmpty())
        return 0;
    if (m_line.screenshot.isEmpty()) {
        window.window.openFile(path);
        return 0;
    }
    const auto problems = window.document.open(path);
    for (const strategy::Problem& problem : problems)
        writeLine(QString::fromStdString(strategy::toText(path.toStdString(), problem)));
    return problems.empty() ? 0 : 2;
}

void Application::showRun(Window& window)
{
    if (m_line.attach.isEmpty() && m_line.replay.isEmpty())
        return;
    // Without a file the window shows the strategy of the run it was asked to show.
    if (m_line.files.isEmpty())
        window.window.openStrategyOfNextRun();
    const auto onMissing = [this, &window](const QString& sentence) { mistake(window, sentence); };
    connect(&window.controller, &RunController::failed, this, [this, onMissing](const QString& s) {
        if (!m_line.screenshot.isEmpty())
            onMissing(s);
    });
    if (!m_line.attach.isEmpty())
        window.controller.attachNamed(m_line.attach, onMissing);
    else
        window.controller.replayNamed(m_line.replay, onMissing);
}

void Application::mistake(Window& window, const QString& sentence)
{
    if (m_line.screenshot.isEmpty()) {
        window.window.timelineArea().showFailure(sentence);
        return;
    }
    writeLine(sentence);
    // Queued: the event loop may not have begun, and would not hear of it.
    QMetaObject::invokeMethod(
        &m_application, [] { QCoreApplication::exit(2); }, Qt::QueuedConnection);
}

void Application::takePicture(Window& window)
{
    PictureRequest request;
    request.path = m_line.screenshot;
    request.ofRun = !m_line.attach.isEmpty() || !m_line.replay.isEmpty();
    request.untilStep = m_line.untilStep;
    m_picture = std::make_unique<Picture>(window.document, window.window, std::move(request));
    connect(m_picture.get(), &Picture::done, this, [](int code, const QString& sentence) {
        if (!sentence.isEmpty())
            writeLine(sentence);
        QCoreApplication::exit(code);
    });
    m_picture->start();
}

void Application::setTheme(ThemeChoice choice)
{
    m_theme = choice;
    m_settings.setValue(kThemeKey, name(choice));
    applyTheme(m_application, choice, m_systemPalette);
}

void Application::reportTiming(Window& window)
{
    if (!qEnvironmentVariableIsSet("BUBBLESCOPE_TIMING"))
        return;
    reportFirst(window, 0, QStringLiteral("start to first timeline: %1 ms"));
    if (!m_line.attach.isEmpty() || !m_line.replay.isEmpty())
        reportFirst(window, 1, QStringLiteral("start to first measured step: %1 ms"));
}

void Application::reportFirst(Window& window, int track, const QString& words)
{
    TimelinePanel* panel = &window.window.timelineArea().panel();
    auto once = std::make_shared<QMetaObject::Connection>();
    // Its own handler ends the connection, so the two share it.
    *once = connect(panel, &TimelinePanel::frameShown, this, [panel, track, words, once] {
        const TrackData* shown = panel->track(track);
        if (!shown || !shown->timeline)
            return;
        disconnect(*once);
        if (const auto since = sinceProcessStart())
            writeLine(words.arg(since->count()));
    });
}

} // namespace gui
