// Lines of cells as text that other programs take. The first line has the titles; a line that is
// shorter than the titles ends with a sentence in place of its numbers. Pure.

#pragma once

#include <QStringList>

#include <vector>

namespace gui {

// Columns lined up with spaces, or for a sheet, or for a document.
enum class TableFormat { Text, Csv, Markdown, Latex };

// Neither is empty, and both have the same lines behind their titles. Texts may be any.
struct NamedTable {
    QString name;                     // translated
    std::vector<QStringList> shown;   // as the window has it
    std::vector<QStringList> exact{}; // for programs: titles in English, numbers not rounded
    QString note{};                   // a sentence under it; may be empty
};

// Columns lined up with spaces.
QString paddedText(const std::vector<QStringList>& lines);
// Cells are quoted where they must be; what a sheet would take for a formula has a quotation mark
// before it, and is not one.
QString csvText(std::vector<QStringList> lines);
// Names to the left, numbers to the right.
QString markdownText(std::vector<QStringList> lines);
// A tabular with the rules of booktabs.
QString latexText(std::vector<QStringList> lines);

// CSV of what is exact, the others of what is shown.
QString textOf(const NamedTable& table, TableFormat format);

} // namespace gui
