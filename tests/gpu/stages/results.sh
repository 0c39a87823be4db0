# What the stages say, and how they run a piece of work. Sourced by run.sh.

failures=0
stage=0
stage_seconds=480
stage_end=$((SECONDS + stage_seconds))
work=$(mktemp -d "${TMPDIR:-/tmp}/gpu-run-XXXXXX")
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 1' TERM INT
output=$work/output # of the piece that ran last

# A text as a string of JSON: one line of printable ASCII.
quoted() { printf '"%s"' "$(printf '%s' "$1" | tr '\n\t' '  ' | LC_ALL=C tr -cd '\40-\176' | sed 's/[\\"]/\\&/g')"; }
is_number() { [[ $1 =~ ^-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$ ]]; }

# say RESULT NAME TEXT [VALUE UNIT]: RESULT is ok, failed, missing or measured.
say() {
    local value= number=
    [ "$1" = failed ] && failures=$((failures + 1))
    if [ $# -ge 5 ]; then
        value="$4 $5  "
        is_number "$4" && number=", \"value\": $4, \"unit\": $(quoted "$5")"
    fi
    printf '%s  %s  %-8s  %-44s  %s%s\n' "$(date +%H:%M:%S)" "$stage" "$1" "$2" "$value" \
        "$(printf '%s' "$3" | tr '\n' ' ')" | tee -a "$out/table.txt"
    printf '{"stage": %d, "result": "%s", "name": %s, "text": %s%s, "at": "%s"}\n' "$stage" "$1" "$(quoted "$2")" \
        "$(quoted "$3")" "$number" "$(date -u +%Y-%m-%dT%H:%M:%SZ)" >>"$out/results.json"
}

begin_stage() {
    stage=$1
    stage_began=$SECONDS
    stage_end=$((SECONDS + stage_seconds))
    failures_before=$failures
}
end_stage() {
    say measured "stage $stage" "$((failures - failures_before)) failed" $((SECONDS - stage_began)) s
}
summary() {
    printf '%d failed; the table is %s/table.txt, the numbers are %s/results.json\n' "$failures" "$out" "$out"
}

# The least of a limit and of what is left of the stage, in seconds; never 0, which timeout takes for no limit.
within() { local left=$((stage_end - SECONDS)); echo $(($1 < left ? $1 : left > 1 ? left : 1)); }

# run_piece LIMIT COMMAND…: under a limit in seconds, its output in $output and in the log. Says
# nothing. Its exit code is the command's; 124 where the limit ended it.
run_piece() {
    local limit code
    limit=$(within "$1")
    shift
    : >"$output"
    [ "$SECONDS" -lt "$stage_end" ] || { echo "no time was left in this stage" >"$output"; return 124; }
    timeout -k 10 "$limit" "$@" >"$output" 2>&1 </dev/null
    code=$?
    { echo "== stage $stage: $* (exit code $code)"; cat "$output"; } >>"$out/log.txt"
    [ "$code" -eq 137 ] && code=124
    [ "$code" -eq 124 ] && echo "did not end within $limit s" >>"$output"
    return "$code"
}

# What the output says of its end: the first line that names a failure, or else the last that says anything.
last_line() {
    { grep -m1 -E 'failed: |did not end within|no time was left|[Ee]rror|cannot|not found' "$output" \
        || grep -E '[[:alnum:]]' "$output" | tail -1; } | cut -c1-240
}

# piece NAME LIMIT COMMAND…: run_piece, and a line of whether it worked. Says how long it took.
piece() {
    local name=$1 began=$SECONDS code
    shift
    run_piece "$@"
    code=$?
    if [ "$code" -eq 0 ]; then
        say ok "$name" "$((SECONDS - began)) s"
    else
        say failed "$name" "exit code $code: $(last_line)"
    fi
    return "$code"
}

# has NAME: whether a program lies in the folder; a line where it does not.
has() {
    [ -x "$programs/bin/$1" ] && return 0
    say missing "$1" "is not in this folder: pack.sh found none"
    return 1
}
