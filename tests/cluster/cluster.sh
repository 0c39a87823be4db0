#!/bin/bash
# A Slurm cluster on one machine: hosts of netns.sh (beside this file), a munged in each, slurmctld on "head",
# a slurmd on n1, n2, … Nothing is changed outside of $BS_SHARED but /run/netns/$BS_TAG-*. Needs root.
#
#   cluster.sh hold [NODES]      start, prints "ready", waits for the end of its input, stop: however its caller ends
#   cluster.sh start [NODES] | stop
#   cluster.sh exec head COMMAND…    as on a login node: srun, sbatch, salloc, squeue, scancel
#   cluster.sh slurmd NODE       starts one that was killed
#   cluster.sh status
#   cluster.sh check             one line and exit code 77 where this machine lacks what that takes
# BS_TAG, BS_SHARED, BS_NET, BS_LINK, BS_CLOCKS as for netns.sh; BS_CPUS is what a node claims to have.
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
export BS_TAG=${BS_TAG:-bsh} BS_NET=${BS_NET:-10.77.0}
export BS_SHARED=${BS_SHARED:-/tmp/bubblescope-$BS_TAG}
ROOT=$BS_SHARED/.slurm
CPUS=${BS_CPUS:-4}
export SLURM_CONF=$ROOT/etc/slurm.conf

check() {
    local program
    "$HERE/netns.sh" check
    for program in slurmctld slurmd munged srun sbatch; do
        command -v $program >/dev/null && continue
        echo "skipped: a Slurm cluster needs $program (apt-get install slurmctld slurmd slurm-client munge slurm-wlm-basic-plugins)"
        exit 77
    done
}

configure() { # NODES…
    umask 022
    mkdir -p "$ROOT"/{etc,state,spool,log,dev}
    dd if=/dev/urandom of="$ROOT/etc/munge.key" bs=128 count=1 status=none
    chmod 0400 "$ROOT/etc/munge.key"
    # ip netns exec mounts a new /sys, without cgroups; autodetect, the default, ends slurmd there.
    printf '%s\n' 'CgroupPlugin=cgroup/v1' 'CgroupAutomount=no' 'ConstrainCores=no' 'ConstrainRAMSpace=no' \
        > "$ROOT/etc/cgroup.conf"
    local n i=1
    for n in 0 1; do [ -e "$ROOT/dev/gpu$n" ] || mknod "$ROOT/dev/gpu$n" c 1 3; done # stands for a GPU
    echo "Name=gpu File=$ROOT/dev/gpu[0-1]" > "$ROOT/etc/gres.conf"
    cat > "$SLURM_CONF" <<CONF
ClusterName=bubbles
SlurmctldHost=head($BS_NET.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=/run/munge.socket
StateSaveLocation=$ROOT/state
SlurmdSpoolDir=$ROOT/spool/%n
SlurmctldPidFile=/run/slurmctld.pid
SlurmdPidFile=/run/slurmd.pid
SlurmctldLogFile=$ROOT/log/slurmctld.log
SlurmdLogFile=$ROOT/log/slurmd.%n.log
SlurmctldDebug=info
SlurmdDebug=info
# No cgroups, no accounting, no mail, no switch.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MailProg=/bin/true
SwitchType=switch/none
MpiDefault=none
# A node may claim more cores than the machine has.
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
GresTypes=gpu
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=2,sched_interval=2
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
JobRequeue=1
ReturnToService=2
SlurmdTimeout=20
SlurmctldTimeout=20
KillWait=5
MinJobAge=300
UnkillableStepTimeout=30
$(for n in "$@"; do i=$((i + 1)); echo "NodeName=$n NodeAddr=$BS_NET.$i CPUs=$CPUS RealMemory=2000 Gres=gpu:2 State=UNKNOWN"; done)
PartitionName=main Nodes=ALL Default=YES MaxTime=60 PriorityTier=1 State=UP
PartitionName=urgent Nodes=ALL MaxTime=60 PriorityTier=10 PreemptMode=OFF State=UP
PartitionName=small Nodes=n1 MaxTime=5 MaxNodes=1 AllowAccounts=staff State=UP
PartitionName=closed Nodes=ALL MaxTime=UNLIMITED State=DOWN
CONF
}

on() { local host=$1; shift; "$HERE/netns.sh" exec "$host" env SLURM_CONF="$SLURM_CONF" "$@"; }

start_slurmd() { mkdir -p "$ROOT/spool/$1"; on "$1" slurmd -N "$1"; }

start() { # [NODES]
    stop
    local n up nodes=()
    mapfile -t nodes < <(seq -f n%g "${1:-2}")
    configure "${nodes[@]}"
    "$HERE/netns.sh" up head "${nodes[@]}"
    for n in head "${nodes[@]}"; do
        on "$n" munged --num-threads=2 --key-file="$ROOT/etc/munge.key" --socket=/run/munge.socket \
            --pid-file=/run/munged.pid --log-file="$ROOT/log/munged.$n.log" --seed-file=/run/munged.seed
        if [ "$n" = head ]; then on head slurmctld -i; else start_slurmd "$n"; fi
    done
    for _ in $(seq 300); do
        up=$(on head sinfo -h -t idle -p main -o %D 2>/dev/null || true)
        [ "$up" != "${#nodes[@]}" ] || return 0
        sleep 0.2
    done
    echo "cluster: not all nodes are idle" >&2
    on head sinfo -N -l >&2 || true
    tail -n 20 "$ROOT"/log/slurm* >&2
    return 1
}

stop() { "$HERE/netns.sh" down; rm -rf "$ROOT"; }

hold() { # [NODES]
    trap stop EXIT
    trap 'exit 1' INT TERM HUP
    start "$@"
    echo ready
    cat > /dev/null
}

case ${1:-} in
    hold|start|stop|check) "$@" ;;
    exec) shift; on "$@" ;;
    slurmd) start_slurmd "$2" ;;
    status) on head sinfo -N -l; on head squeue -a ;;
    *) sed -n '2,11p' "$0"; exit 2 ;;
esac
