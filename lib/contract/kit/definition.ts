import { z } from "zod";
import type { ActionType, ProposedChange } from "@/lib/core/field-map";
import { PROPOSAL_LIMITS, type ProposalInput } from "../proposal";
import type { Problem } from "../problem";

/**
 * What one action type looks like to a chat tool: its words, and where in a proposal each of them goes. Everything else
 * (the schema, the proposal, the JSON Schema for a model, complaints in the tool's own words) is made from that table.
 */

/** Where a word goes: `changes.price.to` is the `to` of the change of field `price`. */
type Place = "entity_type" | "entity_ref" | `context.${string}` | `changes.${string}.${"from" | "to"}`;

/** Beside its own words every tool takes these, and a model may fill them in. */
const saidByTheModel = {
  reason: z
    .string()
    .max(PROPOSAL_LIMITS.reasonLengthMax)
    .default("")
    .describe("One or two sentences for the person who decides: why this change, from which source."),
  evidence: z
    .array(z.string().min(1).max(2_000))
    .max(PROPOSAL_LIMITS.evidenceMax)
    .default([])
    .describe("What it was seen in: document numbers, quotes. Shown to the person as unchecked text."),
};

const keyLengthMax = 160;

/** What the code around the model says about the call. No model is ever asked for it. */
const saidByTheCaller = {
  /** Repeating a call with the same key proposes once: the model's own id of the tool call is a good one. */
  idempotencyKey: z
    .string()
    .regex(
      new RegExp(`^[\\x21-\\x7e]{1,${keyLengthMax}}$`),
      `must be 1 to ${keyLengthMax} printable characters without spaces`,
    ),
  conversationRef: z.string().min(1).max(200).optional(),
  model: z.string().max(200).optional(),
  promptTemplateVersion: z.string().max(200).optional(),
};

/** About the call, from the code around the model. */
export type ToolCall = z.input<z.ZodObject<typeof saidByTheCaller>>;
type Common = typeof saidByTheModel & typeof saidByTheCaller;
type Sent = z.output<z.ZodObject<Common>> & Record<string, unknown>;

export interface KitAction<Input = unknown> {
  actionType: ActionType;
  /** What a model calls it: `propose_price_change`. The server action is `proposePriceChange`. */
  name: string;
  description: string;
  /** Null: one of the words says it. */
  entityType: string | null;
  /** What the type writes whatever the tool says. */
  always: readonly ProposedChange[];
  goesTo: Readonly<Record<string, Place>>;
  schema: z.ZodType<Sent, Input>;
  /** The part of the schema that a model fills in. */
  modelSchema: z.ZodType;
}

interface Described<Words extends z.ZodRawShape> {
  actionType: ActionType;
  name: `propose_${string}`;
  description: string;
  entityType: string | null;
  always?: readonly ProposedChange[];
  words: Words;
  goesTo: { [Word in keyof Words]: Place };
}

export function kitAction<Words extends z.ZodRawShape>(
  described: Described<Words>,
): KitAction<z.input<z.ZodObject<Words & Common>>> {
  const { words, always = [], ...rest } = described;
  return {
    ...rest,
    always,
    // What zod makes of a shape that is only known to the caller cannot be spelled out here.
    schema: z.strictObject({ ...words, ...saidByTheModel, ...saidByTheCaller }) as unknown as z.ZodType<
      Sent,
      z.input<z.ZodObject<Words & Common>>
    >,
    modelSchema: z.strictObject({ ...words, ...saidByTheModel }),
  };
}

type AnyKitAction = Pick<KitAction, "actionType" | "entityType" | "always" | "goesTo">;

/** The proposal that a tool's words mean. */
export function proposalOf(action: AnyKitAction, sent: Sent): ProposalInput {
  const said = Object.entries(action.goesTo)
    .map(([word, place]) => ({ place, value: sent[word] }))
    .filter(({ value }) => value !== undefined);
  const at = (place: Place) => said.find((entry) => entry.place === place)?.value;
  const context = said.filter(({ place }) => place.startsWith("context."));
  return {
    action_type: action.actionType,
    entity_type: action.entityType ?? String(at("entity_type")),
    entity_ref: String(at("entity_ref")),
    changes: changesOf(action, sent),
    context: Object.fromEntries(
      context.map(({ place, value }) => [place.slice("context.".length), value as string]),
    ),
    reason: sent.reason,
    evidence: sent.evidence,
    conversation_ref: sent.conversationRef,
    model: sent.model,
    prompt_template_version: sent.promptTemplateVersion,
  };
}

function changesOf(action: AnyKitAction, sent: Sent): ProposalInput["changes"] {
  return changedFields(action, sent).map((field) => {
    const said = (key: "from" | "to") => sent[wordAt(action, `changes.${field}.${key}`) ?? ""] as Decimal;
    const from = said("from");
    const to = said("to") ?? action.always.find((change) => change.field === field)?.to ?? null;
    return { field, ...(from === undefined ? {} : { from }), to };
  });
}
type Decimal = string | number | undefined;

/**
 * Each once, in the order of the words; the gateway's complaints count them in this order. A field of which no new value
 * was said is not changed.
 */
function changedFields(action: AnyKitAction, sent: Readonly<Record<string, unknown>>): string[] {
  const spoken = Object.entries(action.goesTo).flatMap(([word, place]) => {
    const field = /^changes\.(.+)\.to$/.exec(place)?.[1];
    return field === undefined || sent[word] === undefined ? [] : [field];
  });
  return [...new Set([...spoken, ...action.always.map(({ field }) => field)])];
}

function wordAt(action: AnyKitAction, place: string): string | null {
  return Object.entries(action.goesTo).find(([, to]) => to === place)?.[0] ?? null;
}

/** The gateway's complaints, about paths that the tool never saw, in the tool's own words. */
export function inWordsOf(action: AnyKitAction, problem: Problem, input: unknown): Problem {
  if (!problem.errors) return problem;
  const sent = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  const fields = changedFields(action, sent);
  const errors = problem.errors.map(({ path, message }) => {
    const place = path.replace(
      /^changes\[(\d+)\]/,
      (_all, index: string) => `changes.${fields[Number(index)]}`,
    );
    return { path: wordAt(action, place) ?? path, message };
  });
  return { ...problem, errors };
}
