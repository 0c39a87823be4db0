#include "gui/window/application.h"

#include "gui/live/run_program.h"
#include "gui/theme/op_colours.h"
#include "gui/window/language.h"
#include "gui/window/lesson_sheet.h"
#include "gui/window/start_time.h"
#include "gui/window/strategy_sheet.h"
#include "gui/window/tour.h"

#include <QDir>
#include <QFileInfo>
#include <QLayout>

#include <cstdio>

namespace gui {
namespace {

constexpr QSize kPictureSize(1280, 800);
const QString kThemeKey = QStringLiteral("theme");
const QString kColoursKey = QStringLiteral("opColours");
const QString kScaleKey = QStringLiteral("scale");
const QString kLanguageKey = QStringLiteral("language");

void writeLine(const QString& text)
{
    std::fprintf(stderr, "%s\n", text.toLocal8Bit().constData());
}

} // namespace

Application::Application(QApplication& application, CommandLine line)
    : m_application(application)
    , m_line(std::move(line))
    , m_systemPalette(systemPalette())
    , m_workspace(findRunProgram(QCoreApplication::applicationDirPath()))
    , m_session(m_workspace, m_settings)
    , m_recovery(m_workspace)
{
    const auto kept = parseThemeChoice(m_settings.value(kThemeKey).toString());
    m_look.theme = m_line.theme.value_or(kept.value_or(ThemeChoice::System));
    m_look.colours = parseOpColours(m_settings.value(kColoursKey).toString().toStdString())
                         .value_or(OpColours::Bubblescope);
    if (!isPicture())
        m_look.sizes = Metrics(m_settings.value(kScaleKey, 1.0).toDouble());
    m_look.language
        = m_line.language.isEmpty() ? m_settings.value(kLanguageKey).toString() : m_line.language;
    // The command line's is in use already; what the settings keep is known only here.
    if (m_look.language != m_line.language)
        useLanguage(m_application, m_look.language);
    // The system's own palette was read above: once replaced, it could not be gone back to.
    applyTheme(m_application, m_look.theme, m_systemPalette, m_look.colours);
    applySizes(m_application, m_look.sizes);
}

Application::~Application() = default;

void Application::makeWindow()
{
    WindowOptions options;
    options.keepLayout = !isPicture();
    options.look = m_look;
    options.onLook = [this](const Look& look) { setLook(look); };
    m_window = std::make_unique<MainWindow>(m_workspace, m_settings, std::move(options));
    m_session.setWindow(m_window.get());
    if (m_line.size.isValid())
        m_window->resize(m_line.size);
    else if (isPicture())
        m_window->resize(kPictureSize); // whatever screen there is, or none
    if (isPicture()) // nobody resizes it; and Qt complains of bounds that no window system takes
        m_window->layout()->setSizeConstraint(QLayout::SetNoConstraint);
    connect(m_window.get(), &MainWindow::closed, this, [this] {
        m_session.write();
        for (int i = 0; i < m_workspace.count(); ++i)
            m_workspace.at(i).forgetChanges();
    });
}

int Application::open()
{
    if (isPicture()) {
        // Said before the work, which may take as long as a run does, and not after it.
        for (const QString& path : {m_line.screenshot, m_line.figure, m_line.report}) {
            const QFileInfo directory(QFileInfo(path).absolutePath());
            if (path.isEmpty() || (directory.isDir() && directory.isWritable()))
                continue;
            writeLine(tr("%1 cannot be written: there is no directory %2 one may write in")
                          .arg(path, directory.filePath()));
            return 2;
        }
    }
    makeWindow();
    if (isPicture()) {
        if (const int code = readFiles(); code != 0)
            return code;
    } else if (!reopen() || isAskedFor()) {
        openFiles();
    }
    m_window->show();
    if (!isPicture()) {
        keepChanges();
        recover();
        if (m_sessionLock)
            m_session.begin();
    }
    reportTiming();
    showRun();
    if (m_line.present)
        presentLesson();
    else if (!isPicture() && wantsTour(m_settings))
        showTour(*m_window);
    if (isPicture())
        takePicture();
    return 0;
}

bool Application::reopens() const
{
    return !isOfRunAlone() && !m_line.fresh && reopensTabs(m_settings);
}

bool Application::reopen()
{
    if (isOfRunAlone())
        return false;
    // What is open in another window is not opened here as well.
    const QString folder = QFileInfo(autosaveFolder()).path();
    m_sessionLock = QDir().mkpath(folder)
        ? FileLock::take(QDir(folder).filePath(QStringLiteral("session.lock")))
        : nullptr;
    const QString ofRun = hasRun() ? QFileInfo(m_line.files.back()).absoluteFilePath() : QString();
    return m_sessionLock && reopens() && m_session.restore(ofRun);
}

int Application::readFiles()
{
    OpenStrategy& open = m_window->opener().openNew();
    for (const QString& path : m_line.files) {
        if (kindOfPath(path) == PathKind::Foreign) {
            ForeignFile foreign = readForeign(path);
            for (const QString& problem : foreign.problems)
                writeLine(problem);
            if (foreign.trace)
                writeLine(tr("%1 is a trace; pictures and reports can be made of strategies and "
                             "runs alone")
                              .arg(path));
            if (!foreign.strategy)
                return 2;
            open.begin(*std::move(foreign.strategy));
            continue;
        }
        if (kindOfPath(path) == PathKind::Order) {
            const auto problem = m_window->strategySheet()->orderMode().edit().openCsv(path);
            if (!problem)
                continue;
            writeLine(*problem);
            return 2;
        }
        const auto problems = open.document().open(path);
        for (const strategy::Problem& problem : problems)
            writeLine(QString::fromStdString(strategy::toText(path.toStdString(), problem)));
        if (!problems.empty())
            return 2;
    }
    return 0;
}

void Application::openFiles()
{
    const OpenStrategy& made = m_window->opener().openNew();
    m_window->openFiles(m_line.files);
    if (!m_line.lesson.isEmpty())
        m_window->opener().openLesson(m_line.lesson);
    // It is not needed where they were open already.
    if (m_workspace.current() != &made && made.isUntouched())
        m_workspace.remove(m_workspace.placeOf(made));
    if (isAskedFor())
        m_session.keepFront();
}

void Application::keepChanges()
{
    const auto keep = [this](int place) {
        auto* strategy = qobject_cast<OpenStrategy*>(&m_workspace.at(place));
        if (!strategy)
            return;
        connect(&strategy->keepChanges(), &Autosave::failed, this, [this](const QString& sentence) {
            if (m_window->sheet())
                m_window->sheet()->showFailure(sentence);
        });
    };
    for (int place = 0; place < m_workspace.count(); ++place)
        keep(place);
    connect(&m_workspace, &Workspace::added, this, keep);
}

void Application::recover()
{
    // A second window asks, for it was opened for something else.
    if (reopens() && (m_sessionLock || !isAskedFor()))
        m_recovery.restore(leftBehind(autosaveFolder()), *m_window,
                           isAskedFor() ? m_workspace.current() : nullptr);
    else
        m_recovery.offer(leftBehind(autosaveFolder()), *m_window);
    if (!m_session.missing().isEmpty() && m_window->sheet())
        m_window->sheet()->showFailure(m_session.missingSentence());
}

void Application::presentLesson()
{
    if (auto* sheet = qobject_cast<LessonSheet*>(m_window->sheet()))
        sheet->showLecture();
}

void Application::showRun()
{
    if (!hasRun())
        return;
    if (!m_window->strategySheet())
        m_window->opener().openNew(); // the file is a trace
    StrategySheet& sheet = *m_window->strategySheet();
    // Without a file the window shows the strategy of the run it was asked to show.
    if (m_line.files.isEmpty())
        sheet.runCommands().openStrategyOfNextRun();
    const auto onMissing = [this](const QString& sentence) { mistake(sentence); };
    connect(&sheet.controller(), &RunController::failed, this, [this](const QString& sentence) {
        if (isPicture())
            mistake(sentence);
    });
    if (!m_line.attach.isEmpty())
        sheet.controller().attachNamed(m_line.attach, onMissing);
    else
        sheet.controller().replayNamed(m_line.replay, onMissing);
    m_window->setMode(Mode::Run);
}

void Application::mistake(const QString& sentence)
{
    if (!isPicture()) {
        if (m_window->sheet())
            m_window->sheet()->showFailure(sentence);
        return;
    }
    writeLine(sentence);
    // Queued: the event loop may not have begun, and would not hear of it.
    QMetaObject::invokeMethod(
        &m_application, [] { QCoreApplication::exit(2); }, Qt::QueuedConnection);
}

void Application::takePicture()
{
    PictureRequest request;
    request.path = m_line.screenshot;
    request.figure = m_line.figure;
    request.look = m_line.look;
    request.look.colours = m_look.colours;
    request.report = m_line.report;
    request.ofRun = hasRun();
    request.untilStep = m_line.untilStep;
    m_picture = std::make_unique<Picture>(*m_window->strategySheet(), *m_window, request);
    connect(m_picture.get(), &Picture::done, this, [](int code, const QString& sentence) {
        if (!sentence.isEmpty())
            writeLine(sentence);
        QCoreApplication::exit(code);
    });
    m_picture->start();
}

void Application::setLook(const Look& look)
{
    const Look before = std::exchange(m_look, look);
    // What was chosen here is kept; what the command line asked for is for this window.
    if (look.theme != before.theme)
        m_settings.setValue(kThemeKey, name(look.theme));
    if (look.colours != before.colours) {
        const auto colours = name(look.colours);
        m_settings.setValue(kColoursKey,
                            QString::fromUtf8(colours.data(), qsizetype(colours.size())));
    }
    if (!(look.sizes == before.sizes))
        m_settings.setValue(kScaleKey, look.sizes.scale());
    if (look.language != before.language)
        m_settings.setValue(kLanguageKey, look.language);
    if (look.theme != before.theme || look.colours != before.colours)
        applyTheme(m_application, look.theme, m_systemPalette, look.colours);
    if (!(look.sizes == before.sizes))
        applySizes(m_application, look.sizes);
    if (look.language == before.language)
        return;
    useLanguage(m_application, look.language);
    // Once the signal that led here has returned to the window that it came from.
    QMetaObject::invokeMethod(
        this,
        [this] {
            const QByteArray place = m_window->saveGeometry();
            const Mode mode = m_window->mode();
            const bool presenting = m_window->frame().isPresenting();
            m_window->frame().save(m_settings);
            if (presenting) // the other window is to be made in its usual sizes
                m_window->present(false);
            m_window.reset(); // before there is another: both would show the same
            makeWindow();
            m_window->restoreGeometry(place);
            m_window->setMode(mode);
            m_window->show();
            if (presenting)
                m_window->present(true);
        },
        Qt::QueuedConnection);
}

void Application::reportTiming()
{
    if (!qEnvironmentVariableIsSet("BUBBLESCOPE_TIMING"))
        return;
    reportFirst(0, QStringLiteral("start to first timeline: %1 ms"));
    if (hasRun())
        reportFirst(1, QStringLiteral("start to first measured step: %1 ms"));
}

void Application::reportFirst(int track, const QString& words)
{
    if (!m_window->strategySheet())
        return; // the start page is in front
    TimelinePanel* panel = &m_window->strategySheet()->timelineArea().panel();
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
