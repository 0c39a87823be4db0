// What the File menu does with the document: new, open, save, recent files, and asking before
// changes are lost.

#pragma once

#include "gui/document/document.h"

#include <QObject>

#include <functional>

class QMenu;
class QSettings;
class QWidget;

namespace gui {

// The strategy a window begins with; built into the program.
strategy::Strategy builtInStrategy();

class FileCommands : public QObject {
    Q_OBJECT
public:
    // All must outlive this.
    FileCommands(Document& document, QSettings& settings, QWidget* window);

    void startNew();
    void open(); // asks which
    void openPath(const QString& path);
    // Calls `onSaved` if the document is then in its file.
    void save(std::function<void()> onSaved = {});
    void saveAs(std::function<void()> onSaved = {});

    // Calls `onward` at once if nothing would be lost, else after asking; not if the answer is to
    // stay.
    void leaveDocument(std::function<void()> onward);

    // Fills the menu each time it is about to be shown.
    void keepRecent(QMenu* menu);

    // The problems of a file as one text: a line each, as the command line writes them.
    static QString problemText(const QString& path, const std::vector<strategy::Problem>& problems);

signals:
    void failed(const QString& text);
    void opened(const QString& path);
    void saved(const QString& path);

private:
    void askToLoseComments(const QString& path, std::function<void()> onSaved);
    void saveTo(const QString& path, const std::function<void()>& onSaved, bool mayLose = false);
    void fillRecent(QMenu* menu);

    Document& m_document;
    QSettings& m_settings;
    QWidget* m_window;
};

} // namespace gui
