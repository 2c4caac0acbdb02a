import { LINE_ISSUES_MAX, findTwins, writesOf } from "@/lib/action-types/payload/lines";
import { actionTypeOf } from "@/lib/action-types/registry";
import { weighedCurrencyOf } from "@/lib/action-types/shared/currency";
import type { ActionTypeDefinition, LiveLine, LiveRead } from "@/lib/action-types/shared/definition";
import { type ProposalPayload, asLine, atLine } from "@/lib/core/payload/payload";
import { buildRead } from "@/lib/destinations/requests";
import { AppError, type FieldIssue } from "@/lib/core/errors";
import type { ReadOutcome } from "@/lib/core/push/verdict";
import type { Gateway } from "@/lib/gateway/context";
import { netSuiteReaderOf } from "@/lib/gateway/netsuite-accounts";
import {
  type PreparedProposal,
  type RecordRead,
  bindToLiveValues,
  isBusy,
  liveReadOf,
  readsBusy,
} from "./prepare-proposal";

export interface BoundRoll {
  payload: ProposalPayload;
  live: LiveRead | null;
}

interface RollReading {
  tenantId: number;
  laneOpen: boolean;
  /** The person or agent that the read is for: askers take turns. */
  asker: string;
}

/**
 * Reads every line's record and binds each line to its values, all or nothing: one line that does not hold refuses the
 * roll, and the answer names each such line. Asks the network: never inside a transaction.
 * @throws AppError from_mismatch, record_missing, record_refused, validation_failed 422, the first 50 lines named.
 */
export async function readAndBindRoll(
  { payload }: PreparedProposal,
  { tenantId, laneOpen, asker }: RollReading,
  gateway: Gateway,
): Promise<BoundRoll> {
  const lines = writesOf(payload);
  const answers = laneOpen
    ? await netSuiteReaderOf(gateway, tenantId).readMany(lines.map(buildRead), asker)
    : [];
  if (answers.some(isBusy)) throw readsBusy();
  const boundLines = bindLines(lines, answers);
  const twins = findTwins(boundLines.map((line) => line.payload));
  if (twins.length > 0)
    throw new AppError("validation_failed", "Two lines of this roll lead to the same place; see errors.", {
      issues: twins.slice(0, LINE_ISSUES_MAX),
    });
  const live = boundLines.map((line) => line.live);
  return {
    payload: { ...payload, lines: boundLines.map((line) => asLine(line.payload)) },
    live: live.some((read) => read !== null) ? togetherOf(live) : null,
  };
}

interface BoundLine {
  payload: ProposalPayload;
  live: RecordRead | null;
}

function bindLines(
  lines: readonly ProposalPayload[],
  answers: readonly (ReadOutcome | undefined)[],
): BoundLine[] {
  const refusals: { index: number; error: AppError }[] = [];
  const boundLines = lines.flatMap((line, index): BoundLine[] => {
    try {
      const live = liveReadOf(answers[index] ?? null);
      return [{ payload: bindToLiveValues({ definition: definitionOf(line), payload: line }, live), live }];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusals.push({ index, error });
      return [];
    }
  });
  if (refusals.length > 0) throw together(refusals, lines.length);
  return boundLines;
}

/** One answer for all refused lines, under the code of the first. */
function together(refusals: readonly { index: number; error: AppError }[], lineCount: number): AppError {
  const { code } = refusals[0]!.error;
  const named = refusals.slice(0, LINE_ISSUES_MAX);
  return new AppError(
    code,
    `${refusals.length} of ${lineCount} lines cannot be proposed as they are; see errors. Nothing was proposed.`,
    {
      issues: named.flatMap(({ index, error }) => issuesOf(error).map((issue) => atLine(index, issue))),
      members: {
        lines_refused: refusals.length,
        live: named.flatMap(({ index, error }) =>
          Array.isArray(error.members.live)
            ? error.members.live.map((value: object) => ({ line: index, ...value }))
            : [],
        ),
      },
    },
  );
}

function issuesOf(error: AppError): FieldIssue[] {
  return error.issues.length > 0 ? error.issues : [{ path: "entity_ref", message: error.publicMessage }];
}

function togetherOf(lines: readonly (LiveLine | null)[]): LiveRead {
  const currencies = lines.map((line) => (line ? weighedCurrencyOf(line.facts) : undefined));
  const currency = currencies.find((one) => one !== undefined);
  const account = lines.find((line) => line?.facts.netsuite_account)?.facts.netsuite_account;
  const facts = {
    ...(currency === undefined ? {} : { currency }),
    ...(account === undefined ? {} : { netsuite_account: account }),
  };
  return { recordName: null, values: {}, facts, lines };
}

function definitionOf(line: ProposalPayload): ActionTypeDefinition {
  return actionTypeOf(line.action_type)!;
}
