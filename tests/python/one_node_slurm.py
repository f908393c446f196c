"""A Slurm of one node on the loopback: its own munged, slurmctld and slurmd, in a folder."""

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

CPUS = 2
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "srun", "squeue", "scancel", "scontrol")


def why_not() -> str | None:
    """Missing requirements of this machine."""
    missing = [program for program in PROGRAMS if shutil.which(program, path=search_path()) is None]
    if missing:
        return f"{', '.join(missing)} not installed: packages slurm-wlm and munge"
    return None if os.geteuid() == 0 else "slurmctld and slurmd want root"


def search_path() -> str:
    return f"{os.environ['PATH']}:/usr/sbin:/sbin"


def free_ports(count: int) -> list[int]:
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in held]
    for each in held:
        each.close()
    return ports


class OneNodeSlurm:
    """A context. Whatever it starts ends with it."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.host = socket.gethostname().split(".")[0]
        self.environment = os.environ | {
            "PATH": f"{folder}/bin:{search_path()}", "SLURM_CONF": str(folder / "slurm.conf")}
        self.daemons: list[subprocess.Popen] = []

    def __enter__(self):
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _start(self):
        for name in ("state", "spool", "bin"):
            (self.folder / name).mkdir(parents=True)
        key = self.folder / "munge.key"
        key.touch(0o600)
        key.write_bytes(secrets.token_bytes(128))
        self._write_configuration()
        socket_path = self.folder / "munge.socket"
        self._daemon("munged", "--foreground", "--force", f"--socket={socket_path}", f"--key-file={key}",
                     *(f"--{kind}-file={self.folder}/munge.{kind}" for kind in ("pid", "log", "seed")))
        self._wait_for("munged", socket_path.exists)
        self._daemon("slurmctld", "-D", "-i")
        self._daemon("slurmd", "-D", "-N", self.host)
        self._wait_for("a node that takes jobs",
                       lambda: "idle" in self.call("sinfo", "--noheader", "--format=%T").stdout)
        (self.folder / "shown.conf").write_text(
            self.call("scontrol", "show", "config").stdout, encoding="utf-8")
        self._write_wrappers()

    def _write_wrappers(self):
        """For Snakemake's executor: it takes SLURM_CONF from its jobs, where a site has /etc/slurm, and
        waits 10 s for the configuration, too few on a busy machine."""
        for name, first in (
            ("srun", ""),
            ("scontrol", f'[ "$*" != "show config" ] || exec cat {self.folder}/shown.conf'),
        ):
            wrapper = self.folder / "bin" / name
            wrapper.write_text(f"""#!/bin/sh
{first}
SLURM_CONF={self.folder}/slurm.conf exec {shutil.which(name, path=search_path())} "$@"
""", encoding="utf-8")
            wrapper.chmod(0o755)

    def _write_configuration(self):
        control_port, node_port = free_ports(2)
        (self.folder / "slurm.conf").write_text(f"""ClusterName=docsisvp
SlurmctldHost={self.host}(127.0.0.1)
SlurmctldPort={control_port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={self.folder}/munge.socket
StateSaveLocation={self.folder}/state
SlurmdSpoolDir={self.folder}/spool
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmdPidFile={self.folder}/slurmd.pid
SlurmctldLogFile={self.folder}/slurmctld.log
SlurmdLogFile={self.folder}/slurmd.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SwitchType=switch/none
MailProg=/bin/true
MpiDefault=none
ReturnToService=2
KillWait=2
MinJobAge=300
NodeName={self.host} NodeAddr=127.0.0.1 Port={node_port} CPUs={CPUS} RealMemory=16000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
""", encoding="utf-8")

    def _daemon(self, *command: str):
        log = (self.folder / f"{command[0]}.out").open("w", encoding="utf-8")
        with log:
            # They end with the test, even if it is killed.
            self.daemons.append(subprocess.Popen(
                ("setpriv", "--pdeathsig", "TERM", *command), env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True))

    def _wait_for(self, what: str, is_there, seconds: float = 120):
        end = time.monotonic() + seconds
        while not is_there():
            dead = [daemon.args[3] for daemon in self.daemons if daemon.poll() is not None]
            if dead or time.monotonic() > end:
                raise AssertionError(f"{what} did not come ({dead or 'time is up'}):\n{self.logs()}")
            time.sleep(0.1)

    def call(self, *command: str) -> subprocess.CompletedProcess:
        return subprocess.run(command, env=self.environment, capture_output=True, text=True,
                              check=False, timeout=60)

    def jobs(self, *states: str) -> list[str]:
        """The numbers of the jobs in these states."""
        said = self.call("squeue", "--noheader", "--format=%i", f"--states={','.join(states)}")
        return said.stdout.split()

    def logs(self) -> str:
        files = [*self.folder.glob("*.log"), *self.folder.glob("*.out")]
        return "\n".join(f"{file.name}: {file.read_text(errors='replace')[-2000:]}" for file in files)

    def __exit__(self, *_):
        """Jobs first, so that no step outlives its daemon."""
        if len(self.daemons) == 3:
            self.call("scancel", "--user=root", "--state=PENDING")
            self.call("scancel", "--user=root", "--signal=KILL", "--full", "--state=RUNNING")
            end = time.monotonic() + 20
            while self.jobs("RUNNING", "COMPLETING") and time.monotonic() < end:
                time.sleep(0.2)
        for daemon in reversed(self.daemons):
            daemon.terminate()
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(daemon.pid, signal.SIGKILL)
                daemon.wait()
        self._kill_left_over()

    def _kill_left_over(self):
        """Steps that lost their parent: without control groups Slurm does not find them."""
        mark = f"SLURM_CONF={self.folder}/slurm.conf".encode()
        for environment in Path("/proc").glob("[0-9]*/environ"):
            with contextlib.suppress(OSError):  # it has just ended
                if mark in environment.read_bytes().split(b"\0"):
                    os.kill(int(environment.parent.name), signal.SIGKILL)
