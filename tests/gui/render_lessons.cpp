// Saves a picture of every step of every lesson, as it is asked and as it is passed, and as an
// audience sees it:
//
//     render_lessons FOLDER [--lang en] [--theme light] [--size 1280x800] [--lesson NAME]
//
// Each lesson gets a contact sheet; grey ones tell whether it reads without colours.

#include "gui/lessons/lesson_view.h"
#include "gui/theme/metrics.h"
#include "gui/window/language.h"
#include "gui/window/lecture_runs.h"
#include "gui/window/theme_choice.h"

#include "engine/lesson/course.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QPainter>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

using namespace gui;

namespace {

constexpr int kStepColumns = 4;
constexpr int kStepWidth = 640; // pixels, of a picture in the sheet
constexpr QSize kAudience(1280, 720);

class StepSheet {
public:
    void add(const QString& name, const QImage& picture)
    {
        m_pictures.emplace_back(name, picture.scaledToWidth(kStepWidth, Qt::SmoothTransformation));
    }
    void save(const QString& path) const
    {
        int height = 0;
        for (const auto& [name, picture] : m_pictures)
            height = std::max(height, picture.height());
        const int rows = (int(m_pictures.size()) + kStepColumns - 1) / kStepColumns;
        QImage sheet(kStepColumns * kStepWidth, rows * (height + 20), QImage::Format_RGB32);
        sheet.fill(Qt::darkGray);
        QPainter painter(&sheet);
        painter.setPen(Qt::white);
        for (std::size_t i = 0; i < m_pictures.size(); ++i) {
            const QPoint corner(int(i) % kStepColumns * kStepWidth,
                                int(i) / kStepColumns * (height + 20));
            painter.drawText(corner + QPoint(4, 15), m_pictures[i].first);
            painter.drawImage(corner + QPoint(0, 20), m_pictures[i].second);
        }
        painter.end();
        sheet.save(path, nullptr, 92);
    }

private:
    std::vector<std::pair<QString, QImage>> m_pictures;
};

QImage pictureOf(QWidget& widget, bool isGrey)
{
    for (int i = 0; i < 20; ++i)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    for (auto* panel : widget.findChildren<TimelinePanel*>())
        if (panel->isVisible())
            panel->finishFrame();
    const QImage picture = widget.grab().toImage();
    return isGrey ? picture.convertToFormat(QImage::Format_Grayscale8) : picture;
}

void answer(LessonSession& session)
{
    if (const auto* set = std::get_if<lesson::SetAction>(&session.step().action))
        for (const auto& [key, word] : set->solution)
            session.setField(key, word);
    if (const auto right = lesson::rightAnswer(session.scene()))
        session.answer(*right);
}

void renderLesson(const lesson::CourseEntry& entry, const QString& folder, QSize size, bool isGrey)
{
    const auto read = std::make_shared<const lesson::ReadLesson>(lesson::readCourseLesson(entry));
    const QString name = QString::fromStdString(entry.head.name);
    StepSheet learned;
    StepSheet shown;
    LessonSession session(read, nullptr);
    LessonView view(session);
    view.resize(size);
    view.show();
    const QTemporaryDir kept;
    ProgressStore store(kept.filePath(QStringLiteral("progress.json")));
    OpenLesson open(read, QString(), store, QString());
    LectureWindow lecture(read);
    auto* runs = new LectureRuns(lecture, open);
    lecture.resize(kAudience);
    lecture.show();
    for (int step = 0; step < session.count(); ++step) {
        session.go(step);
        const QString id = QString::fromStdString(session.step().id);
        learned.add(id, pictureOf(view, isGrey));
        answer(session);
        view.picture().clock().seek(view.picture().clock().end());
        learned.add(id + QStringLiteral(" passed"), pictureOf(view, isGrey));
        if (!QTest::qWaitFor([runs] { return !runs->isBusy(); }))
            qFatal("a recording is not read");
        const int place = lecture.script().step();
        shown.add(id, pictureOf(lecture, isGrey));
        for (int key = 0; key < 4 && lecture.script().step() == place; ++key) {
            QTest::keyClick(&lecture, Qt::Key_PageDown);
            if (lecture.script().step() == place)
                shown.add(id + QStringLiteral(" %1").arg(key + 1), pictureOf(lecture, isGrey));
        }
    }
    learned.save(QDir(folder).filePath(name + QStringLiteral(".jpg")));
    shown.save(QDir(folder).filePath(name + QStringLiteral(" lecture.jpg")));
}

QSize sizeOf(const QString& text)
{
    const QStringList parts = text.split(QLatin1Char('x'));
    return {parts.value(0).toInt(), parts.value(1).toInt()};
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addOptions(
        {{QStringLiteral("lang"), QString(), QStringLiteral("L"), QStringLiteral("en")},
         {QStringLiteral("theme"), QString(), QStringLiteral("T"), QStringLiteral("light")},
         {QStringLiteral("size"), QString(), QStringLiteral("WxH"), QStringLiteral("1280x800")},
         {QStringLiteral("lesson"), QString(), QStringLiteral("NAME")}});
    parser.process(application);
    if (parser.positionalArguments().size() != 1) {
        std::fputs("give the folder that the pictures go to\n", stderr);
        return 2;
    }
    const QString theme = parser.value(QStringLiteral("theme"));
    const bool isGrey = theme == QLatin1String("grey");
    const auto chosen = parseThemeChoice(isGrey ? QStringLiteral("light") : theme);
    if (!chosen) {
        std::fputs("--theme can be light, dark, contrast or grey\n", stderr);
        return 2;
    }
    if (!useLanguage(application, parser.value(QStringLiteral("lang"))))
        return 2;
    applyTheme(application, *chosen, systemPalette());
    applySizes(application, Metrics());
    const QString folder
        = QDir(parser.positionalArguments().front())
              .filePath(parser.value(QStringLiteral("lang")) + QLatin1Char(' ') + theme);
    QDir().mkpath(folder);
    const QString wanted = parser.value(QStringLiteral("lesson"));
    for (const lesson::CourseEntry& entry : lesson::course())
        if (wanted.isEmpty() || wanted == QString::fromStdString(entry.head.name))
            renderLesson(entry, folder, sizeOf(parser.value(QStringLiteral("size"))), isGrey);
    return 0;
}
