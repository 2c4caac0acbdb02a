import type { Outcome, Proposals } from "@countersign/sdk";
import { type Command, Option } from "commander";
import { readWhole } from "../context.js";
import { EXIT, exitOfStatus } from "../exit.js";
import type { Io } from "../io.js";

/** Waiting for people, with the options that several commands have. */

export interface WaitFlags {
  timeout: number;
  outcome?: boolean;
}

export const timeoutOption = () =>
  new Option("--timeout <seconds>", "give up waiting after so long")
    .argParser(readWhole("--timeout", 0, 7 * 86_400))
    .default(600);

export const withWaitOptions = (command: Command): Command =>
  command.addOption(timeoutOption()).option("--outcome", "wait until it is written, or never will be");

export async function waitFor(proposals: Proposals, io: Io, id: number, flags: WaitFlags): Promise<Outcome> {
  const options = { timeoutMs: flags.timeout * 1_000, signal: io.signal };
  return flags.outcome ? proposals.waitForOutcome(id, options) : proposals.waitForDecision(id, options);
}

/** Approved and not yet written is the end of a wait for the decision, and none of a wait for the write. */
export function exitOf({ status, view }: Outcome, { outcome }: { outcome?: boolean }): number {
  if (!outcome || status !== "approved") return exitOfStatus(status);
  return view.push_status === "dead" ? EXIT.ended : EXIT.pending;
}
