#include "gui/window/confirm.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace gui {

void confirm(const Question& question, QWidget* window, std::function<void()> onAct)
{
    auto* box = new QMessageBox(window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIcon(QMessageBox::Question);
    box->setTextFormat(Qt::PlainText);
    box->setWindowTitle(question.title);
    box->setText(question.text);
    QPushButton* act = box->addButton(question.act, QMessageBox::DestructiveRole);
    QPushButton* cancel
        = box->addButton(QCoreApplication::translate("Confirm", "Cancel"), QMessageBox::RejectRole);
    // Neither Enter nor Escape does what cannot be taken back.
    box->setDefaultButton(cancel);
    box->setEscapeButton(cancel);
    QObject::connect(box, &QMessageBox::buttonClicked, window,
                     [act, onAct = std::move(onAct)](QAbstractButton* chosen) {
                         if (chosen == act)
                             onAct();
                     });
    box->open();
}

} // namespace gui
