// What one can begin with: the strategies that come with the program, the files that were open
// lately, and the runs of this machine, each with its picture.

#pragma once

#include "gui/start/thumbnails.h"
#include "gui/start/tile_model.h"

#include <QWidget>

#include <vector>

class QHBoxLayout;
class QLabel;
class QListView;
class QPushButton;
class QVBoxLayout;

namespace gui {

// Three lists of tiles. In each, arrows move and Enter opens, as a click does; Tab goes on to the
// next one. GUI thread.
class StartPage : public QWidget {
    Q_OBJECT
public:
    // A run of the list; its picture is that of the strategy it was launched with.
    struct Run {
        QString id;
        QString name;     // plain
        QString summary;  // translated, one line
        QString tip;      // plain
        QString strategy; // a file; may be missing
    };

    explicit StartPage(QWidget* parent = nullptr);

    // Newest first. Files that are gone by now are shown, and cannot be chosen.
    void setFiles(const QStringList& paths);
    void setRuns(const std::vector<Run>& runs);
    // In place of the list of runs, where there is none; translated.
    void setRunsRemark(const QString& sentence);

    QListView& presets() { return *m_presets; }
    QListView& files() { return *m_files; }
    QListView& runs() { return *m_runs; }

signals:
    void presetChosen(const QString& path); // of presetPaths()
    void fileChosen(const QString& path);
    void runChosen(const QString& id);
    void openWanted(); // asks which file

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct RecentFile {
        QString path;
        QString name; // as the list shows it
        bool isThere = true;
    };

    QListView* makeList(TileModel*& model, const QString& accessibleName);
    QLabel* makeHeading(const QString& text);
    void request(); // pictures of everything
    void showFiles();
    void showRuns();
    void take(const QString& path); // its picture is there
    // From what is known by now.
    Tile tileOf(const QString& path) const;
    Tile tileOf(const RecentFile& file) const;
    Tile tileOf(const Run& run) const;
    void applyLook();

    Thumbnails m_thumbnails;
    const QStringList m_presetPaths;
    std::vector<RecentFile> m_recentFiles;
    std::vector<Run> m_runList;
    TileModel* m_presetTiles = nullptr; // children
    TileModel* m_fileTiles = nullptr;   //
    TileModel* m_runTiles = nullptr;    //
    QWidget* m_side;                    //
    QVBoxLayout* m_gallery;             //
    QHBoxLayout* m_buttons;             //
    QPushButton* m_open;                //
    QListView* m_files;                 //
    QLabel* m_noFiles;                  // in place of it, while there is nothing in it
    QListView* m_runs;                  //
    QLabel* m_noRuns;                   //
    QListView* m_presets;               //
    std::vector<QLabel*> m_headings;    //
};

} // namespace gui
