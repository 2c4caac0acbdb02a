import type { ProposalView } from "@countersign/sdk";
import { Command, Option } from "commander";
import { agentClient } from "../config/clients.js";
import { type Context, action, readId, readWhole } from "../context.js";
import { EXIT, Stop } from "../exit.js";
import { listLine, proposalLines } from "../output/proposals.js";
import { type WaitFlags, exitOf, waitFor, withWaitOptions } from "./waiting.js";

/** Looking after an agent's own proposals: wait, show, list, withdraw. */

/** As an object: the types fail where one is missing. */
const STATUSES = Object.keys({
  pending: true,
  approved: true,
  applied: true,
  rejected: true,
  expired: true,
  cancelled: true,
  superseded: true,
  stale: true,
} satisfies Record<ProposalView["status"], true>);

export const proposalCommands = (context: Context): Command[] => [
  withWaitOptions(
    new Command("wait")
      .description("wait until people have decided")
      .argument("<id>", "the proposal's number", readId),
  ).action(
    action(context, async ({ io, print }, id: number, flags: WaitFlags) => {
      const { proposals } = await agentClient(io);
      const outcome = await waitFor(proposals, io, id, flags);
      print(outcome.view, proposalLines(outcome.view));
      return exitOf(outcome, flags);
    }),
  ),
  new Command("show")
    .description("show one proposal of your agent's")
    .argument("<id>", "the proposal's number", readId)
    .action(
      action(context, async ({ io, print }, id: number) => {
        const view = await (await agentClient(io)).proposals.get(id, { signal: io.signal });
        print(view, proposalLines(view));
      }),
    ),
  listCommand(context),
  new Command("withdraw")
    .description("take a proposal back while nobody has decided")
    .argument("<id>", "the proposal's number", readId)
    .action(
      action(context, async ({ io, print }, id: number) => {
        const view = await (await agentClient(io)).proposals.withdraw(id, { signal: io.signal });
        print(view, proposalLines(view));
      }),
    ),
];

interface ListFlags {
  status?: ProposalView["status"][];
  conversation?: string;
  limit: number;
  cursor?: number;
}

const listCommand = (context: Context): Command =>
  new Command("list")
    .description("list your agent's proposals, newest first")
    .option("--status <list>", `one or several, with commas: ${STATUSES.join(", ")}`, readStatuses)
    .option("--conversation <reference>", "of one conversation")
    .addOption(
      new Option("--limit <number>", "so many at most").argParser(readWhole("--limit", 1, 200)).default(50),
    )
    .addOption(
      new Option("--cursor <id>", "go on after this one").argParser(
        readWhole("--cursor", 1, Number.MAX_SAFE_INTEGER),
      ),
    )
    .action(
      action(context, async ({ io, print }, { status, conversation, limit, cursor }: ListFlags) => {
        const { proposals } = await agentClient(io);
        const filter = {
          limit,
          ...(status && { status }),
          ...(conversation === undefined ? {} : { conversation_ref: conversation }),
          ...(cursor === undefined ? {} : { cursor }),
        };
        const page = await proposals.list(filter, { signal: io.signal });
        const more = page.next_cursor === null ? [] : [`more: --cursor ${page.next_cursor}`];
        print(page, page.items.length === 0 ? ["Nothing fits."] : [...page.items.map(listLine), ...more]);
      }),
    );

function readStatuses(text: string): ProposalView["status"][] {
  const given = text.split(",");
  if (given.every((one) => STATUSES.includes(one))) return given as ProposalView["status"][];
  const error = { path: "--status", message: `must be of ${STATUSES.join(", ")}` };
  throw new Stop(EXIT.usage, "An argument is not valid.", [error]);
}
