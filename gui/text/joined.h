// Texts put beside each other with the marks of the window's language: Chinese has its own.

#pragma once

#include <QString>
#include <QStringList>

namespace gui {

// "Step: 165 ms"
QString labelled(const QString& name, const QString& value);

// "Forward of microbatch 3 (rank 1)"
QString bracketed(const QString& text, const QString& remark);

// "0, 1, 2"
QString enumerated(const QStringList& parts);

} // namespace gui
