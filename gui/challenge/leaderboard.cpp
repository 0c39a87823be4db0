#include "gui/challenge/leaderboard.h"

#include "gui/challenge/challenge_words.h"
#include "gui/export/table_dialog.h"
#include "gui/text/engine_text.h"
#include "gui/text/plain_label.h"
#include "gui/text/plain_tip.h"
#include "gui/text/shown_text.h"
#include "gui/theme/metrics.h"

#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QTableWidget>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

enum EntryColumn { kEntryPlace, kEntryName, kEntryStep, kEntryAbove, kEntryColumns };

constexpr double kLeastEntryColumn = 64; // pixels of scale 1
constexpr int kMostEntryLetters = 80;    // of a name
constexpr int kMostProblemLetters = 400;

QString shownName(const lesson::Entry& entry)
{
    return shownText(QString::fromStdString(entry.name), kMostEntryLetters);
}

QString shownProblem(const lesson::Entry& entry)
{
    return shownText(engineText(entry.problem), kMostProblemLetters);
}

QTableWidgetItem* entryCell(const QString& text, Qt::Alignment side)
{
    auto* cell = new QTableWidgetItem(text);
    cell->setFlags(Qt::ItemIsSelectable | Qt::ItemIsEnabled);
    cell->setTextAlignment(Qt::AlignVCenter | side);
    return cell;
}

} // namespace

Leaderboard::Leaderboard(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel)
    , m_places(plainLabel({}))
    , m_table(new QTableWidget(0, kEntryColumns))
    , m_said(plainLabel({}))
    , m_open(new QPushButton)
    , m_export(new QPushButton)
{
    const Metrics sizes = metrics();
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setMinimumSectionSize(sizes.px(kLeastEntryColumn));
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(kEntryName, QHeaderView::Stretch);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(sizes.space(3), 0, 0, 0);
    column->setSpacing(sizes.space(2));
    column->addWidget(m_title);
    column->addWidget(m_places);
    column->addWidget(m_table, 1);
    column->addWidget(m_said);
    auto* row = new QHBoxLayout;
    row->addWidget(m_open);
    row->addStretch();
    row->addWidget(m_export);
    column->addLayout(row);
    connect(m_open, &QPushButton::clicked, this, &Leaderboard::openFolder);
    connect(m_export, &QPushButton::clicked, this, &Leaderboard::exportTable);
    connect(m_table, &QTableWidget::itemSelectionChanged, this, &Leaderboard::tellSelected);
    // By a double click, or Enter.
    connect(m_table, &QTableWidget::itemActivated, this, [this](const QTableWidgetItem* cell) {
        const lesson::Entry& entry = m_read.entries[static_cast<std::size_t>(cell->row())];
        if (entry.schedule)
            emit entryWanted(entry);
    });
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &Leaderboard::readAgain);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &Leaderboard::readAgain);
    refreshWords();
}

Leaderboard::~Leaderboard() = default;

void Leaderboard::setChallenge(const lesson::Challenge& challenge)
{
    m_challenge = challenge;
    readAgain();
}

void Leaderboard::setPaths(const QStringList& paths)
{
    m_paths = paths;
    readAgain();
}

QStringList Leaderboard::entriesIn(const QMimeData& dragged)
{
    QStringList paths;
    for (const QUrl& url : dragged.urls()) {
        const QFileInfo file(url.toLocalFile());
        const bool isCsv = file.suffix().compare(QLatin1String("csv"), Qt::CaseInsensitive) == 0;
        if (url.isLocalFile() && (file.isDir() || isCsv))
            paths << file.absoluteFilePath();
    }
    return paths;
}

void Leaderboard::readAgain()
{
    m_isCurrent = false;
    std::vector<std::string> paths;
    for (const QString& path : m_paths)
        paths.push_back(path.toStdString());
    m_reader.request([this, challenge = m_challenge, paths](const NewestWork::Outdated& outdated) {
        auto read = std::make_shared<lesson::ReadEntries>(
            lesson::readEntries(challenge, paths, outdated));
        return NewestWork::Delivery([this, read] { take(std::move(*read)); });
    });
}

void Leaderboard::take(lesson::ReadEntries read)
{
    m_read = std::move(read);
    m_isCurrent = true;
    fill();
    emit refreshed();
    // What was written before it was watched may not have been read.
    if (watch())
        readAgain();
}

bool Leaderboard::watch()
{
    QStringList wanted = m_paths;
    for (const std::string& file : m_read.files)
        wanted << QString::fromStdString(file);
    wanted.removeDuplicates();
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    QStringList gone;
    for (const QString& path : watched)
        if (!wanted.removeOne(path))
            gone << path;
    if (!gone.isEmpty())
        m_watcher.removePaths(gone);
    return !wanted.isEmpty() && m_watcher.addPaths(wanted).size() < wanted.size();
}

QStringList Leaderboard::cellsOf(const lesson::Entry& entry) const
{
    const QString place = entry.place > 0 ? QString::number(entry.place) : QStringLiteral("–");
    if (!entry.step)
        return {place, shownName(entry), shownProblem(entry)};
    return {place, shownName(entry), inUnits(m_challenge, *entry.step),
            aboveBoundText(m_challenge, *entry.step)};
}

