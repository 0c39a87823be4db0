# Faults, and what is predicted. Sourced by run.sh.

# Processes that carry a word in their environment, and live.
processes_with() { # WORD
    local pid
    for pid in $(grep -alsz "^$1\$" /proc/[0-9]*/environ 2>/dev/null | grep -o '[0-9]\+'); do
        grep -qs '^State:[[:space:]]*[ZX]' "/proc/$pid/status" || echo "$pid"
    done
}
rank_process() { # WORD RANK
    local pid
    for pid in $(processes_with "$1"); do
        grep -qsz "^OMPI_COMM_WORLD_RANK=$2\$" "/proc/$pid/environ" && { echo "$pid"; return; }
    done
}

# watched COMMAND…: in the background, its output in $watched; $watched_process until it ends. Each has
# a file of its own: the lines of one run must not pass for those of another.
start_watched() {
    watched=$work/watched-$((++runs_watched))
    : >"$watched"
    timeout -k 10 "$(within 150)" env CUDA_VISIBLE_DEVICES="$one_gpu" GPU_RUN_MARK="$watched" "$@" >"$watched" 2>&1 </dev/null &
    watched_process=$!
}
# Until the output has so many lines that match; fails where it ends, or the time is over, before.
wait_for_lines() { # COUNT PATTERN
    timeout "$(within 90)" grep -m "$1" "$2" < <(tail -n +1 --pid="$watched_process" -f "$watched" 2>/dev/null) >"$work/matched"
    [ "$(wc -l <"$work/matched")" -ge "$1" ]
}
end_watched() { # its exit code; everything of it goes to the log
    local code
    wait "$watched_process"
    code=$?
    { echo "== stage $stage: a run that was watched (exit code $code)"; cat "$watched"; } >>"$out/log.txt"
    cp "$watched" "$output"
    return "$code"
}

# A run of two ranks that trains. Sets $record, $run and $victim, the process of its rank 1.
start_training() { # NAME
    record=$work/record-$((runs_watched + 1))
    start_watched bubblescope-run "$work/fault.yaml" --device cuda --gpus-per-rank 0.5 --steps 1000000 --record "$record"
    if wait_for_lines 1 '^\[' && run=$(sed -n 's/^bubblescope-run: run \([^:]*\): .*/\1/p' "$watched" | head -1) \
        && victim=$(rank_process "BUBBLESCOPE_RUN=$run" 1) && [ -n "$victim" ]; then
        return 0
    fi
    kill "$watched_process" 2>/dev/null
    end_watched
    say failed "$1" "the run did not come to its first step: $(last_line)"
    return 1
}
recording_is_whole() { # NAME
    run_piece 30 bubblescope-run replay "$record" --json "$work/replay.json"
    if grep -q '"seconds"' "$work/replay.json" 2>/dev/null; then
        say ok "$1: the recording" "replays" "$(grep -c '"seconds"' "$work/replay.json")" steps
    else
        say failed "$1: the recording" "$(last_line)"
    fi
    rm -f "$work/replay.json"
}

killed_rank() {
    local name="a killed rank" run record victim sent seconds code left sentence
    start_training "$name" || return
    sent=$SECONDS
    kill -KILL "$victim"
    end_watched
    code=$?
    seconds=$((SECONDS - sent))
    left=$(processes_with "BUBBLESCOPE_RUN=$run" | wc -l)
    sentence=$(sed -n "s/^run $run: failed: //p" "$output" | cut -c1-200)
    if [ "$code" -eq 1 ] && [[ $sentence == *"rank 1 on GPU "*" was killed by signal 9"* ]] && [ "$left" -eq 0 ] && [ "$seconds" -le 15 ]; then
        say ok "$name" "$sentence" "$seconds" s
    else
        say failed "$name" "exit code $code after $seconds s of at most 15, $left processes left: ${sentence:-$(last_line)}"
    fi
    recording_is_whole "$name"
}

# Held by somebody, as by Ctrl+Z: the run waits, and goes on.
held_rank() {
    local name="a held rank" run record victim before code
    start_training "$name" || return
    kill -STOP "$victim"
    if wait_for_lines 1 'rank 1 is held by a stop signal'; then
        before=$(grep -c '^\[' "$watched")
        kill -CONT "$victim"
        wait_for_lines $((before + 1)) '^\[' && say ok "$name" "the run waited, and went on" \
            || say failed "$name" "the run did not go on: $(tail -1 "$watched")"
    else
        kill -CONT "$victim" 2>/dev/null
        say failed "$name" "the run does not say that a rank is held: $(tail -1 "$watched")"
    fi
    bubblescope-run stop "$run" >>"$out/log.txt" 2>&1
    end_watched
    recording_is_whole "$name"
}

# Without a supervisor that would see that it is held: the other rank must find out alone.
hung_rank() {
    local name="a hung rank" patience=5 victim sent seconds code left sentence
    start_watched $(mpirun_words 2) "$programs/bin/bubblescope-engine" "$work/fault.yaml" --device cuda --gpus-per-rank 0.5 \
        --no-telemetry --report --steps 1000000 --timeout "$patience"
    if ! wait_for_lines 1 'step 0: ' || ! victim=$(rank_process "GPU_RUN_MARK=$watched" 1) || [ -z "$victim" ]; then
        kill "$watched_process" 2>/dev/null
        end_watched
        say failed "$name" "the ranks did not come to their first step: $(last_line)"
        return
    fi
    sent=$SECONDS
    kill -STOP "$victim"
    end_watched
    code=$?
    seconds=$((SECONDS - sent))
    left=$(processes_with "GPU_RUN_MARK=$watched" | wc -l)
    # MPI tells of the abort in words of its own, before or after those of the rank.
    sentence=$(grep -m1 'rank 0.* stuck or gone' "$output" | cut -c1-240)
    if [ "$code" -ne 0 ] && [ "$code" -ne 124 ] && [ -n "$sentence" ] && [ "$left" -eq 0 ] && [ "$seconds" -le $((patience + 15)) ]; then
        say ok "$name" "with a patience of $patience s: $sentence" "$seconds" s
    else
        say failed "$name" "exit code $code after $seconds s, $left processes left: $(last_line)"
        processes_with "GPU_RUN_MARK=$watched" | xargs -r kill -KILL
    fi
}

