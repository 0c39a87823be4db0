# Runs of the engine, and what is read from their reports. Sourced by run.sh.

# strategy FILE: of the model and the grid in these variables.
model() { layers=$1 hidden=$2 heads=$3 vocab=$4 sequence=$5; }
grid() { pipeline=$1 tensor=$2 data=$3 micro=$4 global=$5 precision=$6; }
strategy() {
    cat >"$1" <<YAML
bubblescope: 1
name: $(basename "$1" .yaml)
model: {layers: $layers, hidden: $hidden, heads: $heads, vocab: $vocab, sequence: $sequence}
parallel: {pipeline: $pipeline, tensor: $tensor, data: $data}
batch: {micro: $micro, global: $global}
schedule: {name: $([ "$pipeline" -gt 1 ] && echo 1f1b || echo gpipe)}
precision: {compute: $precision}
cluster: {device: cpu}
training: {learning_rate: 0.001, warmup_steps: 5}
YAML
}
ranks_of_grid() { echo $((pipeline * tensor * data)); }
# A GPU's share for each of so many ranks on one: no more digits than the option takes.
share() { awk "BEGIN { printf \"%g\", 1 / $1 }"; }

# train LIMIT REPORT STRATEGY OPTION…: a run on $one_gpu alone, where it is one of a GPU.
train() {
    local limit=$1 report=$2 file=$3
    shift 3
    rm -f "$report"
    CUDA_VISIBLE_DEVICES=$one_gpu run_piece "$limit" bubblescope-run "$file" --json "$report" "$@"
}

# Of a report: the losses of its steps, one a line; the number behind a key.
losses() { grep -o '"loss": [-0-9.e+]*' "$1" | sed 's/.*: //'; }
reported() { json_number "$1" "$(cat "$2" 2>/dev/null)"; }

# The largest relative difference of two lists of numbers in files, or nothing where they are not as long.
largest_difference() {
    paste "$1" "$2" | awk 'NF != 2 { exit bad = 1 }
        { d = $1 - $2; if (d < 0) d = -d; r = d / ($1 < 0 ? -$1 : $1); if (r > most) most = r }
        END { if (!bad && NR > 0) printf "%.3g", most }'
}
at_most() { awk "BEGIN { exit !($1 <= $2) }"; }
median() { sort -g | awk '{ v[NR] = $1 } END { if (NR) print (NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2) }'; }

# ranks N: words of mpirun for N ranks of this machine, as bubblescope-run has them.
mpirun_words() {
    echo mpirun --oversubscribe --bind-to none --mca plm isolated --mca oob_tcp_if_include lo --mca btl self,vader \
        --mca btl_vader_single_copy_mechanism none --mca orte_tmpdir_base "$work" -np "$1"
}
