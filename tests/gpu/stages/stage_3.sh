# Speed of training on one GPU. Sourced by run.sh.
#
# MFU is tokens/s times the operations a token needs, over the peak of the GPU's BF16 tensor cores:
# 6 N + 12 L H T operations, N the parameters, L layers, H the hidden size, T the sequence (Chowdhery
# et al., PaLM, 2022, appendix B; a causal mask is not deducted). Recomputation is not counted.

# Dense BF16, in TFLOP/s, by NVIDIA's data sheets; nothing for a GPU not listed.
peak() {
    case $gpu in
        *H100*PCIe*) echo 756 ;;
        *H100*NVL*) echo 835 ;;
        *H100* | *H200* | *GH200*) echo 989.4 ;;
        *B200*) echo 2250 ;;
        *A100*) echo 312 ;;
    esac
}
parameters() { awk "BEGIN { h = $hidden; printf \"%.0f\", $vocab * h + $sequence * h + $layers * (12 * h * h + 13 * h) + 2 * h }"; }

# speed NAME STEPS: of the run whose report is $work/speed.json.
speed() {
    local seconds tokens top
    seconds=$(reported median_step_seconds "$work/speed.json")
    is_number "$seconds" || { say failed "$1" "its report has no time of a step"; return; }
    tokens=$(awk "BEGIN { printf \"%.1f\", $global * $sequence / $seconds }")
    say measured "$1, step" "median of $2" "$seconds" s
    say measured "$1, speed" "$global sequences of $sequence, microbatches of $micro, $precision" "$tokens" tokens/s
    top=$(peak)
    if [ -n "$top" ]; then
        say measured "$1, MFU" "of $top TFLOP/s; $(parameters) parameters" \
            "$(awk "BEGIN { printf \"%.1f\", 100 * $tokens * (6 * $(parameters) + 12 * $layers * $hidden * $sequence) / ($top * 1e12) }")" %
    else
        say missing "$1, MFU" "no peak is known of $gpu"
    fi
}

# The largest microbatch that fits.
training_speed() { # NAME STEPS LIMIT BATCH MICRO…
    local name=$1 steps=$2 limit=$3 batch=$4 size
    shift 4
    for size in "$@"; do
        grid 1 1 1 "$size" "$batch" bf16
        strategy "$work/speed.yaml"
        train "$limit" "$work/speed.json" "$work/speed.yaml" --device cuda --steps "$steps" && { speed "$name" "$steps"; return 0; }
    done
    say failed "$name" "$(last_line)"
    return 1
}

# Alternating, so that a clock that falls as the GPU warms takes from both.
telemetry_overhead() {
    local round rounds=3 steps=30 with without name="telemetry's overhead"
    [ -n "$tiny" ] && rounds=1 steps=3
    : >"$work/with"
    : >"$work/without"
    for ((round = 0; round < rounds; ++round)); do
        train 60 "$work/ab.json" "$work/speed.yaml" --device cuda --steps "$steps" || { say failed "$name" "$(last_line)"; return; }
        json_number median_step_seconds "$(cat "$work/ab.json")" >>"$work/with"
        CUDA_VISIBLE_DEVICES=$one_gpu run_piece 60 $(mpirun_words 1) "$programs/bin/bubblescope-engine" "$work/speed.yaml" --device cuda \
            --no-telemetry --report --steps "$steps" || { say failed "$name" "$(last_line)"; return; }
        sed -n 's/^step [0-9]*: \([0-9.]*\) ms.*/\1/p' "$output" | median | awk '{ print $1 / 1000 }' >>"$work/without"
    done
    with=$(median <"$work/with")
    without=$(median <"$work/without")
    [ -n "$with" ] && [ -n "$without" ] || { say failed "$name" "no times of steps were reported"; return; }
    say measured "$name" "$with s a step with, $without s without; medians of $rounds alternating runs of $steps steps each" \
        "$(awk "BEGIN { printf \"%.2f\", 100 * ($with / $without - 1) }")" %
}

