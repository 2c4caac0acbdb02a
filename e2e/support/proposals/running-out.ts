import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { sessionFile } from "../installation";
import { type Proposed, proposeLow } from "./proposals";

/** The shortest time a proposal may ask for. */
const shortestSeconds = 60;
const file = () => path.join(path.dirname(sessionFile("viewer")), "e2e-running-out.json");

/** Proposes at the very start what has run out by the time a test looks at it: so nobody waits a minute for it. */
export async function keepRunningOut(): Promise<void> {
  await writeFile(file(), JSON.stringify(await proposeLow({ expires_in_seconds: shortestSeconds })));
}

export function runningOut(): Proposed {
  return JSON.parse(readFileSync(file(), "utf8")) as Proposed;
}
