import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { BusyOptions } from "./busy-process";

/** A busy process that a test stops and continues. */
export interface BusyProcess {
  /** How many actions it has carried to an end. */
  ended(): number;
  /** The last lines that it wrote about faults. */
  faults(): string;
  hasExited(): boolean;
  freeze(): void;
  thaw(): void;
  end(): Promise<void>;
}

const program = fileURLToPath(new URL("./busy-process.ts", import.meta.url));

export async function startBusyProcess(options: BusyOptions): Promise<BusyProcess> {
  const child = spawn(process.execPath, ["--import", "tsx", program, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, LOG_LEVEL: "silent" },
  });
  let [ended, faults, exited] = [0, "", false];
  const gone = new Promise<void>((resolve) =>
    child.once("exit", () => {
      exited = true;
      resolve();
    }),
  );
  child.stderr.on("data", (chunk: Buffer) => (faults = (faults + chunk.toString("utf8")).slice(-4_000)));
  await new Promise<void>((resolve, reject) => {
    void gone.then(() => reject(new Error(`the busy process ended: ${faults}`)));
    child.stdout.on("data", (chunk: Buffer) => {
      const lines = chunk.toString("utf8").split("\n");
      ended += lines.filter((line) => line === "applied").length;
      if (lines.includes("ready")) resolve();
    });
  });
  return {
    ended: () => ended,
    faults: () => faults,
    hasExited: () => exited,
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    async end() {
      child.kill("SIGCONT");
      child.kill("SIGKILL");
      await gone;
    },
  };
}