deep() {
    train 90 "$work/deep.json" "$work/speed.yaml" --device cuda --steps 20 --deep || { say failed "--deep" "$(last_line)"; return; }
    local plain=$(reported median_step_seconds "$work/speed.json") with=$(reported median_step_seconds "$work/deep.json")
    say measured "--deep's overhead" "$with s a step with, $plain s without" "$(awk "BEGIN { printf \"%.2f\", 100 * ($with / $plain - 1) }")" %
}

# llm.c on tokens that are made up: it trains from random weights (-e d12), so that nothing is downloaded.
llmc_tokens() { # FILE: its header (magic, version, count), then tokens below 50257
    { printf '\x88\xd8\x34\x01'; printf '\x01\x00\x00\x00'; printf '\x00\x00\x20\x00'; head -c 1012 /dev/zero; } >"$1"
    LC_ALL=C tr -d '\304-\377' </dev/urandom | head -c $((2 * 2097152)) >>"$1"
}
llmc_speed() { # NAME SIZE
    find_library libcublasLt.so.13
    run_piece 120 "${plain[@]}" LD_LIBRARY_PATH="$(dirname "$found")" bash -c 'cd "$1" && exec ./train_gpt2cu -i "$2" -j "$2" -o log -e "$3" -b "$4" -t 1024 -d "$5" -x 20 -v 0 -s 0 -z 0 -h 0' \
        _ "$work/llm.c" "$work/tokens.bin" "$2" "$micro" $((global * 1024)) || { say failed "llm.c, $1" "$(last_line)"; return; }
    local tokens
    tokens=$(sed -n 's/.* \([0-9.]*\) tok\/s.*/\1/p' "$output" | tail -15 | median)
    [ -n "$tokens" ] && say measured "llm.c, $1, speed" "median of its last steps; microbatches of $micro" "$tokens" tokens/s \
        || say failed "llm.c, $1" "it says no tok/s: $(last_line)"
}
# Its program where it was built elsewhere, or else its sources, which are built once.
llmc_build() {
    [ -n "$llmc" ] || { say missing "llm.c" "name a folder of its sources by --llmc"; return 1; }
    [ -e "$work/llm.c/train_gpt2cu" ] && return 0
    rm -rf "$work/llm.c"
    mkdir "$work/llm.c"
    llmc_tokens "$work/tokens.bin"
    [ -x "$llmc/train_gpt2cu" ] && { cp "$llmc/train_gpt2cu" "$work/llm.c/"; return 0; }
    [ -f "$llmc/train_gpt2.cu" ] || { say missing "llm.c" "there is neither train_gpt2cu nor train_gpt2.cu in $llmc"; return 1; }
    [ -n "$nvcc" ] && [ -x "$nvcc" ] || { say missing "llm.c" "there is no nvcc here to build it"; return 1; }
    cp -r "$llmc/." "$work/llm.c"
    PATH=$(dirname "$nvcc"):$PATH piece "llm.c built" 150 "${plain[@]}" make -C "$work/llm.c" train_gpt2cu NO_MULTI_GPU=1 \
        "GPU_COMPUTE_CAPABILITY=$(json_text compute_capability "$devices" | tr -d .)"
}

if has_gpu "speed of training"; then
    if [ -n "$tiny" ]; then
        model 2 16 2 32 8
        training_speed "GPT-2 124M" 3 60 4 2
        telemetry_overhead
    else
        model 12 768 12 50257 1024
        training_speed "GPT-2 124M" 30 80 64 32 16 8 && { telemetry_overhead; deep; }
        llmc_build && llmc_speed "GPT-2 124M" d12
        model 48 1600 25 50257 1024
        training_speed "GPT-2 1.5B" 12 110 32 16 8 4 2
        llmc_build && llmc_speed "GPT-2 1.5B" d48
    fi
fi
[ -n "$tiny" ] && { deep; llmc_build; }
true
