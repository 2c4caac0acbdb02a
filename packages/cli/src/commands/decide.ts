import type { ActionView, CountersignPerson, DecisionResult } from "@countersign/sdk";
import { Command } from "commander";
import { personClient } from "../config/clients.js";
import { type Context, type Run, action, readId } from "../context.js";
import { EXIT, Stop } from "../exit.js";
import { plain } from "../output/plain.js";
import { actionLines } from "../output/proposals.js";

/** Deciding by a personal token: the person reads the change here, and the hash of what they read is sent. */

interface ApproveFlags {
  comment?: string;
  hash?: string;
}

/** Several pages long, or not as it looks: these are read on their page. */
const READ_ON_PAGE: readonly ActionView["unshown"][] = ["roll", "uninspectable", "deceptive_characters"];

export const decisionCommands = (context: Context): Command[] => [
  new Command("approve")
    .description("read a proposed action and approve it, by your personal token")
    .argument("<id>", "the action's number", readId)
    .option("--comment <text>", "kept with the decision")
    .option("--hash <payload hash>", "of the change that you have read; needed without a terminal")
    .action(
      action(context, async (run, id: number, flags: ApproveFlags) => {
        const { person, pageOf } = await personClient(run.io);
        const change = await readable(run, person, id);
        for (const line of actionLines(change)) run.io.err(line);
        refuseUnreadable(change, pageOf(id));
        const confirmed = await confirm(run, change, flags.hash, pageOf(id));
        const editToken = change.requires_step_up ? await stepUp(run, person, change) : {};
        const options = {
          payloadHash: change.payload_hash,
          ...confirmed,
          ...editToken,
          ...commentOf(flags.comment),
        };
        return finish(run, await person.approve(id, { ...options, signal: run.io.signal }));
      }),
    ),
  new Command("reject")
    .description("reject a proposed action with a reason, by your personal token")
    .argument("<id>", "the action's number", readId)
    .requiredOption("--reason <text>", "the agent reads it")
    .option("--hash <payload hash>", "of the change that you have read")
    .action(
      action(context, async (run, id: number, { reason, hash }: { reason: string; hash?: string }) => {
        const { person } = await personClient(run.io);
        const change = await readable(run, person, id);
        requireHash(change, hash);
        const options = { payloadHash: change.payload_hash, comment: reason, signal: run.io.signal };
        return finish(run, await person.reject(id, options));
      }),
    ),
];

/** @throws Stop where its content is hidden from this person. */
async function readable({ io }: Run, person: CountersignPerson, id: number): Promise<ActionView> {
  const change = await person.action(id, { signal: io.signal });
  if ((change.sentence as string | null) === null)
    throw new Stop(EXIT.refused, `The content of #${id} is hidden from you, so you cannot decide it.`);
  return change;
}

function refuseUnreadable(change: ActionView, page: string): void {
  if (change.status !== "pending")
    throw new Stop(EXIT.refused, `#${change.id} is ${change.status}: there is nothing to decide.`);
  if (READ_ON_PAGE.includes(change.unshown))
    throw new Stop(
      EXIT.refused,
      `A terminal cannot show all of #${change.id}: read and decide it at ${page}`,
    );
}

/** @throws Stop where nobody confirmed it. */
async function confirm(
  { io }: Run,
  change: ActionView,
  hash: string | undefined,
  page: string,
): Promise<{ confirmed?: true }> {
  requireHash(change, hash);
  const isGrave = change.risk_level >= 4 || change.unshown !== null;
  if (!io.isTerminal) {
    if (isGrave)
      throw new Stop(EXIT.refused, `#${change.id} is confirmed by a person at a terminal, or at ${page}`);
    if (hash === undefined) {
      const error = { path: "--hash", message: "must be the hash of the change that you have read" };
      throw new Stop(EXIT.usage, "There is no terminal to confirm this at.", [error]);
    }
    return {};
  }
  const answer = await io.ask(`Approve #${change.id}? Type yes: `);
  if (answer.toLowerCase() !== "yes") throw new Stop(EXIT.refused, "Nothing was decided.");
  return isGrave ? { confirmed: true } : {};
}

function requireHash(change: ActionView, hash: string | undefined): void {
  if (hash !== undefined && hash !== change.payload_hash)
    throw new Stop(EXIT.refused, `#${change.id} is not the change with this hash: read it again.`);
}

/** L5: its reference, typed, and a code. Both come from a terminal, so a person is there. */
async function stepUp(
  { io }: Run,
  person: CountersignPerson,
  change: ActionView,
): Promise<{ editToken: string }> {
  const reference = await io.ask(`Type its reference (${plain(change.entity_ref)}): `);
  const code = await io.askSecret("Six-digit code of your authenticator app: ");
  const { edit_token: editToken } = await person.editToken(
    {
      action_id: change.id,
      payload_hash: change.payload_hash,
      decision: "approve",
      typed_reference: reference,
      factor: { type: "totp", code },
    },
    { signal: io.signal },
  );
  return { editToken };
}

const commentOf = (comment: string | undefined) => (comment === undefined ? {} : { comment });

function finish({ print }: Run, result: DecisionResult): number {
  const missing = result.required_approvals - result.approvals;
  const words = {
    claimed: result.status,
    vote_recorded: `your approval is kept; ${missing} more ${missing === 1 ? "is" : "are"} needed`,
    already_decided: `${result.status}; you had decided so before`,
  };
  print(result, [`#${result.id} ${words[result.outcome]}`]);
  return EXIT.done;
}
