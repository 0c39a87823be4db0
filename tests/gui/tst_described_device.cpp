// The fields of a device that the strategy describes.

#include "engine/strategy/check.h"
#include "tests/gui/editor_panel.h"
#include "tests/gui/field_walk.h"
#include "tests/gui/modelled.h"

#include <QCheckBox>
#include <QLocale>
#include <QSpinBox>
#include <QTest>

using namespace gui;
using test::named;
using test::Panel;

class tst_DescribedDevice : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void everyFieldOfADescriptionHasAnInput();
    void aDescriptionIsTypedAndClicked();
};

void tst_DescribedDevice::everyFieldOfADescriptionHasAnInput()
{
    test::Fields fields;
    test::walk("cluster.device", strategy::DeviceSpec{}, fields);
    QVERIFY(fields.size() >= 14);
    strategy::Strategy described = test::llama();
    Panel panel(described);
    panel.editor.openEverything();
    for (const auto& [key, value] : fields)
        QVERIFY2(!panel.field(key.c_str())->isVisible(), key.c_str()); // it is a known device
    described.cluster.spec.emplace();
    panel.document.start(described);
    panel.editor.openEverything();
    for (const auto& [key, value] : fields)
        QVERIFY2(panel.field(key.c_str())->isVisible(), key.c_str());
}

void tst_DescribedDevice::aDescriptionIsTypedAndClicked()
{
    strategy::Strategy described = test::llama();
    described.cluster.device = "prototype";
    described.cluster.spec.emplace();
    Panel panel(described);
    panel.editor.openEverything();
    QVERIFY(QTest::qWaitForWindowExposed(&panel.editor));
    const auto type = [&](const char* label, const char* digits) {
        auto* spin = named<QSpinBox>(panel.editor, QLatin1String(label));
        spin->setFocus();
        spin->selectAll();
        QTest::keyClicks(spin, QLatin1String(digits));
        QTest::keyClick(spin, Qt::Key_Return);
    };
    auto* domain = named<QSpinBox>(panel.editor, QStringLiteral("Fast-link domain"));
    QCOMPARE(domain->text(), QStringLiteral("its node"));
    type("Fast-link domain", "72");
    type("Generation", "3");
    auto* onHost = named<QCheckBox>(panel.editor, QStringLiteral("Is the host itself"));
    QTest::mouseClick(onHost, Qt::LeftButton, {}, QPoint(8, onHost->height() / 2));
    described.cluster.spec->domain = 72;
    described.cluster.spec->generation = 3;
    described.cluster.spec->onHost = true;
    QVERIFY(panel.document.strategy() == described);
    QCOMPARE(panel.document.problems().size(), 0);

    // What the command says of them is said here, too.
    type("Generation", "101");
    strategy::Strategy wrong = described;
    wrong.cluster.spec->generation = 101;
    QVERIFY(panel.document.strategy() == wrong);
    const auto found = strategy::check(wrong).problems;
    QCOMPARE(found.size(), 1U);
    QCOMPARE(found.front().key, std::string("cluster.device.generation"));
    QVERIFY(panel.foot().contains(QStringLiteral("100")));
    panel.document.undoStack().undo();
    QVERIFY(panel.document.strategy() == described);
    panel.document.undoStack().undo();
    QVERIFY(!panel.document.strategy().cluster.spec->onHost && !onHost->isChecked());
    panel.document.undoStack().undo();
    panel.document.undoStack().undo();
    QCOMPARE(domain->text(), QStringLiteral("its node"));
}

QTEST_MAIN(tst_DescribedDevice)
#include "tst_described_device.moc"
