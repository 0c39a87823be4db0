// What the picture of the shards shows, and where: matrices cut over tensor ranks, activations, and
// the states of the weights over data ranks, each with its words.
//
// A value without a widget. Lengths are pixels of the picture.

#pragma once

#include "gui/cluster/shards.h"
#include "gui/theme/metrics.h"

#include <QFontMetricsF>
#include <QRectF>
#include <QStringList>

#include <vector>

namespace gui {

// What is drawn: one device's shards, seen at one layer.
struct ShardSubject {
    plan::Job job;
    RankShards shards;
    long long layer = 0;  // of the model, on a stage of the rank; -1: the rank has no layer
    int pipelineRank = 0; //
    int tensorRank = 0;   // of the device
    int expertPart = 0;   // of the parts that expert and expert tensor ranks cut the experts into
    int dataRank = 0;     // likewise, with context ranks: context + contexts * data
    double limit = 0;     // bytes of a device's memory
};

struct ShardItem {
    enum class Form { Matrix, Activations, State };
    Form form = Form::Matrix;
    QString title;
    QString cut;        // "columns, 1 of 8"
    QString size;       // "55.3 MiB"
    QString sentence;   // what is exchanged for it, and when
    QStringList before; // what happens on the way to it: "all-gather"; empty: nothing
    QString after;      // behind it, where nothing follows
    QRectF box;         // of the picture of it
    QRectF area;        // with its words
    // How it is divided. Parts that lie beside each other, or one above the other.
    int ways = 1;
    int own = 0;          // the device's part
    bool upright = false; // parts are columns
    ShardState state = ShardState::Weights;

    QString words() const; // all of it, for tooltips and screen readers
};

struct ShardHeading {
    QString text;
    QPointF place; // the left end of its base line
};

class ShardLayout {
public:
    static constexpr int kMostCells = 16;

    ShardLayout() = default;
    ShardLayout(const ShardSubject& subject, double width, const QFontMetricsF& title,
                const QFontMetricsF& text);

    const std::vector<ShardItem>& items() const { return m_items; }
    const std::vector<ShardHeading>& headings() const { return m_headings; }
    double height() const { return m_height; }
    int itemAt(QPointF place) const; // -1: none

    // The data ranks that have a cell in each row of states, rising, and where it stands.
    const std::vector<int>& cells() const { return m_cells; }
    QRectF cellBox(const ShardItem& row, std::size_t cell) const;
    QRectF totalBox() const { return m_total; } // of the bar of all that the device holds

private:
    void addMatrices(const ShardSubject& subject);
    void addActivations(const ShardSubject& subject);
    void addStates(const ShardSubject& subject);
    void addMatrix(const ShardSubject& subject, const ShardPiece& piece);
    void addHeading(const QString& text);
    double grown(double pixels) const;         // of scale 1: larger where there is room
    double wayOf(const ShardItem& item) const; // the room for what happens before it
    // Puts the items from `first` on beside each other, in as many lines as they need.
    void flow(std::size_t first);

    Metrics m_sizes = metrics();
    double m_width = 0;
    double m_titleAscent = 0;
    double m_titleHeight = 0;
    QFontMetricsF m_text{QFont()};
    bool m_chained = false; // the newest item is a matrix
    double m_top = 0;       // of what comes next
    double m_height = 0;
    std::vector<ShardItem> m_items;
    std::vector<ShardHeading> m_headings;
    std::vector<int> m_cells;
    QRectF m_total;
};

} // namespace gui
