"use server";
import { z } from "zod";
import { currentPerson } from "@/lib/auth/session";
import { assertSameOrigin } from "@/lib/auth/same-origin";
import type { Overview } from "@/lib/contract/action-view";
import {
  bulkDecideSchema,
  decideSchema,
  editTokenSchema,
  idSchema,
  type BulkDecideResult,
  type DecideResult,
  type EditTokenResult,
} from "@/lib/contract/decision";
import { problemOf, type Problem } from "@/lib/contract/problem";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/principal";
import { bulkDecide } from "@/lib/gateway/bulk-decide";
import { decideAction } from "@/lib/gateway/decide-action";
import { issueEditToken } from "@/lib/gateway/issue-edit-token";
import { setKillSwitch } from "@/lib/gateway/set-kill-switch";
import { checkInput } from "@/lib/http/json-body";

/** The pages' mutations: parse, establish who asks, call one verb, translate its result. No rule lives here. */

export type Answered<T> = { ok: true; result: T } | { ok: false; problem: Problem };

const decideOnPageSchema = decideSchema.extend({ id: idSchema, edit_token: z.string().max(500).optional() });
const switchReasonLengthMax = 500;
const killSwitchSchema = z.strictObject({
  name: z.enum(["ns_writes", "proposed_apply", "high_risk_ops"]),
  engaged: z.boolean(),
  reason: z.string().trim().min(1, "say why; everyone sees it").max(switchReasonLengthMax),
});

export type DecideOnPage = z.input<typeof decideOnPageSchema>;
export type KillSwitchChange = z.input<typeof killSwitchSchema>;

export async function decide(input: DecideOnPage): Promise<Answered<DecideResult>> {
  return answer(decideOnPageSchema, input, (person, sent) =>
    decideAction(person, {
      actionId: sent.id,
      decision: sent.decision,
      payloadHash: sent.payload_hash,
      comment: sent.comment ?? null,
      confirmed: sent.confirmed ?? false,
      editToken: sent.edit_token ?? null,
      channel: "page",
    }),
  );
}

export async function decideMany(
  input: z.input<typeof bulkDecideSchema>,
): Promise<Answered<BulkDecideResult>> {
  return answer(bulkDecideSchema, input, (person, sent) => bulkDecide(person, sent));
}

export async function requestEditToken(
  input: z.input<typeof editTokenSchema>,
): Promise<Answered<EditTokenResult>> {
  return answer(editTokenSchema, input, (person, sent) => issueEditToken(person, sent));
}

export async function changeKillSwitch(input: KillSwitchChange): Promise<Answered<Overview["switches"]>> {
  return answer(killSwitchSchema, input, (person, sent) => setKillSwitch(person, sent));
}

/** Faults that are no AppError go up: Next logs them, and the page tells the reader that no answer came. */
async function answer<Schema extends z.ZodType, T>(
  schema: Schema,
  input: unknown,
  verb: (person: Person, sent: z.output<Schema>) => Promise<T>,
): Promise<Answered<T>> {
  try {
    await assertSameOrigin();
    const person = await currentPerson();
    if (!person) throw new AppError("unauthenticated", "Your session has ended. Sign in again.");
    return { ok: true, result: await verb(person, checkInput(schema, input)) };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, problem: problemOf(error) };
    throw error;
  }
}
