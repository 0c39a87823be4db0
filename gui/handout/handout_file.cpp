#include "gui/handout/handout_file.h"

#include "engine/lesson/handout_figure.h"
#include "engine/strategy/file.h"
#include "gui/inputs/ask_where.h"
#include "gui/text/engine_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QStandardPaths>

namespace gui {
namespace {

QString handoutWords(const char* words) { return QCoreApplication::translate("Handout", words); }

// Of the window: that of the words in a picture.
lesson::Language figureLanguage()
{
    return QLocale().language() == QLocale::Chinese ? lesson::Language::Chinese
                                                    : lesson::Language::English;
}

} // namespace

QString handoutStem(const lesson::ReadLesson& read, const QString& what)
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    // A name that a file gives itself leads nowhere else.
    const QString name = QFileInfo(QString::fromStdString(read.lesson.head.name)).fileName();
    return QDir(folder).filePath(name + QLatin1Char('-') + what);
}

QString handoutWrittenTo(const QString& path, const std::string& bytes)
{
    const auto written
        = strategy::replaceFile(QFileInfo(path).absoluteFilePath().toStdString(), bytes);
    return written ? QString() : engineText(written.error().message);
}

QString stepFigureWrittenTo(const QString& path, const lesson::ReadLesson& read, std::size_t step)
{
    const auto& steps = read.lesson.steps;
    const std::string svg = step < steps.size()
        ? lesson::stepFigureSvg(read, steps[step], figureLanguage())
        : std::string();
    return svg.empty()
        ? handoutWords(QT_TRANSLATE_NOOP("Handout", "This step has no timeline to draw."))
        : handoutWrittenTo(path, svg);
}

void saveStepFigure(std::shared_ptr<const lesson::ReadLesson> read, std::size_t step,
                    QWidget* window, std::function<void(const QString&)> told)
{
    const QString stem = handoutStem(*read, QString::number(step + 1));
    const QString title = handoutWords(QT_TRANSLATE_NOOP("Handout", "Save the picture"));
    auto* dialog = askWhere(window, title, stem, {QStringLiteral("SVG"), QStringLiteral("svg")});
    QObject::connect(dialog, &QFileDialog::fileSelected, dialog,
                     [read = std::move(read), step, told = std::move(told)](const QString& path) {
                         const QString problem = stepFigureWrittenTo(path, *read, step);
                         told(problem.isEmpty()
                                  ? handoutWords(QT_TRANSLATE_NOOP("Handout", "Saved as %1"))
                                        .arg(QDir::toNativeSeparators(path))
                                  : problem);
                     });
}

} // namespace gui
