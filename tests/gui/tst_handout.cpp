// A lesson on paper, as it is asked for in the window.

#include "gui/handout/handout_dialog.h"
#include "gui/handout/handout_file.h"

#include "engine/lesson/course.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace gui;

namespace {

std::shared_ptr<const lesson::ReadLesson> lessonOf(const char* name)
{
    return std::make_shared<const lesson::ReadLesson>(
        lesson::readCourseLesson(*lesson::findInCourse(name)));
}

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

class tst_Handout : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

private slots:
    void writesWhatIsChosen_data();
    void writesWhatIsChosen();
    void theEndingOfTheFileDecides();
    void saysWhyItWasNotWritten();
    void asksForAFileOfTheChosenFormat();
    void ofALessonWithMistakesNothingIsWritten();
    void everythingIsNamed();
    void aStepIsSavedAsAPicture();
    void aStepWithoutATimelineSaysSo();
};

void tst_Handout::writesWhatIsChosen_data()
{
    QTest::addColumn<HandoutLanguage>("language");
    QTest::addColumn<HandoutAnswers>("answers");
    QTest::addColumn<bool>("isEnglish");
    QTest::addColumn<bool>("isChinese");
    QTest::newRow("English") << HandoutLanguage::English << HandoutAnswers::AtTheEnd << true
                             << false;
    QTest::newRow("Chinese") << HandoutLanguage::Chinese << HandoutAnswers::LeftOut << false
                             << true;
    QTest::newRow("both") << HandoutLanguage::Both << HandoutAnswers::LeftOut << true << true;
}

void tst_Handout::writesWhatIsChosen()
{
    QFETCH(HandoutLanguage, language);
    QFETCH(HandoutAnswers, answers);
    QFETCH(bool, isEnglish);
    QFETCH(bool, isChinese);
    HandoutDialog dialog(lessonOf("cut-the-batch"));
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QSignalSpy saved(&dialog, &HandoutDialog::saved);
    dialog.languages().setCurrentIndex(static_cast<int>(language));
    dialog.answers().setCurrentIndex(static_cast<int>(answers));
    dialog.formats().setCurrentIndex(static_cast<int>(HandoutFormat::Html));
    const QString path = m_folder.filePath(QStringLiteral("handout.html"));
    dialog.saveTo(path);
    QTRY_COMPARE(saved.count(), 1);
    QCOMPARE(saved[0][0].toString(), path);
    QVERIFY2(dialog.said().text().contains(QDir::toNativeSeparators(path)),
             qPrintable(dialog.said().text()));
    const QString html = QString::fromUtf8(bytesOf(path));
    QCOMPARE(html.contains(QStringLiteral("How long is the step?")), isEnglish);
    QCOMPARE(html.contains(QString::fromUtf8("\xe4\xb8\x80\xe6\xad\xa5\xe5\xa4\x9a\xe9\x95\xbf")),
             isChinese);
    QCOMPARE(html.contains(QStringLiteral("28.5")), answers == HandoutAnswers::AtTheEnd);
}

void tst_Handout::theEndingOfTheFileDecides()
{
    HandoutDialog dialog(lessonOf("cut-the-batch"));
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QSignalSpy saved(&dialog, &HandoutDialog::saved);
    QCOMPARE(dialog.formats().currentIndex(), static_cast<int>(HandoutFormat::Pdf));
    dialog.saveTo(m_folder.filePath(QStringLiteral("one.HTML")));
    QTRY_COMPARE(saved.count(), 1);
    QVERIFY(bytesOf(m_folder.filePath(QStringLiteral("one.HTML"))).startsWith("<!DOCTYPE html>"));
    dialog.saveTo(m_folder.filePath(QStringLiteral("two")));
    QTRY_COMPARE(saved.count(), 2);
    QVERIFY(bytesOf(m_folder.filePath(QStringLiteral("two"))).startsWith("%PDF-"));
}

