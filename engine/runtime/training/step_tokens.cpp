#include "engine/runtime/training/step_tokens.h"

#include "engine/runtime/training/failure.h"
#include "engine/runtime/training/ring_attention.h"

namespace training {

StepTokens::StepTokens(std::unique_ptr<Samples> samples, const Dims& dims, const Grid& grid,
                       const Place& place, int globalBatch)
    : m_samples(std::move(samples))
    , m_dims(dims)
    , m_grid(grid)
    , m_place(place)
    , m_globalBatch(globalBatch)
    , m_rows(placesInSequence(dims, place.context))
    , m_buffer(static_cast<std::size_t>(dims.sequence) + 1)
{
}

void StepTokens::startAt(std::int64_t step, std::int64_t sample)
{
    m_startStep = step;
    m_startSample = sample;
}

std::int64_t StepTokens::firstSample(std::int64_t step) const
{
    return m_startSample + (step - m_startStep) * m_globalBatch;
}

StepTokens::Rows StepTokens::of(int microbatch)
{
    Rows tokens;
    tokens.inputs.resize(m_rows.size());
    tokens.targets.resize(m_rows.size());
    const auto batch = static_cast<std::size_t>(m_dims.batch);
    const std::int64_t first
        = m_first + (std::int64_t{microbatch} * m_grid.data + m_place.data) * m_dims.batch;
    for (std::size_t sample = 0; sample < batch; ++sample) {
        must(m_samples->read(first + static_cast<std::int64_t>(sample), m_buffer));
        // Rows of one place stand together, sample after sample, as attention wants them.
        for (std::size_t row = sample; row < m_rows.size(); row += batch) {
            const auto place = static_cast<std::size_t>(m_rows[row]);
            tokens.inputs[row] = m_buffer[place];
            tokens.targets[row] = m_buffer[place + 1];
        }
    }
    return tokens;
}

} // namespace training
