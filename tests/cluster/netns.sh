#!/bin/bash
# Several hosts on one machine. A host is a network + UTS + mount + PID + IPC namespace: it has a name, an
# address, and a /tmp, /run and /dev/shm of its own, and sees no process of another. Only $BS_SHARED is everybody's.
#
#   netns.sh hold NAME…          up, prints "ready", waits for the end of its input, down: however its caller ends
#   netns.sh up NAME… | down     BS_LINK="MBIT DELAY_US" gives all links a rate and a delay (BS_SWITCH: slowswitch);
#                                BS_CLOCKS=1000 sets host i's CLOCK_MONOTONIC i × 1000 s ahead, with a boot id of its own
#   netns.sh exec NAME COMMAND…  as a process of that host
#   netns.sh rate RATE | rate off    of each host's link, as tc has it: 1gbit, 100mbit (without BS_LINK)
#   netns.sh cut NAME | join NAME    takes a host's link away and brings it back
#   netns.sh sshd                an sshd in each host, with keys of its own, which root's ssh on each takes; prints
#                                the line of ssh that does so from outside
#   netns.sh check               one line and exit code 77 where this machine lacks what that takes
# BS_TAG names the set of hosts: sets of other tags stand beside it, and share nothing with it.
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
TAG=${BS_TAG:-bsh}
SHARED=${BS_SHARED:-/tmp/bubblescope-$TAG}
NET=${BS_NET:-10.77.0} # no set sees another's network, so all may have the same
ROOT=$SHARED/.hosts
say() { echo "netns: $*" >&2; }
hosts() { cat "$ROOT/hosts.list"; }

check() {
    local program
    [ "$(id -u)" = 0 ] || { echo "skipped: hosts on one machine need root"; exit 77; }
    for program in ip unshare nsenter setsid pgrep; do
        command -v $program >/dev/null || { echo "skipped: hosts on one machine need $program (apt-get install iproute2 procps)"; exit 77; }
    done
    unshare --net --uts --mount --pid --ipc --fork mount -t tmpfs tmpfs /run 2>/dev/null \
        || { echo "skipped: this system lets even root make no namespaces"; exit 77; }
}

# PID 1 of a host: when it ends, the kernel ends all of the host.
# shellcheck disable=SC2016
host_init='
set -e
ROOT=$1 HOST=$2 SHARED=$3 BOOT=$4
hostname "$HOST"
mount --make-rprivate /
mount -t tmpfs -o mode=1777 tmpfs /dev/shm
mount -t tmpfs -o mode=0755 tmpfs /run
mkdir /run/shared
mount --bind "$SHARED" /run/shared
mount -t tmpfs -o mode=1777 tmpfs /tmp
mkdir -p "$SHARED"
mount --move /run/shared "$SHARED"
rmdir /run/shared
mount --bind "$ROOT/etc-hosts" /etc/hosts
[ -z "$BOOT" ] || mount --bind "$BOOT" /proc/sys/kernel/random/boot_id
echo up
trap "exit 0" TERM
while :; do sleep 1000 & wait $!; done
'

# Until FILE has the line; PID makes it.
wait_for() { # LINE FILE PID WHAT
    until grep -qsx "$1" "$2"; do
        kill -0 "$3" 2>/dev/null || { say "$4 did not start: $(cat "$2")"; exit 1; }
        sleep 0.02
    done
}

slow_links() { # HOST…
    local host
    # shellcheck disable=SC2086
    setsid chrt -r 1 "${BS_SWITCH:-$HERE/slowswitch}" $BS_LINK "${@/#/$TAG-}" > "$ROOT/switch.log" 2>&1 < /dev/null &
    echo $! > "$ROOT/switch.pid"
    wait_for ready "$ROOT/switch.log" $! slowswitch
    for host in "$@"; do ip -n "$TAG-$host" link set eth0 mtu 9000; done
}

fast_links() { # HOST…
    local host
    ip netns add "$TAG-switch"
    ip -n "$TAG-switch" link add sw type bridge
    ip -n "$TAG-switch" link set sw up
    for host in "$@"; do
        ip -n "$TAG-$host" link add eth0 type veth peer name "p-$host" netns "$TAG-switch"
        ip -n "$TAG-switch" link set "p-$host" master sw
        ip -n "$TAG-switch" link set "p-$host" up
    done
}

start_host() { # HOST NUMBER
    local host=$1 boot='' clock=()
    if [ -n "${BS_CLOCKS:-}" ]; then
        clock=(--time --monotonic $(($2 * BS_CLOCKS)) --boottime $(($2 * BS_CLOCKS)))
        boot=$ROOT/$host.boot_id
        cat /proc/sys/kernel/random/uuid > "$boot"
    fi
    setsid ip netns exec "$TAG-$host" unshare --uts --mount --pid --ipc "${clock[@]}" --fork --mount-proc \
        --kill-child=SIGKILL bash -c "$host_init" "host-$TAG-$host" "$ROOT" "$host" "$SHARED" "$boot" \
        > "$ROOT/$host.log" 2>&1 < /dev/null &
    echo $! > "$ROOT/$host.parent"
    wait_for up "$ROOT/$host.log" $! "$host"
    pgrep -P $! > "$ROOT/$host.pid" # its PID 1, seen from here
}

