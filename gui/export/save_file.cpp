#include "gui/export/save_file.h"

#include "engine/strategy/file.h"
#include "gui/text/engine_text.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>

#include <string_view>

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

QString writtenTo(const QString& path, const QByteArray& bytes)
{
    const auto written = strategy::replaceFile(
        QFileInfo(path).absoluteFilePath().toStdString(),
        std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    return written ? QString() : engineText(written.error().message);
}

} // namespace gui
