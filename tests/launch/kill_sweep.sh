#!/bin/bash
# Kills one process of a live run, again and again, and counts what is left of it.
#
#   kill_sweep.sh BIN [TIMES] [VICTIM...]     BIN: the folder with bubblescope-run
#
# Victims: mpirun, rank, supervisor (bubblescope-run itself), all (it and its guard). After
# every kill no process of the run may live 15 s later, the run must name whom the signal
# ended (`list`, and its recording alone where the supervisor lived to say so), and the
# recording must open and replay with at least one step. Prints one line a victim; exits 1 if
# any count is wrong.
set -u
bin=$(readlink -f "${1:?the folder with bubblescope-run}")
times=${2:-20}
shift $(($# < 2 ? $# : 2))
victims=("${@:-mpirun}")
[ $# -eq 0 ] && victims=(mpirun rank supervisor all)

work=$(mktemp -d /tmp/bubblescope-sweep-XXXXXX)
chmod 700 "$work"
trap 'rm -rf "$work"' EXIT
export XDG_STATE_HOME=$work/state XDG_RUNTIME_DIR=$work
cat > "$work/sweep.yaml" <<'YAML'
bubblescope: 1
name: Kill sweep
parallel: {pipeline: 4}
batch: {micro: 1, global: 8}
schedule: {name: 1f1b}
costs: {forward: 1000, input_grad: 1000, weight_grad: 1000, transfer: 0}
YAML

# Living processes that carry the run's name in their environment, or the guard of it.
of_run() {
    local pid
    for pid in $(grep -alsz "^BUBBLESCOPE_RUN=$1\$" /proc/[0-9]*/environ 2>/dev/null \
                     | grep -o '[0-9]\+'); do
        grep -qs '^State:[[:space:]]*[ZX]' "/proc/$pid/status" || echo "$pid"
    done
}

alive() { [ -e "/proc/$1" ] && ! grep -qs '^State:[[:space:]]*[ZX]' "/proc/$1/status"; }

guard_of() { # before the kill: the supervisor's child with the guard's name
    local child
    for child in $(cat "/proc/$1/task/"*/children 2>/dev/null); do
        [ "$(cat "/proc/$child/comm" 2>/dev/null)" = bubblescope-grd ] && echo "$child"
    done
}

rank_of() { tr '\0' '\n' < "/proc/$1/environ" | sed -n 's/^OMPI_COMM_WORLD_RANK=//p'; }

# Whether what was told of the end, JSON on stdin, is what happened: "right" or "wrong".
named() { # victim, rank or -
    python3 -c '
import json, sys
victim, rank, told = sys.argv[1], sys.argv[2], json.load(sys.stdin)
ending = told.get("ending") or {}
sentence = ending.get("sentence") or ""
if victim == "rank":
    right = (ending.get("rank") == int(rank) and ending.get("signal") == 9
             and sentence.startswith("rank %s was killed by signal 9" % rank))
elif victim == "mpirun":
    right = (ending.get("rank") is None and ending.get("signal") == 9
             and sentence.startswith("mpirun was killed by signal 9"))
else:
    right = ending.get("state") == "lost" and told["outcome"].startswith("lost: ")
print("right" if right else "wrong")' "$@"
}

once() { # victim; prints "left replayed milliseconds culprit outcome"
    local line run dir supervisor guard ranks launcher begin now left victim rank=- culprit
    line=$("$bin/bubblescope-run" "$work/sweep.yaml" --steps 1000000 --detach 2>"$work/err") \
        || { cat "$work/err" >&2; return 1; }
    run=$(sed 's/.*"run":"\([^"]*\)".*/\1/' <<<"$line")
    dir=$(sed 's/.*"directory":"\([^"]*\)".*/\1/' <<<"$line")
    supervisor=$(sed -n 's/.*"pid": \([0-9]*\).*/\1/p' "$dir/run.json")
    guard=$(guard_of "$supervisor")
    # Until some steps are in the log: a chunk is written at the latest every second.
    for _ in $(seq 1800); do
        [ "$(stat -c %s "$dir/events.bslog" 2>/dev/null || echo 0)" -gt 60000 ] && break
        read -rt 0.05 <> <(:) || true
    done
    launcher=$(pgrep -P "$supervisor" -x mpirun)
    ranks=($(pgrep -P "$launcher" -f bubblescope-engi))
    case $1 in
    mpirun) kill -9 "$launcher" ;;
    rank)
        victim=${ranks[RANDOM % ${#ranks[@]}]}
        rank=$(rank_of "$victim")
        kill -9 "$victim"
        ;;
    supervisor) kill -9 "$supervisor" ;;
    all) kill -9 "$supervisor" $guard ;;
    esac
    begin=$(date +%s%N)
    while :; do
        now=$(date +%s%N)
        left=$(of_run "$run" | wc -l)
        alive "$supervisor" && left=$((left + 1))
        for process in $guard; do alive "$process" && left=$((left + 1)); done
        [ "$left" -eq 0 ] && break
        [ $(((now - begin) / 1000000000)) -ge 15 ] && break
        read -rt 0.1 <> <(:) || true
    done
    replayed=$("$bin/bubblescope-run" replay "$dir" --json - 2>/dev/null | grep -c '"whole": true')
    culprit=$("$bin/bubblescope-run" list --json 2>/dev/null | python3 -c '
import json, sys
print(json.dumps(next(run for run in json.load(sys.stdin) if run["run"] == sys.argv[1])))' \
        "$run" | tee "$work/told" | named "$1" "$rank")
    if [ "$1" = rank ] || [ "$1" = mpirun ]; then # the log says it without run.json, too
        cp "$dir/events.bslog" "$work/alone.bslog"
        [ "$("$bin/bubblescope-run" replay "$work/alone.bslog" --json - 2>/dev/null \
            | named "$1" "$rank")" = right ] || culprit=wrong
        rm -f "$work/alone.bslog"
    fi
    outcome=$(sed 's/.*"outcome": "\([^"]*\)".*/\1/' "$work/told")
    "$bin/bubblescope-run" stop "$run" 2>>"$work/err" # removes what a killed guard could not
    echo "$left $replayed $(((now - begin) / 1000000)) $culprit $outcome"
}

failed=0
for victim in "${victims[@]}"; do
    survivors=0 read_=0 right=0 slowest=0 done_=0 last=
    for _ in $(seq "$times"); do
        read -r left replayed took culprit last < <(once "$victim") || { failed=1; continue; }
        done_=$((done_ + 1))
        [ "$left" -gt 0 ] && survivors=$((survivors + 1))
        [ "$replayed" -gt 0 ] && read_=$((read_ + 1))
        [ "$culprit" = right ] && right=$((right + 1))
        [ "$took" -gt "$slowest" ] && slowest=$took
    done
    leftovers=$(find "$work"/bubblescope-* -mindepth 1 2>/dev/null | wc -l)
    echo "$victim: $done_ of $times kills, processes left after $survivors," \
        "right culprit after $right, recording opens after $read_, slowest end ${slowest} ms," \
        "$leftovers files left in the socket directory; last: $last"
    [ "$done_" -eq "$times" ] && [ "$survivors" -eq 0 ] \
        && [ "$right" -eq "$times" ] && [ "$read_" -eq "$times" ] || failed=1
done
exit $failed
