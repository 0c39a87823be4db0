// The worked examples of .github/CONTRIBUTING.md: each as its file would stand in the engine, but
// for the one line by which the engine knows it. examples_test.cpp holds them to what they say.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/strategy/convert/format.h"

namespace plan {
extern const CatalogEntry kLastFirst;
}

namespace strategy {
extern const Format kPipes;
}
