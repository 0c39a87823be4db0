#include "gui/start/start_page.h"

#include "gui/document/preset_files.h"
#include "gui/start/preset.h"
#include "gui/start/tile_delegate.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr int kSideWidth = 340; // pixels of scale 1

// Of the file; with its folder where another one in the list is called so, too.
QString nameAmong(const QStringList& paths, const QString& path)
{
    const QString name = QFileInfo(path).fileName();
    const auto called = std::count_if(paths.begin(), paths.end(), [&name](const QString& other) {
        return QFileInfo(other).fileName() == name;
    });
    return called < 2 ? name : QFileInfo(path).dir().dirName() + QLatin1Char('/') + name;
}

QLabel* mutedLabel(const QString& text)
{
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

// No higher than what is in it: what follows stands right below.
void fitToTiles(QListView& list)
{
    list.setMaximumHeight(std::max(1, list.model()->rowCount())
                          * list.itemDelegate()->sizeHint({}, {}).height());
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent)
    , m_presetPaths(presetPaths())
    , m_side(new QWidget(this))
    , m_gallery(new QVBoxLayout)
    , m_buttons(new QHBoxLayout)
    , m_open(new QPushButton(tr("Open a file…")))
    , m_files(makeList(m_fileTiles, tr("Recent files")))
    , m_noFiles(mutedLabel(tr("Files that you open or save are listed here. You can also drop them "
                              "onto the window.")))
    , m_runs(makeList(m_runTiles, tr("Recent runs")))
    , m_noRuns(mutedLabel(tr("Runs of this machine are listed here.")))
    , m_presets(makeList(m_presetTiles, tr("Strategies to begin with")))
{
    m_open->setToolTip(tr("A strategy, a configuration of another framework, a recording or a "
                          "trace"));
    connect(m_open, &QPushButton::clicked, this, &StartPage::openWanted);
    auto* side = new QVBoxLayout(m_side);
    side->setContentsMargins(0, 0, 0, 0);
    m_buttons->addWidget(m_open);
    m_buttons->addStretch();
    side->addLayout(m_buttons);
    side->addWidget(makeHeading(tr("Recent files")));
    side->addWidget(m_noFiles);
    side->addWidget(m_files, 300);
    side->addWidget(makeHeading(tr("Recent runs")));
    side->addWidget(m_noRuns);
    side->addWidget(m_runs, 200);
    side->addStretch(1);
    m_gallery->addWidget(makeHeading(tr("Strategies to begin with")));
    m_gallery->addWidget(m_presets, 1);
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_side);
    row->addLayout(m_gallery, 1);

    m_presets->setItemDelegate(new TileDelegate(TileShape::Card, m_presets));
    m_presets->setViewMode(QListView::IconMode);
    m_presets->setResizeMode(QListView::Adjust);
    m_presets->setMovement(QListView::Static);
    m_presets->setWrapping(true);
    for (QListView* list : {m_files, m_runs})
        list->setItemDelegate(new TileDelegate(TileShape::Row, list));
    const auto chosen = [this](QListView* list, void (StartPage::*said)(const QString&)) {
        const auto open = [this, said](const QModelIndex& index) {
            if (index.flags() & Qt::ItemIsEnabled)
                emit(this->*said)(index.data(TileModel::IdRole).toString());
        };
        // Not activated(): the style may make that a click or a double click.
        connect(list, &QListView::clicked, this, open);
        for (const int key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space}) {
            auto* action = new QAction(list);
            action->setShortcut(key);
            action->setShortcutContext(Qt::WidgetShortcut);
            list->addAction(action);
            connect(action, &QAction::triggered, list,
                    [list, open] { open(list->currentIndex()); });
        }
    };
    chosen(m_presets, &StartPage::presetChosen);
    chosen(m_files, &StartPage::fileChosen);
    chosen(m_runs, &StartPage::runChosen);
    connect(&m_thumbnails, &Thumbnails::ready, this, &StartPage::take);
    applyLook();
    std::vector<Tile> presets;
    for (const QString& path : m_presetPaths)
        presets.push_back(tileOf(path));
    m_presetTiles->setTiles(std::move(presets));
    showFiles();
    showRuns();
    m_presets->setCurrentIndex(m_presetTiles->index(0));
}

QListView* StartPage::makeList(TileModel*& model, const QString& accessibleName)
{
    auto* list = new QListView;
    model = new TileModel(list);
    list->setModel(model);
    list->setAccessibleName(accessibleName);
    list->setFrameShape(QFrame::NoFrame);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setVerticalScrollMode(QListView::ScrollPerPixel);
    list->setMouseTracking(true); // for the tile under the pointer
    list->setSelectionMode(QListView::SingleSelection);
    list->setUniformItemSizes(true);
    list->viewport()->setAutoFillBackground(false);
    list->viewport()->setCursor(Qt::PointingHandCursor);
    return list;
}

QLabel* StartPage::makeHeading(const QString& text)
{
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    m_headings.push_back(label);
    return label;
}

