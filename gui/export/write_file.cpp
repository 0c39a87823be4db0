#include "gui/export/write_file.h"

#include "engine/strategy/file.h"
#include "gui/text/engine_text.h"

#include <QFileInfo>

#include <string_view>

namespace gui {

QString writtenTo(const QString& path, const QByteArray& bytes)
{
    const auto written = strategy::replaceFile(
        QFileInfo(path).absoluteFilePath().toStdString(),
        std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    return written ? QString() : engineText(written.error().message);
}

} // namespace gui
