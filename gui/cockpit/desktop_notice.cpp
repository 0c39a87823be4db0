#include "gui/cockpit/desktop_notice.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>
#include <QWidget>

#include <memory>

namespace gui {
namespace {

const QString kNoticeService = QStringLiteral("org.freedesktop.Notifications");
const QString kNoticePath = QStringLiteral("/org/freedesktop/Notifications");

enum Urgency : uchar { kNormal = 1, kCritical = 2 };

// Without an address the library would start a bus of its own.
bool hasSessionBus() { return !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS"); }

} // namespace

ShowNotice desktopNotices(QWidget& window)
{
    const auto last = std::make_shared<uint>(0); // notice, by the service's number
    return [&window, last](const QString& title, const QString& text, bool bad) {
        QApplication::alert(&window);
        if (!hasSessionBus())
            return;
        const QDBusConnection bus = QDBusConnection::sessionBus();
        if (!bus.isConnected())
            return;
        QDBusMessage call = QDBusMessage::createMethodCall(
            kNoticeService, kNoticePath, kNoticeService, QStringLiteral("Notify"));
        call.setAutoStartService(false);
        QVariantMap hints;
        hints.insert(QStringLiteral("urgency"),
                     QVariant::fromValue(uchar(bad ? kCritical : kNormal)));
        hints.insert(QStringLiteral("desktop-entry"), QStringLiteral("bubblescope"));
        // The service takes markup in the text.
        call << QStringLiteral("Bubblescope") << *last << QStringLiteral("bubblescope") << title
             << text.toHtmlEscaped() << QStringList() << hints << -1;
        auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(call), &window);
        QObject::connect(watcher, &QDBusPendingCallWatcher::finished, watcher, [watcher, last] {
            const QDBusPendingReply<uint> reply = *watcher;
            if (!reply.isError())
                *last = reply.value();
            watcher->deleteLater();
        });
    };
}

} // namespace gui
