#include "gui/course/own_lessons.h"

#include "engine/lesson/read_lesson.h"
#include "engine/strategy/file.h"
#include "gui/course/lesson_files.h"
#include "gui/lessons/lesson_text.h"
#include "gui/text/plain_label.h"
#include "gui/text/shown_text.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QStandardPaths>
#include <QVBoxLayout>

namespace gui {
namespace {

constexpr int kMostOfOwnTitle = 160; // characters
constexpr int kMostOfOwnName = 80;

} // namespace

QString OwnLesson::fileName() const { return QFileInfo(path).fileName(); }

std::vector<OwnLesson> readOwnLessons(const QString& folder, const NewestWork::Outdated& outdated)
{
    std::vector<OwnLesson> lessons;
    for (const QFileInfo& file : lessonFilesIn(folder)) {
        if (outdated())
            return {};
        OwnLesson own{.path = file.absoluteFilePath()};
        if (const auto text
            = strategy::readTextFile(own.path.toStdString(), lesson::kMaxLessonBytes)) {
            own.head = lesson::readLessonHead(*text);
            own.isLesson = !own.head.title.empty();
        }
        lessons.push_back(std::move(own));
    }
    return lessons;
}

OwnLessons::OwnLessons(QWidget* parent)
    : QWidget(parent)
    , m_cards(new CardFlow)
    , m_none(plainLabel(tr("Where your own lessons are kept")))
    , m_open(new QPushButton)
{
    const Metrics sizes = metrics();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(sizes.space(2));
    column->addWidget(m_none);
    column->addWidget(m_cards);
    auto* row = new QHBoxLayout;
    row->addWidget(m_open);
    row->addStretch();
    column->addLayout(row);
    connect(m_open, &QPushButton::clicked, this, &OwnLessons::askForFile);
    connect(m_cards, &CardFlow::chosen, this,
            [this](int place) { emit fileWanted(m_lessons[std::size_t(place)].path); });
    refresh();
}

QString OwnLessons::folder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        + QStringLiteral("/bubblescope/lessons");
}

void OwnLessons::look()
{
    m_reader.request([this, folder = folder()](const NewestWork::Outdated& outdated) {
        auto lessons = std::make_shared<std::vector<OwnLesson>>(readOwnLessons(folder, outdated));
        return NewestWork::Delivery([this, lessons] { take(std::move(*lessons)); });
    });
}

void OwnLessons::take(std::vector<OwnLesson> lessons)
{
    m_lessons = std::move(lessons);
    refresh();
}

void OwnLessons::refresh()
{
    std::vector<LessonCardText> texts;
    for (const OwnLesson& own : m_lessons) {
        LessonCardText text;
        const QString name = shownText(own.fileName(), kMostOfOwnName);
        text.title = own.isLesson
            ? shownText(QString::fromStdString(own.head.title.in(lessonLanguage())),
                        kMostOfOwnTitle)
            : name;
        text.line = !own.isLesson ? tr("Not a lesson that can be read")
            : own.head.minutes > 0
            ? tr("%1 · %2 min", "file name, minutes").arg(name, QString::number(own.head.minutes))
            : name;
        text.tip = shownText(own.path, 4 * kMostOfOwnTitle);
        texts.push_back(text);
    }
    m_cards->setCards(texts);
    m_cards->setVisible(!texts.empty());
    m_none->setVisible(texts.empty());
    m_none->setText(tr("Lessons that you put into %1 are listed here.")
                        .arg(shownText(QDir::toNativeSeparators(folder()), 4 * kMostOfOwnTitle)));
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, themeFor(colours).mutedText);
    m_none->setPalette(colours);
    m_none->setFont(metrics().font(font(), Type::Small));
    m_open->setText(tr("Open a lesson file…"));
    m_open->setAccessibleName(m_open->text());
}

void OwnLessons::askForFile()
{
    auto* dialog = new QFileDialog(this, tr("Open a lesson file"), folder(),
                                   tr("Lessons (*.yaml *.yml);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &OwnLessons::fileWanted);
    dialog->open();
}

void OwnLessons::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    look();
}

void OwnLessons::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        refresh();
}

} // namespace gui
