/** Keeps the started parts in order and ends them, last first, exactly once. */
export interface Supervisor {
  /** Adds a part; ended before those that were added earlier. */
  add(name: string, stop: () => Promise<void>): void;
  /** Ends everything and the process. */
  end(exitCode: number): Promise<void>;
  readonly ending: boolean;
}

const parentCheckMs = 500;

export function createSupervisor(): Supervisor {
  const parts: { name: string; stop: () => Promise<void> }[] = [];
  let ending = false;
  const supervisor: Supervisor = {
    get ending() {
      return ending;
    },
    add: (name, stop) => void parts.push({ name, stop }),
    end: async (exitCode) => {
      if (ending) return;
      ending = true;
      for (const part of parts.toReversed()) {
        await part
          .stop()
          .catch((error: unknown) => console.error(`${part.name} did not end cleanly: ${String(error)}`));
      }
      process.exit(exitCode);
    },
  };
  if (process.env.npm_lifecycle_event) {
    // Under npm a signal can end the shell between npm and us without reaching us: then nobody is left to serve.
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && void supervisor.end(0), parentCheckMs).unref();
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => void supervisor.end(0));
  }
  return supervisor;
}
