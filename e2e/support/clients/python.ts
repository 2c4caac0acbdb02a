import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { root } from "@/scripts/local/ensure-installed.mjs";
import { installation } from "../installation";

/** Programs that use the Python client, each a process of its own. */

export const hasPython = spawnSync("python3", ["--version"]).status === 0;
export const withoutPython = "there is no python3 on this machine, and the client in Python is run by it";

const head = `
import json, os, sys, traceback
import countersign
from countersign import *
given = json.loads(os.environ["GIVEN"])
def say(value): print(json.dumps(value, default=str), flush=True)
def refusal(work):
    try:
        work()
    except CountersignError as error:
        trace = traceback.TracebackException.from_exception(error, capture_locals=True)
        names = ("fault", "status", "code", "title", "detail", "correlation_id", "idempotency_key", "retry_after_seconds")
        facts = {name: getattr(error, name, None) for name in names}
        errors = [[one.path, one.message] for one in getattr(error, "errors", ())]
        return {"name": type(error).__name__, "message": str(error), "errors": errors, **facts, "traceback": "".join(trace.format())}
`;

export interface Program {
  /** Each value that the program said, as soon as it has. */
  said: unknown[];
  /** All of them, once it has ended well. */
  ended: Promise<unknown[]>;
}

/** Starts a program that finds `given` and says values by `say`. */
export function python(source: string, given: object = {}, env: Record<string, string> = {}): Program {
  const child = spawn("python3", ["-c", head + source], {
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH,
      PYTHONPATH: path.join(root, "packages/python"),
      PYTHONDONTWRITEBYTECODE: "1",
      PYTHONUTF8: "1",
      COUNTERSIGN_URL: installation().url,
      COUNTERSIGN_AGENT_KEY: installation().agentKey,
      GIVEN: JSON.stringify(given),
      ...env,
    },
  });
  const said: unknown[] = [];
  let [line, errors] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (line + text).split("\n");
    line = lines.pop()!;
    said.push(...lines.map((one) => JSON.parse(one) as unknown));
  });
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<unknown[]>((resolve, reject) =>
    child.once("close", (code) => (code === 0 ? resolve(said) : reject(new Error(errors)))),
  );
  // A test may read `said` first and await `ended` last: a failure in between is no unhandled rejection.
  ended.catch(() => null);
  return { said, ended };
}

/** Runs such a program to its end. Answers all that it said. */
export const runPython = (...started: Parameters<typeof python>): Promise<unknown[]> =>
  python(...started).ended;
