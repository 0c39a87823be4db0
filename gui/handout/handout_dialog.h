// Writes a lesson on paper: in which language, with or without its answers, as PDF or HTML.

#pragma once

#include "engine/lesson/handout.h"
#include "gui/background/newest_work.h"

#include <QDialog>

#include <memory>

class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;

namespace gui {

enum class HandoutLanguage { English, Chinese, Both };
enum class HandoutAnswers { AtTheEnd, LeftOut };
enum class HandoutFormat { Pdf, Html };

// Stays open when a file was written, so that another can be: the sheet of the one who teaches.
// GUI thread; pages are made on a thread of its own.
class HandoutDialog : public QDialog {
    Q_OBJECT
public:
    // Of a lesson that has a problem nothing is written, and it says so.
    explicit HandoutDialog(std::shared_ptr<const lesson::ReadLesson> read,
                           QWidget* parent = nullptr);

    // By these the user chooses; in the order of the enumerations.
    QComboBox& languages() { return *m_language; }
    QComboBox& answers() { return *m_answers; }
    QComboBox& formats() { return *m_format; }
    // Where the last one was saved, or why it was not.
    QLabel& said() { return *m_said; }

    // Writes it, in the format that the path's ending says, or else in the one chosen, and says
    // saved() or failed().
    void saveTo(const QString& path);

signals:
    void saved(const QString& path);
    void failed(const QString& sentence);

protected:
    void changeEvent(QEvent* event) override;

private:
    QComboBox* addChoice(int choices);
    void retranslate();
    void save();
    lesson::HandoutOptions options() const;
    HandoutFormat formatOf(const QString& path) const;
    void finish(const QString& path, const QString& problem);

    std::shared_ptr<const lesson::ReadLesson> m_read;
    QFormLayout* m_form; // children
    QComboBox* m_language;
    QComboBox* m_answers;
    QComboBox* m_format;
    QLabel* m_said;
    QPushButton* m_save;
    NewestWork m_writing; // last: its thread ends first
};

} // namespace gui
