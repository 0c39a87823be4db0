#include "gui/course/progress_panel.h"

#include "gui/course/calibration_strip.h"
#include "gui/inputs/ask_where.h"
#include "gui/text/number_format.h"
#include "gui/text/plain_label.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace gui {

ProgressPanel::ProgressPanel(ProgressStore& store, QWidget* parent)
    : QWidget(parent)
    , m_store(store)
    , m_done(plainLabel(tr("What you have done")))
    , m_near(plainLabel(tr("How near your guesses come")))
    , m_strip(new CalibrationStrip)
    , m_said(plainLabel(tr("What is said of your progress")))
    , m_private(plainLabel(tr("Where it is kept")))
    , m_export(new QPushButton)
    , m_erase(new QPushButton)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics().space(2));
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_done, m_near, m_strip, m_private, m_said})
        column->addWidget(part);
    auto* row = new QHBoxLayout;
    row->addWidget(m_export);
    row->addWidget(m_erase);
    row->addStretch();
    column->addLayout(row);
    connect(m_export, &QPushButton::clicked, this, &ProgressPanel::askWhereTo);
    connect(m_erase, &QPushButton::clicked, this, &ProgressPanel::eraseWanted);
    connect(&store, &ProgressStore::changed, this, &ProgressPanel::refresh);
    refresh();
}

void ProgressPanel::show(const CourseFacts* facts)
{
    m_facts = facts;
    refresh();
}

QString ProgressPanel::summary() const
{
    if (!m_facts)
        return {};
    int lessons = 0;
    int points = 0;
    for (const lesson::Lesson& lesson : m_facts->lessons) {
        const LessonDone done = doneOf(m_store.progress(), lesson.head.name, m_facts);
        lessons += done.isWhole() ? 1 : 0;
        points += done.points;
    }
    return tr("%1 of %2 lessons done · points: %3")
        .arg(lessons)
        .arg(m_facts->lessons.size())
        .arg(points);
}

void ProgressPanel::refresh()
{
    const lesson::Progress& progress = m_store.progress();
    const auto near = lesson::calibrationOf(progress);
    m_done->setText(summary());
    m_done->setVisible(!m_done->text().isEmpty());
    m_near->setText(near ? tr("Half of your guesses (%1) are at most %2 off.")
                               .arg(progress.guesses.size())
                               .arg(percent(*near))
                         : tr("Steps that ask for a guess show here how near you come."));
    m_strip->show(progress.guesses);
    m_strip->setVisible(near.has_value());
    m_private->setText(
        tr("This is kept in a file of this machine; nothing of it is sent anywhere."));
    m_export->setText(tr("Export…"));
    m_export->setAccessibleName(m_export->text());
    m_export->setToolTip(tr("Write a copy of your progress, as for a teacher"));
    m_erase->setText(tr("Erase…"));
    m_erase->setAccessibleName(m_erase->text());
    m_erase->setEnabled(!progress.lessons.empty() || !progress.guesses.empty()
                        || !m_store.problem().isEmpty());
    const bool hasProblem = !m_store.problem().isEmpty();
    const QString said = hasProblem ? m_store.problem() : m_sentence;
    m_said->setText(said);
    m_said->setVisible(!said.isEmpty());
    const Theme& theme = themeFor(palette());
    const auto ink = [this](QLabel* label, const QColor& colour) {
        QPalette colours = palette();
        colours.setColor(QPalette::WindowText, colour);
        label->setPalette(colours);
    };
    ink(m_said, hasProblem || m_isProblem ? theme.error : theme.text);
    for (QLabel* label : {m_near, m_private}) {
        ink(label, theme.mutedText);
        label->setFont(metrics().font(font(), Type::Small));
    }
}

void ProgressPanel::say(const QString& sentence, bool isProblem)
{
    m_sentence = sentence;
    m_isProblem = isProblem;
    refresh();
}

void ProgressPanel::erase()
{
    const QString problem = m_store.erase();
    say(problem.isEmpty() ? tr("Your progress was erased.") : problem, !problem.isEmpty());
}

void ProgressPanel::askWhereTo()
{
    const QString stem = QDir::home().filePath(QStringLiteral("bubblescope-progress"));
    QFileDialog* dialog = askWhere(window(), tr("Export progress"), stem,
                                   {QStringLiteral("JSON"), QStringLiteral("json")});
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        const QString problem = m_store.exportTo(path);
        say(problem.isEmpty() ? tr("Written to %1").arg(path) : problem, !problem.isEmpty());
    });
}

void ProgressPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::LanguageChange)
        refresh();
}

} // namespace gui
