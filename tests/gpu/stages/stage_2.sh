# Several ranks on one GPU. Sourced by run.sh.

# Ranks that say that each has a host of its own, and ranks that do not: NCCL refuses those.
handshakes() {
    has gpu_collectives && has_gpu "NCCL on one GPU" || return
    local ranks counts=(2 4 8)
    [ -n "$tiny" ] && counts=(2)
    for ranks in "${counts[@]}"; do
        piece "NCCL, every collective, $ranks ranks, distinct host ids" 100 $(mpirun_words "$ranks") "$programs/bin/gpu_collectives" check \
            || break
    done
    if run_piece 60 $(mpirun_words 2) "$programs/bin/gpu_collectives" one-gpu; then
        say measured "NCCL, 2 ranks, equal host ids" "is not refused: distinct host ids are not needed here"
    elif grep -qi 'duplicate gpu' "$output"; then
        say ok "NCCL, 2 ranks, equal host ids" "refused, as expected: $(grep -i -m1 'duplicate gpu' "$output" | cut -c1-200)"
    else
        say failed "NCCL, 2 ranks, equal host ids" "$(last_line)"
    fi
}

# One grid of ranks on one GPU against one rank of the processor: the same losses, step by step.
same_losses() { # LIMIT TOLERANCE STEPS
    local limit=$1 tolerance=$2 steps=$3 ranks name difference
    ranks=$(ranks_of_grid)
    name="losses, $ranks ranks (pp$pipeline tp$tensor dp$data), $precision"
    strategy "$work/grid.yaml"
    if ! train "$limit" "$work/gpu.json" "$work/grid.yaml" --device cuda --gpus-per-rank "$(share "$ranks")" --steps "$steps"; then
        say failed "$name" "$(last_line)"
        return
    fi
    losses "$work/gpu.json" >"$work/gpu.losses"
    difference=$(largest_difference "$work/cpu.losses" "$work/gpu.losses")
    if [ -n "$difference" ] && at_most "$difference" "$tolerance"; then
        say ok "$name" "largest relative difference from one rank of the cpu, of at most $tolerance" "$difference" relative
    else
        say failed "$name" "differs from one rank of the cpu by ${difference:-another number of steps}, of at most $tolerance: $(tr '\n' ' ' <"$work/gpu.losses")"
    fi
}

training_grids() {
    has_gpu "losses" || return
    local steps=5 batch=16 grids=("1 1 1" "2 1 1" "1 2 1" "1 1 2" "4 1 1" "2 2 1" "2 1 2" "1 2 2" "8 1 1" "2 2 2" "1 1 8")
    model 8 256 8 1024 128
    [ -n "$tiny" ] && { model 2 16 2 32 8; steps=2 batch=4 grids=("1 1 1" "2 1 1" "1 2 1" "1 1 2" "2 1 2"); }
    grid 1 1 1 1 "$batch" fp32
    strategy "$work/cpu.yaml"
    if ! train 60 "$work/cpu.json" "$work/cpu.yaml" --device cpu --threads "$(nproc)" --steps "$steps"; then
        say failed "losses, one rank of the cpu" "$(last_line)"
        return
    fi
    losses "$work/cpu.json" >"$work/cpu.losses"
    say ok "losses, one rank of the cpu" "$(tr '\n' ' ' <"$work/cpu.losses")"
    local each
    for each in "${grids[@]}"; do
        grid $each 1 "$batch" fp32
        same_losses 60 1e-4 "$steps"
    done
    # BF16 rounds to 8 bits: near, and no more.
    grid 1 1 1 1 "$batch" bf16
    same_losses 60 5e-3 "$steps"
}

handshakes
training_grids
