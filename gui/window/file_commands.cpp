#include "gui/window/file_commands.h"

#include "engine/strategy/yaml.h"
#include "gui/document/recent_files.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>

namespace gui {
namespace {

QString savedFilter()
{
    return QCoreApplication::translate("gui::FileCommands",
                                       "Strategies (*.yaml *.yml *.json);;All files (*)");
}

} // namespace

FileCommands::FileCommands(Document& document, QSettings& settings, QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_settings(settings)
    , m_window(window)
{
}

void FileCommands::saveTo(const QString& path, const std::function<void()>& onSaved, bool mayLose)
{
    if (!mayLose && m_document.losesComments()) {
        askToLoseComments(path, onSaved);
        return;
    }
    // `onSaved` is dropped here: what was to follow, such as closing the window, would lose the
    // changes.
    if (const auto problem = m_document.saveAs(path)) {
        emit failed(*problem);
        return;
    }
    rememberFile(m_settings, path);
    emit saved(path);
    if (onSaved)
        onSaved();
}

void FileCommands::askToLoseComments(const QString& path, std::function<void()> onSaved)
{
    auto* box = new QMessageBox(m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIcon(QMessageBox::Question);
    box->setTextFormat(Qt::PlainText);
    box->setWindowTitle(tr("Comments"));
    box->setText(tr("%1 is written in a style whose comments cannot be kept. If you save under "
                    "another name, this file stays as it is.")
                     .arg(m_document.displayName()));
    QPushButton* lose = box->addButton(tr("Save without them"), QMessageBox::DestructiveRole);
    QPushButton* other = box->addButton(tr("Save as…"), QMessageBox::AcceptRole);
    QPushButton* cancel = box->addButton(tr("Cancel"), QMessageBox::RejectRole);
    // Enter loses nothing.
    box->setDefaultButton(other);
    box->setEscapeButton(cancel);
    connect(box, &QMessageBox::buttonClicked, this,
            [this, lose, other, path, onSaved = std::move(onSaved)](QAbstractButton* chosen) {
                if (chosen == lose)
                    saveTo(path, onSaved, true);
                else if (chosen == other)
                    saveAs(onSaved);
            });
    box->open();
}

void FileCommands::save(std::function<void()> onSaved)
{
    if (m_document.path().isEmpty())
        saveAs(std::move(onSaved));
    else
        saveTo(m_document.path(), onSaved);
}

void FileCommands::saveAs(std::function<void()> onSaved)
{
    const QString proposal
        = m_document.path().isEmpty() ? QStringLiteral("strategy.yaml") : m_document.path();
    auto* dialog = new QFileDialog(m_window, tr("Save the strategy"), proposal, savedFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("yaml"));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, onSaved = std::move(onSaved)](const QString& path) {
                // Under another name nothing is lost: the file with the comments stays as it is.
                saveTo(path, onSaved, path != m_document.path());
            });
    dialog->open();
}

void FileCommands::leaveDocument(std::function<void()> onward)
{
    if (!m_document.isModified()) {
        onward();
        return;
    }
    auto* box = new QMessageBox(m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIcon(QMessageBox::Question);
    box->setTextFormat(Qt::PlainText);
    box->setWindowTitle(tr("Unsaved changes"));
    box->setText(tr("%1 has unsaved changes.").arg(m_document.displayName()));
    QPushButton* save = box->addButton(tr("Save"), QMessageBox::AcceptRole);
    QPushButton* discard = box->addButton(tr("Discard"), QMessageBox::DestructiveRole);
    QPushButton* cancel = box->addButton(tr("Cancel"), QMessageBox::RejectRole);
    // Enter saves; nothing is discarded by a key pressed too soon.
    box->setDefaultButton(save);
    box->setEscapeButton(cancel);
    connect(box, &QMessageBox::buttonClicked, this,
            [this, save, discard, onward = std::move(onward)](QAbstractButton* chosen) {
                if (chosen == save)
                    this->save(onward);
                else if (chosen == discard)
                    onward();
            });
    box->open();
}

} // namespace gui
