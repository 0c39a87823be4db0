// Marks a text of this library that a person reads, for whoever translates it: the program that
// collects texts looks for the mark (gui/CMakeLists.txt), and the text itself stays as it is. The
// context tells texts of the same words apart.

#pragma once

#define PLAN_TRANSLATABLE(context, text) text
