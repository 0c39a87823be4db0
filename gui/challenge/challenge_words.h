// What a challenge asks for and how far somebody is, in the language of the window.

#pragma once

#include "engine/lesson/build_board.h"
#include "engine/lesson/challenge.h"

#include <QDate>
#include <QString>
#include <QStringList>

namespace gui {

QDate dateOf(const lesson::Date& date);
lesson::Date dateOf(const QDate& date); // precondition: it is valid

// "33 u", "27.6 u"
QString inUnits(const lesson::Challenge& challenge, plan::Nanoseconds time);

// "4 ranks, 8 microbatches, at most 4 in flight on a rank"
QString askedText(const lesson::Challenge& challenge);
// "Beat 33 u; no order is shorter than 27 u"
QString goalText(const lesson::Challenge& challenge);
// What the ops take.
QString costsText(const lesson::Challenge& challenge);

// Of what is laid: the step so far, the most in flight, the way to the bound, the ops to lay.
QStringList standText(const lesson::Challenge& challenge, const lesson::BuildBoard& board);

// Of a complete one, sentences: how it compares, and what it is of the catalogue; else none.
QStringList resultText(const lesson::Challenge& challenge, const lesson::BuildBoard& board);

// "12.3 %" of a step.
QString aboveBoundText(const lesson::Challenge& challenge, plan::Nanoseconds step);

} // namespace gui
