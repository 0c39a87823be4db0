// What the File menu does with one document: saving it, and asking before changes are lost. Dialogs
// are never waited for: a command returns at once, and what follows an answer is called once that
// has been given.

#pragma once

#include "gui/document/document.h"

#include <QObject>

#include <functional>

class QSettings;
class QWidget;

namespace gui {

// The commands of one document. What they change is that alone; what the user should hear of it
// goes out in the signals.
class FileCommands : public QObject {
    Q_OBJECT
public:
    // All must outlive this object. Dialogs are children of `window`.
    FileCommands(Document& document, QSettings& settings, QWidget* window);

    // Calls `onSaved` if the document is then in its file, and not where the user has changed their
    // mind or the file could not be written. save() asks for a name where the document has none
    // yet.
    void save(std::function<void()> onSaved = {});
    void saveAs(std::function<void()> onSaved = {});

    // Calls `onward` at once if nothing would be lost. Otherwise asks, and calls it after the
    // changes were saved or if they are to be discarded; never if the user stays, or saving fails.
    void leaveDocument(std::function<void()> onward);

    // Emitted after the document has changed, or failed to. `text` is translated and may have
    // several lines; `path` is as it was given or chosen.
signals:
    void failed(const QString& text);
    void saved(const QString& path);

private:
    // Asks whether to save without the file's comments, elsewhere, or not at all.
    void askToLoseComments(const QString& path, std::function<void()> onSaved);
    // With `mayLose`, comments that cannot be kept are lost without a question.
    void saveTo(const QString& path, const std::function<void()>& onSaved, bool mayLose = false);

    Document& m_document;
    QSettings& m_settings;
    QWidget* m_window; // not owned
};

} // namespace gui
