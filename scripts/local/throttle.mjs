import { existsSync, mkdirSync, readFileSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";

/**
 * Slows a command down with all that it starts: by the kernel's quota where a control group may be created, otherwise
 * by stopping the whole tree of processes for most of each period.
 */

const PERIOD_US = 100_000;
const PERIOD_MS = PERIOD_US / 1_000;
const roots = {
  v2: "/sys/fs/cgroup",
  v1: "/sys/fs/cgroup/cpu",
};

/** A group whose members share one `factor`th of this machine's processors; null where none can be created. */
export function createSlowGroup(factor) {
  const isV2 = existsSync(path.join(roots.v2, "cgroup.controllers"));
  const folder = path.join(isV2 ? roots.v2 : roots.v1, `countersign-slow-${process.pid}`);
  const quotaUs = Math.floor((cpus().length * PERIOD_US) / factor);
  try {
    if (isV2) writeFileSync(path.join(roots.v2, "cgroup.subtree_control"), "+cpu");
    mkdirSync(folder);
    if (isV2) writeFileSync(path.join(folder, "cpu.max"), `${quotaUs} ${PERIOD_US}`);
    else writeFileSync(path.join(folder, "cpu.cfs_quota_us"), String(quotaUs));
  } catch {
    if (existsSync(folder)) rmdirSync(folder);
    return null;
  }
  return {
    members: path.join(folder, "cgroup.procs"),
    /** Fails silently while members are left; an empty group does no harm. */
    remove() {
      try {
        rmdirSync(folder);
      } catch {}
    },
  };
}

/** Lets the tree under `pid` run for one `factor`th of each period. Returns the end of it, after which all run freely. */
export function stopAndGo(pid, factor) {
  let stopped = [];
  let ended = false;
  const go = () => {
    signal(stopped, "SIGCONT");
    stopped = [];
    if (!ended) timer = setTimeout(stop, PERIOD_MS / factor);
  };
  const stop = () => {
    stopped = treeOf(pid);
    signal(stopped, "SIGSTOP");
    timer = setTimeout(go, PERIOD_MS - PERIOD_MS / factor);
  };
  let timer = setTimeout(stop, 0);
  return () => {
    ended = true;
    clearTimeout(timer);
    go();
  };
}

function signal(pids, name) {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
  }
}

/** The process and its descendants, as Linux lists them, in groups and sessions of their own too. */
function treeOf(pid) {
  const children = new Map();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(name);
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [pid];
  for (const member of tree) tree.push(...(children.get(member) ?? []));
  return tree;
}

function parentOf(pid) {
  try {
    // The command's name, in brackets, may hold spaces and brackets itself.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\)\s/s, "")
      .split(" ");
    return Number(parent);
  } catch {
    return null;
  }
}