up() { # HOST…
    [ ! -e "$ROOT/hosts.list" ] || down
    mkdir -p "$ROOT"
    chmod 0755 "$SHARED" "$ROOT"
    printf '%s\n' "$@" > "$ROOT/hosts.list"
    local host i=0
    echo "127.0.0.1 localhost" > "$ROOT/etc-hosts"
    for host in "$@"; do
        i=$((i + 1))
        echo "$NET.$i $host" >> "$ROOT/etc-hosts"
        ip netns add "$TAG-$host"
        ip -n "$TAG-$host" link set lo up
    done
    if [ -n "${BS_LINK:-}" ]; then slow_links "$@"; else fast_links "$@"; fi
    i=0
    for host in "$@"; do
        i=$((i + 1))
        ip -n "$TAG-$host" addr add "$NET.$i/24" dev eth0
        ip -n "$TAG-$host" link set eth0 up
        start_host "$host" $i
    done
}

on() { # HOST COMMAND…
    local pid
    pid=$(cat "$ROOT/$1.pid") || { say "there is no host $1 among those of $TAG"; exit 1; }
    shift
    exec nsenter --target "$pid" --net --uts --mount --ipc --time --pid --wd="$PWD" -- "$@"
}

rate() { # RATE
    local host
    for host in $(hosts); do
        ip netns exec "$TAG-$host" tc qdisc del dev eth0 root 2>/dev/null || true
        [ "$1" = off ] || ip netns exec "$TAG-$host" tc qdisc add dev eth0 root tbf rate "$1" burst 128kb latency 20ms
    done
}

ssh_up() {
    local host key
    for key in key hostkey; do [ -e "$ROOT/$key" ] || ssh-keygen -q -t ed25519 -N '' -f "$ROOT/$key"; done
    cp "$ROOT/key.pub" "$ROOT/authorized"
    printf '%s\n' "HostKey $ROOT/hostkey" "AuthorizedKeysFile $ROOT/authorized" 'PermitRootLogin prohibit-password' \
        'PasswordAuthentication no' 'KbdInteractiveAuthentication no' 'StrictModes no' 'UsePAM no' 'PidFile none' > "$ROOT/sshd_config"
    printf '%s\n' "IdentityFile $ROOT/key" 'BatchMode yes' 'StrictHostKeyChecking no' 'LogLevel ERROR' \
        'UserKnownHostsFile /dev/null' > "$ROOT/ssh_config"
    mkdir -p -m 0700 "$ROOT/root" "$ROOT/root/.ssh"
    cp "$ROOT/ssh_config" "$ROOT/root/.ssh/config"
    for host in $(hosts); do
        (on "$host" mkdir -p -m 0755 /run/sshd)
        (on "$host" mount --bind "$ROOT/root" /root) # where ssh looks for its configuration
        (on "$host" /usr/sbin/sshd -f "$ROOT/sshd_config" -E "$ROOT/sshd.$host.log")
    done
    echo "ssh -F $ROOT/ssh_config"
}

# Ends process FILE names, if it is still the one whose arguments hold WORD, and waits for the end of it.
end() { # FILE WORD
    local pid
    pid=$(cat "$1" 2>/dev/null) && [ -n "$pid" ] || return 0
    while tr '\0' ' ' 2>/dev/null < "/proc/$pid/cmdline" | grep -q -- "$2"; do
        kill -KILL "$pid" 2>/dev/null || true
        sleep 0.02
    done
}

down() {
    [ -e "$ROOT/hosts.list" ] || return 0
    local host
    for host in $(hosts); do
        end "$ROOT/$host.pid" "host-$TAG-$host"
        end "$ROOT/$host.parent" "host-$TAG-$host" # which ends with its child
    done
    end "$ROOT/switch.pid" "$TAG-"
    for host in switch $(hosts); do
        [ ! -e "/run/netns/$TAG-$host" ] || ip netns del "$TAG-$host"
    done
    rm -rf "$ROOT"
}

hold() { # HOST…
    trap down EXIT
    trap 'exit 1' INT TERM HUP
    up "$@"
    echo ready
    cat > /dev/null
}

case ${1:-} in
    hold|up|down|rate|check) "$@" ;;
    cut) ip netns exec "$TAG-$2" ip link set eth0 down ;;
    join) ip netns exec "$TAG-$2" ip link set eth0 up ;;
    exec) shift; on "$@" ;;
    sshd) ssh_up ;;
    *) sed -n '2,15p' "$0"; exit 2 ;;
esac
