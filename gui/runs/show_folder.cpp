#include "gui/runs/show_folder.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QStringList>
#include <QUrl>

namespace gui {

void showFolder(const QString& folder, QObject* context, const std::function<void()>& otherwise)
{
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return otherwise();
    const QString manager = QStringLiteral("org.freedesktop.FileManager1");
    QDBusMessage call
        = QDBusMessage::createMethodCall(manager, QStringLiteral("/org/freedesktop/FileManager1"),
                                         manager, QStringLiteral("ShowFolders"));
    call << QStringList{QUrl::fromLocalFile(folder).toString(QUrl::FullyEncoded)} << QString();
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(call), context);
    QObject::connect(watcher, &QDBusPendingCallWatcher::finished, context, [watcher, otherwise] {
        if (QDBusPendingReply<>(*watcher).isError())
            otherwise();
        watcher->deleteLater();
    });
}

} // namespace gui
