import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "@/scripts/local/ensure-installed.mjs";

/** Programs of somebody else's, in a project that has the published SDK and nothing more. */

export interface SdkProject {
  /** Runs this text as a module, with these variables and no others of ours. */
  run: (text: string, env: Record<string, string>) => { process: ChildProcess; output: Promise<string> };
  remove: () => void;
}

export function openSdkProject(): SdkProject {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-program-"));
  const build = [
    path.join(root, "scripts/build-package.mjs"),
    "--out",
    path.join(folder, "node_modules/@countersign"),
  ];
  const cwd = path.join(root, "packages/sdk");
  const { status, stdout } = spawnSync(process.execPath, build, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`the SDK was not built:\n${stdout}`);
  return {
    run: (text, env) => {
      writeFileSync(path.join(folder, "first-proposal.mjs"), text);
      const child = spawn(process.execPath, ["first-proposal.mjs"], {
        cwd: folder,
        env: { NODE_ENV: "test", PATH: process.env.PATH, ...env },
      });
      return { process: child, output: outputOf(child) };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Everything that it printed, once it has ended. */
async function outputOf(child: ChildProcess): Promise<string> {
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await new Promise((resolve) => child.once("close", resolve));
  return text;
}
