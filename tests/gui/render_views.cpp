// Saves a picture of each view of the window in one language at one scale, in every theme and size,
// and a contact sheet for each theme and size:
//
//     render_views FOLDER [--lang en] [--scale 1] [--theme light] [--size 1280x800]
//
// --scale only names the folder: what scales is QT_SCALE_FACTOR. Without --theme or --size there
// are all of them.

#include "gui/theme/metrics.h"
#include "gui/window/language.h"
#include "gui/window/theme_choice.h"
#include "tests/gui/every_view.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QPainter>

#include <cstdio>
#include <map>

using namespace gui;

namespace {

constexpr int kThumbnail = 480; // pixels wide
constexpr int kHighest = 320;   // of a thumbnail
constexpr int kColumns = 5;
constexpr int kCaption = 20;

struct Wanted {
    QString folder;
    QString language;
    QString scale;
    std::vector<std::pair<QString, ThemeChoice>> themes;
    std::vector<QSize> sizes;
};

QString sizeName(QSize size)
{
    return QStringLiteral("%1x%2").arg(size.width()).arg(size.height());
}

// Thumbnails of one theme and size, in the order in which they were taken.
class ContactSheet {
public:
    void add(const QString& name, const QImage& picture)
    {
        m_pictures.emplace_back(
            name,
            picture.scaled(QSize(kThumbnail, kHighest).boundedTo(picture.size()),
                           Qt::KeepAspectRatio, Qt::SmoothTransformation));
    }

    void save(const QString& path) const
    {
        int height = 0;
        for (const auto& [name, picture] : m_pictures)
            height = std::max(height, picture.height());
        const int rows = (static_cast<int>(m_pictures.size()) + kColumns - 1) / kColumns;
        QImage sheet(kColumns * kThumbnail, rows * (height + kCaption), QImage::Format_RGB32);
        sheet.fill(Qt::darkGray);
        QPainter painter(&sheet);
        painter.setPen(Qt::white);
        int place = 0;
        for (const auto& [name, picture] : m_pictures) {
            const QPoint corner(place % kColumns * kThumbnail,
                                place / kColumns * (height + kCaption));
            painter.drawText(corner + QPoint(4, kCaption - 5), name);
            painter.drawImage(corner + QPoint(0, kCaption), picture);
            ++place;
        }
        painter.end();
        sheet.save(path);
    }

private:
    std::vector<std::pair<QString, QImage>> m_pictures;
};

} // namespace

class RenderViews : public QObject {
    Q_OBJECT
public:
    explicit RenderViews(Wanted wanted)
        : m_wanted(std::move(wanted))
    {
    }

private slots:
    void everything()
    {
        QVERIFY(useLanguage(*QCoreApplication::instance(), m_wanted.language));
        applySizes(*qApp, Metrics());
        const auto look = [this](const QString& name, QWidget& shown) { take(name, shown); };
        {
            test::EveryView every(m_wanted.sizes.front(), look);
            every.sheets();
            every.presented();
        }
        test::EveryView every(m_wanted.sizes.front(), look);
        every.dialogs();
        for (const auto& [name, sheet] : m_sheets)
            sheet.save(QDir(m_wanted.folder)
                           .filePath(QStringLiteral("sheet ") + name + QStringLiteral(".jpg")));
    }

private:
    void take(const QString& view, QWidget& shown)
    {
        const QSize before = shown.size();
        for (const auto& [themeName, theme] : m_wanted.themes) {
            applyTheme(*qApp, theme, m_system);
            for (const QSize size : m_wanted.sizes) {
                if (shown.isWindow() && !qobject_cast<QDialog*>(&shown))
                    shown.resize(size);
                QCoreApplication::processEvents();
                for (auto* panel : shown.findChildren<TimelinePanel*>())
                    if (panel->isVisible())
                        panel->finishFrame();
                const QString of
                    = QStringList{m_wanted.language, themeName, sizeName(size), m_wanted.scale}
                          .join(QLatin1Char(' '));
                const QImage picture = shown.grab().toImage();
                QString file = view;
                file.replace(QLatin1Char('/'), QStringLiteral(" - "));
                const QDir folder(m_wanted.folder);
                folder.mkpath(of);
                picture.save(folder.filePath(of + QLatin1Char('/') + file + QStringLiteral(".jpg")),
                             nullptr, 92);
                m_sheets[of].add(view, picture);
                if (qobject_cast<QDialog*>(&shown))
                    break; // it has a size of its own
            }
        }
        shown.resize(before);
    }

    Wanted m_wanted;
    QPalette m_system = systemPalette();
    std::map<QString, ContactSheet> m_sheets;
};

int main(int argc, char** argv)
{
    qputenv("QTEST_FUNCTION_TIMEOUT", "36000000"); // ms
    QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addOptions(
        {{QStringLiteral("lang"), QString(), QStringLiteral("L"), QStringLiteral("en")},
         {QStringLiteral("scale"), QString(), QStringLiteral("S"), QStringLiteral("1")},
         {QStringLiteral("theme"), QString(), QStringLiteral("T")},
         {QStringLiteral("size"), QString(), QStringLiteral("WxH")}});
    parser.process(application);
    if (parser.positionalArguments().size() != 1) {
        std::fputs("give the folder that the pictures go to\n", stderr);
        return 2;
    }
    Wanted wanted{.folder = parser.positionalArguments().front(),
                  .language = parser.value(QStringLiteral("lang")),
                  .scale = parser.value(QStringLiteral("scale")),
                  .themes = {{QStringLiteral("light"), ThemeChoice::Light},
                             {QStringLiteral("dark"), ThemeChoice::Dark},
                             {QStringLiteral("contrast"), ThemeChoice::Contrast}},
                  .sizes = {{1024, 700}, {1280, 800}, {1920, 1080}, {2560, 1440}}};
    if (const QString theme = parser.value(QStringLiteral("theme")); !theme.isEmpty())
        std::erase_if(wanted.themes, [&](const auto& each) { return each.first != theme; });
    if (const QString size = parser.value(QStringLiteral("size")); !size.isEmpty())
        std::erase_if(wanted.sizes, [&](QSize each) { return sizeName(each) != size; });
    if (wanted.themes.empty() || wanted.sizes.empty()) {
        std::fputs("there is no such theme or size\n", stderr);
        return 2;
    }
    QDir().mkpath(wanted.folder);
    RenderViews views(std::move(wanted));
    return QTest::qExec(&views, {QCoreApplication::applicationFilePath()});
}

#include "render_views.moc"