void StartPage::setFiles(const QStringList& paths)
{
    m_recentFiles.clear();
    for (const QString& path : paths)
        m_recentFiles.push_back({path, nameAmong(paths, path), QFileInfo::exists(path)});
    showFiles();
    if (isVisible())
        request();
}

void StartPage::setRuns(const std::vector<Run>& runs)
{
    m_runList = runs;
    showRuns();
    if (isVisible())
        request();
}

void StartPage::setRunsRemark(const QString& sentence) { m_noRuns->setText(sentence); }

void StartPage::request()
{
    QStringList paths;
    for (const RecentFile& file : m_recentFiles)
        paths << file.path;
    paths += m_presetPaths;
    for (const Run& run : m_runList)
        paths << run.strategy;
    // One size for all: rows show the same picture, smaller.
    m_thumbnails.want(
        paths,
        {TileDelegate::pictureSize(TileShape::Card), devicePixelRatioF(), &themeFor(palette())});
}

Tile StartPage::tileOf(const QString& path) const
{
    Tile tile{path, QFileInfo(path).completeBaseName(), {}};
    if (const auto card = m_thumbnails.card(path)) {
        tile.name = card->name;
        if (card->strategy && m_presetPaths.contains(path))
            tile.name = presetName(*card->strategy);
        tile.picture = card->picture;
        if (card->strategy)
            tile.summary = strategySummary(*card->strategy);
    }
    return tile;
}

Tile StartPage::tileOf(const RecentFile& file) const
{
    Tile tile = tileOf(file.path);
    tile.name = file.name;
    tile.tip = file.path;
    tile.enabled = file.isThere;
    if (!tile.enabled)
        tile.summary = tr("missing");
    else if (tile.summary.isEmpty())
        tile.summary = file.path;
    return tile;
}

Tile StartPage::tileOf(const Run& run) const
{
    Tile tile = tileOf(run.strategy);
    tile.id = run.id;
    tile.name = run.name;
    tile.summary = run.summary;
    tile.tip = run.tip;
    return tile;
}

void StartPage::take(const QString& path)
{
    for (qsizetype i = 0; i < m_presetPaths.size(); ++i)
        if (m_presetPaths[i] == path)
            m_presetTiles->setTile(static_cast<std::size_t>(i), tileOf(path));
    for (std::size_t i = 0; i < m_recentFiles.size(); ++i)
        if (m_recentFiles[i].path == path)
            m_fileTiles->setTile(i, tileOf(m_recentFiles[i]));
    for (std::size_t i = 0; i < m_runList.size(); ++i)
        if (m_runList[i].strategy == path)
            m_runTiles->setTile(i, tileOf(m_runList[i]));
}

void StartPage::showFiles()
{
    std::vector<Tile> tiles;
    for (const RecentFile& file : m_recentFiles)
        tiles.push_back(tileOf(file));
    m_fileTiles->setTiles(std::move(tiles));
    fitToTiles(*m_files);
    m_files->setVisible(!m_recentFiles.empty());
    m_noFiles->setVisible(m_recentFiles.empty());
}

void StartPage::showRuns()
{
    std::vector<Tile> tiles;
    for (const Run& run : m_runList)
        tiles.push_back(tileOf(run));
    m_runTiles->setTiles(std::move(tiles));
    fitToTiles(*m_runs);
    m_runs->setVisible(!m_runList.empty());
    m_noRuns->setVisible(m_runList.empty());
}

void StartPage::applyLook()
{
    const Metrics sizes = metrics();
    m_side->setFixedWidth(sizes.px(kSideWidth));
    m_side->layout()->setSpacing(sizes.space(2));
    m_gallery->setSpacing(sizes.space(2));
    m_buttons->setContentsMargins(sizes.space(2), 0, 0, 0);
    m_open->setMinimumWidth(m_open->fontMetrics().horizontalAdvance(m_open->text())
                            + 2 * sizes.space(4));
    layout()->setContentsMargins(sizes.space(6), sizes.space(4), sizes.space(4), 0);
    layout()->setSpacing(sizes.space(6));
    for (QLabel* heading : m_headings) {
        QFont title = sizes.font(font(), Type::Body);
        title.setWeight(QFont::DemiBold);
        heading->setFont(title);
        heading->setContentsMargins(sizes.space(2), sizes.space(2), 0, 0);
    }
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, themeFor(colours).mutedText);
    for (QLabel* label : {m_noFiles, m_noRuns}) {
        label->setPalette(colours);
        label->setFont(sizes.font(font(), Type::Small));
        label->setContentsMargins(sizes.space(2), 0, 0, 0);
    }
    m_presets->setSpacing(sizes.space(1));
    fitToTiles(*m_files);
    fitToTiles(*m_runs);
}

void StartPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::PaletteChange)
        return;
    applyLook();
    if (isVisible())
        request();
}

void StartPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    request();
}

} // namespace gui