void tst_Handout::saysWhyItWasNotWritten()
{
    HandoutDialog dialog(lessonOf("cut-the-batch"));
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QSignalSpy failed(&dialog, &HandoutDialog::failed);
    const QString path = m_folder.filePath(QStringLiteral("none/handout.pdf"));
    dialog.saveTo(path);
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(!failed[0][0].toString().isEmpty());
    QCOMPARE(dialog.said().text(), failed[0][0].toString());
    QVERIFY(!QFile::exists(path));
    // And it can be tried again.
    QSignalSpy saved(&dialog, &HandoutDialog::saved);
    dialog.saveTo(m_folder.filePath(QStringLiteral("again.pdf")));
    QTRY_COMPARE(saved.count(), 1);
}

void tst_Handout::asksForAFileOfTheChosenFormat()
{
    HandoutDialog dialog(lessonOf("cut-the-batch"));
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    dialog.formats().setCurrentIndex(static_cast<int>(HandoutFormat::Html));
    QPushButton* save = nullptr;
    for (auto* button : dialog.findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Save as…"))
            save = button;
    QVERIFY(save && save->isDefault());
    save->click();
    auto* asks = dialog.findChild<QFileDialog*>();
    QVERIFY(asks);
    QCOMPARE(asks->defaultSuffix(), QStringLiteral("html"));
    QSignalSpy saved(&dialog, &HandoutDialog::saved);
    const QString path = m_folder.filePath(QStringLiteral("asked.html"));
    emit asks->fileSelected(path);
    QTRY_COMPARE(saved.count(), 1);
    QVERIFY(QFile::exists(path));
}

void tst_Handout::ofALessonWithMistakesNothingIsWritten()
{
    const auto read = std::make_shared<const lesson::ReadLesson>(
        lesson::readLesson("lesson: 1\nname: x\n", {}));
    QVERIFY(!read->problems.empty());
    HandoutDialog dialog(read);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QVERIFY(!dialog.said().text().isEmpty());
    for (const auto* button : dialog.findChildren<QPushButton*>())
        QVERIFY(button->text() != QStringLiteral("Save as…") || !button->isEnabled());
    const QString path = m_folder.filePath(QStringLiteral("mistakes.html"));
    dialog.saveTo(path);
    QCoreApplication::processEvents();
    QVERIFY(!QFile::exists(path));
}

void tst_Handout::everythingIsNamed()
{
    HandoutDialog dialog(lessonOf("cut-the-batch"));
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    for (const QComboBox* box : {&dialog.languages(), &dialog.answers(), &dialog.formats()}) {
        QVERIFY(!box->accessibleName().isEmpty());
        for (int i = 0; i < box->count(); ++i)
            QVERIFY(!box->itemText(i).isEmpty());
    }
    for (const auto* button : dialog.findChildren<QPushButton*>())
        QVERIFY(!button->accessibleName().isEmpty());
}

void tst_Handout::aStepIsSavedAsAPicture()
{
    const auto read = lessonOf("same-bubble-less-memory");
    QWidget window;
    window.show();
    QString told;
    saveStepFigure(read, 2, &window, [&told](const QString& sentence) { told = sentence; });
    auto* asks = window.findChild<QFileDialog*>();
    QVERIFY(asks);
    const QString path = m_folder.filePath(QStringLiteral("step.svg"));
    emit asks->fileSelected(path);
    QVERIFY2(told.contains(QDir::toNativeSeparators(path)), qPrintable(told));
    const QByteArray svg = bytesOf(path);
    QVERIFY(svg.startsWith("<svg ") && svg.contains(">gpipe<") && svg.contains(">1f1b<"));
    QVERIFY(
        !stepFigureWrittenTo(m_folder.filePath(QStringLiteral("none/a.svg")), *read, 2).isEmpty());
}

void tst_Handout::aStepWithoutATimelineSaysSo()
{
    const auto read = lessonOf("same-bubble-less-memory");
    const QString path = m_folder.filePath(QStringLiteral("nothing.svg"));
    QVERIFY(!stepFigureWrittenTo(path, *read, 99).isEmpty());
    QVERIFY(!QFile::exists(path));
}

} // namespace

QTEST_MAIN(tst_Handout)
#include "tst_handout.moc"
