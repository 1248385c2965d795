#!/usr/bin/env bash
# A Slurm cluster of two nodes on this machine, with everything it writes in one folder.
#
#   cluster.sh start ROOT    starts it and prints what to `export` to use it
#   cluster.sh stop ROOT     ends it, by the process numbers that it wrote
set -euo pipefail
ROOT=$2 NODES=2 HOST=$(hostname -s) ME=$(id -un)

pids() { cat "$ROOT"/run/*.pid "$ROOT/munge/pid" 2> /dev/null || true; }

stop() {
    local all=() pid
    for pid in $(pids); do all+=("$pid"); done
    for pid in "${all[@]}"; do kill "$pid" 2> /dev/null || true; done
    for pid in "${all[@]}"; do
        for _ in $(seq 100); do kill -0 "$pid" 2> /dev/null || break; sleep 0.1; done
        kill -9 "$pid" 2> /dev/null || true
    done
}

start() {
    mkdir -p "$ROOT"/{munge,ctld,spool,log,run}
    # clients of every user must reach the socket
    chmod 755 "$ROOT" "$ROOT/munge"
    head -c 1024 /dev/urandom > "$ROOT/munge/key"
    chmod 600 "$ROOT/munge/key"
    local as=()
    if [ "$(id -u)" = 0 ]; then
        chown -R munge:munge "$ROOT/munge"
        as=(setpriv --reuid munge --regid munge --clear-groups)
    fi
    "${as[@]}" /usr/sbin/munged --force --key-file="$ROOT/munge/key" --socket="$ROOT/munge/sock" \
        --pid-file="$ROOT/munge/pid" --log-file="$ROOT/munge/log" --seed-file="$ROOT/munge/seed"
    cat > "$ROOT/slurm.conf" << C
ClusterName=balance
SlurmctldHost=$HOST(127.0.0.1)
SlurmctldPort=16817
SlurmUser=$ME
SlurmdUser=$ME
AuthType=auth/munge
AuthInfo=socket=$ROOT/munge/sock
StateSaveLocation=$ROOT/ctld
SlurmdSpoolDir=$ROOT/spool/%n
SlurmctldPidFile=$ROOT/run/slurmctld.pid
SlurmdPidFile=$ROOT/run/slurmd-%n.pid
SlurmctldLogFile=$ROOT/log/slurmctld.log
SlurmdLogFile=$ROOT/log/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2,bf_interval=5,batch_sched_delay=1
SlurmdTimeout=10
KillWait=5
ReturnToService=2
SlurmdParameters=config_overrides
C
    for ((i = 0; i < NODES; i++)); do
        echo "NodeName=n$i NodeHostname=$HOST NodeAddr=127.0.0.1 Port=$((16820 + i)) CPUs=1 RealMemory=1000" >> "$ROOT/slurm.conf"
    done
    echo "PartitionName=main Nodes=n[0-$((NODES - 1))] Default=YES MaxTime=INFINITE State=UP" >> "$ROOT/slurm.conf"
    # version 2 wants systemd; nothing above uses cgroups
    echo "CgroupPlugin=cgroup/v1" > "$ROOT/cgroup.conf"
    export SLURM_CONF=$ROOT/slurm.conf
    /usr/sbin/slurmctld -c
    for ((i = 0; i < NODES; i++)); do
        mkdir -p "$ROOT/spool/n$i"
        /usr/sbin/slurmd -N "n$i"
    done
    for _ in $(seq 300); do
        if [ "$(sinfo -h -N -o %T 2> /dev/null | grep -c '^idle')" = "$NODES" ]; then
            echo "export SLURM_CONF=$SLURM_CONF"
            return
        fi
        sleep 0.1
    done
    echo "the nodes did not come up; their logs:" >&2
    tail -n 20 "$ROOT"/log/* >&2
    return 1
}

"$1"
