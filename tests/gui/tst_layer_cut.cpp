// Many layers on many devices: where they are found, and what a change of them costs.

#include "tests/gui/divided.h"

#include "engine/plan/catalog.h"
#include "engine/plan/schedule_text.h"

#include <QFile>
#include <QTemporaryDir>

#include <array>
#include <cmath>
#include <cstring>

#include <sys/inotify.h>
#include <unistd.h>

using namespace gui;
using namespace gui::test;

namespace {

// How often a file is opened.
class FileOpens {
public:
    explicit FileOpens(const QString& path)
    {
        if (::inotify_add_watch(m_events, path.toUtf8().constData(), IN_OPEN | IN_CLOSE) < 0)
            qFatal("cannot watch the file");
    }
    ~FileOpens() { ::close(m_events); }
    Q_DISABLE_COPY_MOVE(FileOpens)

    int sinceLast() const
    {
        int count = 0;
        alignas(inotify_event) std::array<char, 4096> bytes{};
        for (ssize_t size = 0; (size = ::read(m_events, bytes.data(), bytes.size())) > 0;)
            for (ssize_t at = 0; at < size;) {
                inotify_event event{};
                std::memcpy(&event, bytes.data() + at, sizeof event);
                count += (event.mask & IN_OPEN) != 0;
                at += static_cast<ssize_t>(sizeof event + event.len);
            }
        return count;
    }

private:
    int m_events = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
};

} // namespace

class tst_LayerCut : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void everyStageIsFoundWhereItStands();
    void eachStateIsCheckedOnce();
};

void tst_LayerCut::everyStageIsFoundWhereItStands()
{
    strategy::Strategy wide = interleaved();
    wide.model->layers = 1024;
    wide.parallel.pipeline = 16;
    wide.parallel.chunks = 64;
    wide.cluster.devices = 0;
    wide.batch.global = 16 * wide.batch.micro * wide.parallel.data;
    Divided many(wide);
    LayerGrid& grid = many.page.grid();
    for (int stage = 0; stage < 1024; stage += 31) {
        QTest::mouseClick(&grid, Qt::LeftButton, {}, many.middleOf(stage));
        QCOMPARE(grid.stage(), stage);
    }
    LayerStrip& strip = many.page.strip();
    strip.resize(4000, strip.height());
    for (int after = 0; after < 1023; after += 31) {
        const QPoint at(static_cast<int>(std::lround(strip.boundaryX(after))), strip.height() / 2);
        QTest::mouseClick(&strip, Qt::LeftButton, {}, at);
        QCOMPARE(strip.boundary(), after);
    }

    // Two stand on each rank, one of them as that of the second direction.
    strategy::Strategy dual = llama();
    dual.schedule.name = "dualpipe";
    dual.parallel.chunks = 0;
    dual.batch.global = 64;
    Divided two(dual);
    for (int stage = 0; stage < 4; ++stage)
        for (const bool mirrored : {false, true}) {
            LayerGrid& both = two.page.grid();
            both.setStage(stage == 0 ? 3 : 0);
            QTest::mouseClick(&both, Qt::LeftButton, {},
                              both.stageBox(stage, mirrored).center().toPoint());
            QCOMPARE(both.stage(), stage);
        }
}

// With an order in a file, which every check reads.
void tst_LayerCut::eachStateIsCheckedOnce()
{
    strategy::Strategy custom = llama();
    const auto made = plan::makeSchedule("1f1b", strategy::shapeOf(custom));
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("order.csv"));
    QFile csv(path);
    QVERIFY(csv.open(QIODevice::WriteOnly));
    csv.write(QByteArray::fromStdString(plan::toText(*made)));
    csv.close();
    custom.schedule = {};
    custom.schedule.name = strategy::kCustomSchedule;
    custom.schedule.file = path.toStdString();
    Document document;
    document.start(custom);
    QTRY_VERIFY(document.isPredictionCurrent());
    LayerEdit edit(document);
    const FileOpens opens(path);
    strategy::Strategy other = custom;
    other.parallel.layersPerStage = {7, 9, 8, 8};
    document.edit(QStringLiteral("x"), QStringLiteral("x"), other);
    QTRY_VERIFY(document.isPredictionCurrent());
    const int ofAnyEdit = opens.sinceLast();
    QVERIFY(ofAnyEdit > 0);
    edit.begin();
    edit.moveBoundary(1, 1);
    edit.end();
    QVERIFY((document.strategy().parallel.layersPerStage == std::vector{7, 10, 7, 8}));
    QTRY_VERIFY(document.isPredictionCurrent());
    QCOMPARE(opens.sinceLast(), ofAnyEdit);
}

QTEST_MAIN(tst_LayerCut)
#include "tst_layer_cut.moc"