void Leaderboard::fillRow(int row, const lesson::Entry& entry)
{
    const QStringList cells = cellsOf(entry);
    for (int column = 0; column < cells.size(); ++column) {
        const bool isNumber = column >= kEntryStep && entry.step;
        const Qt::Alignment side = column == kEntryPlace ? Qt::AlignHCenter
            : isNumber                                   ? Qt::AlignRight
                                                         : Qt::AlignLeft;
        m_table->setItem(row, column, entryCell(cells[column], side));
        m_table->item(row, column)
            ->setToolTip(plainTip(
                entry.step ? tr("Double-click to see the order of %1").arg(cells[kEntryName])
                           : cells[kEntryStep]));
    }
    if (!entry.step) {
        m_table->setSpan(row, kEntryStep, 1, 2);
        // The columns are as wide as the numbers; the sentence takes what there is.
        m_table->item(row, kEntryStep)->setSizeHint({1, 1});
    }
}

void Leaderboard::fill()
{
    m_table->clearSpans();
    m_table->setRowCount(0);
    m_table->setRowCount(static_cast<int>(m_read.entries.size()));
    for (int row = 0; row < m_table->rowCount(); ++row)
        fillRow(row, m_read.entries[static_cast<std::size_t>(row)]);
    m_export->setEnabled(!m_read.entries.empty());
    m_places->setText(placesText());
    tellSelected();
}

QString Leaderboard::placesText() const
{
    if (!m_read.problems.empty())
        return shownText(engineText(m_read.problems.front()), kMostProblemLetters);
    if (m_paths.isEmpty())
        return tr("Drop the CSV files of a class here, or a folder of them.");
    if (m_read.entries.empty())
        return tr("There is no CSV file in %1.").arg(shownText(m_paths.front(), 200));
    if (m_read.leftOut > 0)
        return tr("Only the first %1 files are read.").arg(lesson::kMaxEntries);
    if (m_paths.size() > 1)
        return tr("%1 files, each checked and simulated here").arg(m_read.entries.size());
    return shownText(m_paths.front(), 200);
}

void Leaderboard::tellSelected()
{
    const auto selected = m_table->selectedItems();
    QString problem;
    if (!selected.isEmpty())
        problem = shownProblem(m_read.entries[static_cast<std::size_t>(selected.front()->row())]);
    m_said->setText(problem);
    m_said->setVisible(!problem.isEmpty());
}

void Leaderboard::openFolder()
{
    auto* dialog = new QFileDialog(this, tr("Open a folder of entries"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) {
        setPaths({folder});
        emit pathsChosen();
    });
    dialog->open();
}

void Leaderboard::exportTable()
{
    NamedTable table{.name
                     = tr("Entries of %1").arg(QString::fromStdString(toText(m_challenge.date))),
                     .shown = {{tr("Place"), tr("Name"), tr("Step"), tr("Above the bound")}}};
    table.exact.push_back({QStringLiteral("place"), QStringLiteral("name"),
                           QStringLiteral("step_us"), QStringLiteral("above_bound"),
                           QStringLiteral("problem")});
    for (const lesson::Entry& entry : m_read.entries) {
        table.shown.push_back(cellsOf(entry));
        QStringList exact{QString(), QString::fromStdString(entry.name), QString(), QString(),
                          QString::fromStdString(entry.problem)};
        if (entry.step) {
            exact[kEntryPlace] = QString::number(entry.place);
            exact[kEntryStep] = QString::number(double(entry.step->count()) / 1000, 'g', 15);
            exact[kEntryAbove]
                = QString::number(lesson::aboveBound(m_challenge, *entry.step), 'g', 6);
        }
        table.exact.push_back(exact);
    }
    auto* dialog = new TableDialog(
        {std::move(table)},
        QStringLiteral("challenge-%1").arg(QString::fromStdString(toText(m_challenge.date))), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &TableDialog::failed, m_places, &QLabel::setText);
    dialog->open();
}

void Leaderboard::refreshWords()
{
    m_title->setText(tr("Entries"));
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_places->setAccessibleName(tr("Where the entries are from"));
    m_said->setAccessibleName(tr("Why the selected entry does not count"));
    m_open->setText(tr("Open a folder…"));
    m_export->setText(tr("Export…"));
    for (QPushButton* button : {m_open, m_export})
        button->setAccessibleName(button->text());
    m_table->setAccessibleName(tr("Entries by place"));
    m_table->setHorizontalHeaderLabels({tr("Place"), tr("Name"), tr("Step"), tr("Above bound")});
    for (int column = 0; column < kEntryColumns; ++column)
        m_table->horizontalHeaderItem(column)->setTextAlignment(
            Qt::AlignVCenter
            | (column == kEntryPlace      ? Qt::AlignHCenter
                   : column == kEntryName ? Qt::AlignLeft
                                          : Qt::AlignRight));
    fill();
}

void Leaderboard::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        refreshWords();
}

} // namespace gui