# A sentence that names memory, before or after ranks start; no rank left, no crash.
out_of_memory() {
    local name="out of memory" code
    if [ -n "$tiny" ]; then model 2 2048 16 1024 64; else model 96 12288 96 50257 2048; fi
    grid 1 1 1 4 4 bf16
    strategy "$work/large.yaml"
    train 60 "$work/large.json" "$work/large.yaml" --device cuda --steps 2
    code=$?
    if { [ "$code" -eq 1 ] || [ "$code" -eq 2 ]; } && grep -qE 'memory|[GM]iB' "$output"; then
        say ok "$name" "exit code $code: $(grep -E -m1 'memory|[GM]iB' "$output" | cut -c1-240)"
    else
        say failed "$name" "exit code $code: $(last_line)"
    fi
}

# Costs taken from a recording, and how near the prediction comes in a second run.
predictions() { # RANKS STEPS
    local name="predicted against measured, $1 ranks" error
    train 100 "$work/first.json" "$work/fault.yaml" --device cuda --gpus-per-rank "$(share "$1")" --steps "$2" \
        --record "$work/first" || { say failed "$name" "$(last_line)"; return; }
    run_piece 60 bubblescope-plan calibrate "$work/first" "$work/fault.yaml" -o "$work/calibrated.yaml" \
        || { say failed "calibrate, $1 ranks" "$(last_line)"; return; }
    say ok "calibrate, $1 ranks" "$(grep -m1 'step predicted' "$output")"
    rm -rf "$work/first"
    train 100 "$work/second.json" "$work/calibrated.yaml" --device cuda --gpus-per-rank "$(share "$1")" --steps "$2" \
        || { say failed "$name" "$(last_line)"; return; }
    error=$(reported median_error "$work/second.json")
    is_number "$error" || { say failed "$name" "the report of the second run has no error"; return; }
    say measured "$name" "$(reported step_seconds "$work/second.json") s predicted, $(reported median_step_seconds "$work/second.json") s measured" \
        "$(awk "BEGIN { printf \"%.2f\", 100 * $error }")" %
}

# Ranks that take turns on one GPU, with the times of a GPU for each: what is idle of a step, against
# what is predicted of costs taken from such a run; and losses, against those of ranks that do not.
turns() { # RANKS STEPS
    local name="taking turns, $1 ranks" error worst
    local words=(--device cuda --gpus-per-rank "$(share "$1")" --steps "$2")
    train 100 "$work/first.json" "$work/fault.yaml" "${words[@]}" --take-turns --record "$work/first" \
        || { say failed "$name" "$(last_line)"; return; }
    grep -q '"takes_turns": true' "$work/first.json" || say failed "$name: its label" "the report does not say that ranks took turns"
    run_piece 60 bubblescope-plan calibrate "$work/first" "$work/fault.yaml" -o "$work/calibrated.yaml" \
        || { say failed "$name: calibrate" "$(last_line)"; return; }
    rm -rf "$work/first"
    train 100 "$work/second.json" "$work/calibrated.yaml" "${words[@]}" --take-turns \
        || { say failed "$name" "$(last_line)"; return; }
    error=$(reported median_error "$work/second.json")
    is_number "$error" || { say failed "$name" "the report of the second run has no error"; return; }
    say measured "$name: the step" "$(reported step_seconds "$work/second.json") s predicted, $(reported median_step_seconds "$work/second.json") s measured" \
        "$(awk "BEGIN { printf \"%.2f\", 100 * $error }")" %
    say measured "$name: the bubble" "$(reported bubble_fraction "$work/second.json") of the step predicted, $(reported median_bubble_fraction "$work/second.json") measured" \
        "$(awk "BEGIN { printf \"%.2f\", 100 * ($(reported median_bubble_fraction "$work/second.json") - $(reported bubble_fraction "$work/second.json")) }")" points
    train 100 "$work/beside.json" "$work/fault.yaml" "${words[@]}" --messages host \
        || { say failed "$name: beside each other" "$(last_line)"; return; }
    losses "$work/second.json" >"$work/turns.txt"
    losses "$work/beside.json" >"$work/beside.txt"
    worst=$(largest_difference "$work/turns.txt" "$work/beside.txt")
    if [ -n "$worst" ] && at_most "$worst" 0; then
        say ok "$name: losses" "are those of ranks that work beside each other, bit for bit"
    else
        say failed "$name: losses" "differ from those of ranks that work beside each other, by ${worst:-another number of steps}"
    fi
}

faults_strategy() { # PIPELINE
    if [ -n "$tiny" ]; then model 4 16 2 32 8; else model 12 768 12 50257 512; fi
    grid "$1" 1 1 1 4 bf16
    strategy "$work/fault.yaml"
}

runs_watched=0
if has_gpu "faults and predictions"; then
    for each in 1 2; do
        faults_strategy "$each"
        predictions "$each" $([ -n "$tiny" ] && echo 6 || echo 40)
    done
    faults_strategy 4
    turns 4 $([ -n "$tiny" ] && echo 6 || echo 20)
    faults_strategy 2
    killed_rank
    held_rank
    hung_rank
    out_of_memory
fi
