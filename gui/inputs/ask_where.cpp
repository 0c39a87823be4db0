#include "gui/inputs/ask_where.h"

#include <QCoreApplication>
#include <QFileDialog>

namespace gui {

QFileDialog* askWhere(QWidget* window, const QString& title, const QString& stem,
                      const FileKind& kind)
{
    auto* dialog = new QFileDialog(
        window, title, stem + QLatin1Char('.') + kind.ending,
        QStringLiteral("%1 (*.%2);;%3 (*)")
            .arg(kind.name, kind.ending, QCoreApplication::translate("SaveFile", "All files")));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(kind.ending);
    dialog->open();
    return dialog;
}

} // namespace gui
