"use server";
import { z } from "zod";
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
import { pageChannel } from "@/lib/channels/web";
import { bulkDecide } from "@/lib/gateway/decide/bulk-decide";
import { decideAction } from "@/lib/gateway/decide/decide-action";
import { issueEditToken } from "@/lib/gateway/decide/issue-edit-token";
import { setKillSwitch } from "@/lib/gateway/controls/set-kill-switch";
import { answerAction, type Answered } from "@/lib/http/server-action";

/** The pages' mutations: parse, establish who asks, call one verb, translate its result. No rule lives here. */

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
  return answerAction(decideOnPageSchema, input, (person, sent) =>
    decideAction(person, pageChannel.receive({ actionId: sent.id, input: sent, editToken: sent.edit_token })),
  );
}

export async function decideMany(
  input: z.input<typeof bulkDecideSchema>,
): Promise<Answered<BulkDecideResult>> {
  return answerAction(bulkDecideSchema, input, (person, sent) => bulkDecide(person, sent));
}

export async function requestEditToken(
  input: z.input<typeof editTokenSchema>,
): Promise<Answered<EditTokenResult>> {
  return answerAction(editTokenSchema, input, (person, sent) => issueEditToken(person, sent));
}

export async function changeKillSwitch(input: KillSwitchChange): Promise<Answered<Overview["switches"]>> {
  return answerAction(killSwitchSchema, input, (person, sent) => setKillSwitch(person, sent));
}
