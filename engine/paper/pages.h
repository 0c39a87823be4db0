// What stands on which page. Internal to this folder.

#pragma once

#include <functional>
#include <vector>

namespace paper {

// How it holds to what follows.
enum class Keep {
    Loose,
    Together, // on one page, if all that is kept together fits on one
    Tight,    // on one page, unless it fits on none
};

// A piece of a page that is not cut. Points, from the top of the page's text.
struct Item {
    double before = 0; // room over it, but at the top of a page
    double height = 0;
    Keep keep = Keep::Loose;
    bool onNewPage = false;
    std::function<void(double y)> draw{};
};

struct Placed {
    std::size_t item = 0;
    double y = 0;
};

// [page], at least one. An item higher than a page has one of its own.
std::vector<std::vector<Placed>> pagesOf(const std::vector<Item>& items, double height);

} // namespace paper
