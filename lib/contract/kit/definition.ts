import { z } from "zod";
import type { ActionType } from "@/lib/action-types/registry";
import type { ProposedChange } from "@/lib/core/payload/payload";
import { PROPOSAL_LIMITS, type ProposalInput } from "../proposal";
import type { Problem } from "../problem";

/**
 * What one action type looks like to a chat tool: its words, and where in a proposal each of them goes. Everything else
 * (the schema, the proposal, the JSON Schema for a model, complaints in the tool's own words) is made from that table.
 */

/** Where a word goes: `changes.price.to` is the `to` of the change of field `price`. */
type LinePlace = "entity_ref" | `context.${string}` | `changes.${string}.${"from" | "to"}`;
type Place = LinePlace | "entity_type" | "lines";

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
  /** Of a roll: where the words of one line go within it. */
  lineGoesTo?: Readonly<Record<string, LinePlace>>;
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
  lineGoesTo?: Readonly<Record<string, LinePlace>>;
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

type AnyKitAction = Pick<KitAction, "actionType" | "entityType" | "always" | "goesTo" | "lineGoesTo">;
type Vocabulary = Pick<KitAction, "always" | "goesTo">;
type Spoken = Record<string, unknown>;

/** The proposal that a tool's words mean. */
export function proposalOf(action: AnyKitAction, sent: Sent): ProposalInput {
  const linesWord = wordAt(action, "lines");
  return {
    action_type: action.actionType,
    entity_type: action.entityType ?? String(sent[wordAt(action, "entity_type") ?? ""]),
    ...contentOf(action, sent),
    ...(linesWord === null ? {} : { lines: linesOf(action, sent[linesWord] as Spoken[]) }),
    reason: sent.reason,
    evidence: sent.evidence,
    conversation_ref: sent.conversationRef,
    model: sent.model,
    prompt_template_version: sent.promptTemplateVersion,
  };
}

function linesOf(action: AnyKitAction, lines: readonly Spoken[]) {
  const words = lineWordsOf(action);
  return lines.map((line) => contentOf(words, line));
}

function lineWordsOf(action: AnyKitAction): Vocabulary {
  return { goesTo: action.lineGoesTo ?? {}, always: [] };
}

/** What a proposal says of its record, and a line of its own. */
function contentOf(
  words: Vocabulary,
  said: Spoken,
): Pick<ProposalInput, "entity_ref" | "changes" | "context"> {
  const context = Object.entries(words.goesTo)
    .filter(([word, place]) => place.startsWith("context.") && said[word] !== undefined)
    .map(([word, place]) => [place.slice("context.".length), said[word] as string]);
  return {
    entity_ref: String(said[wordAt(words, "entity_ref") ?? ""]),
    changes: changesOf(words, said),
    context: Object.fromEntries(context),
  };
}

function changesOf(words: Vocabulary, said: Spoken): ProposalInput["changes"] {
  return changedFields(words, said).map((field) => {
    const value = (key: "from" | "to") => said[wordAt(words, `changes.${field}.${key}`) ?? ""] as Decimal;
    const from = value("from");
    const to = value("to") ?? words.always.find((change) => change.field === field)?.to ?? null;
    return { field, ...(from === undefined ? {} : { from }), to };
  });
}
type Decimal = string | number | undefined;

/**
 * Each once, in the order of the words; the gateway's complaints count them in this order. A field of which no new value
 * was said is not changed.
 */
function changedFields(words: Vocabulary, said: Spoken): string[] {
  const spoken = Object.entries(words.goesTo).flatMap(([word, place]) => {
    const field = /^changes\.(.+)\.to$/.exec(place)?.[1];
    return field === undefined || said[word] === undefined ? [] : [field];
  });
  return [...new Set([...spoken, ...words.always.map(({ field }) => field)])];
}

function wordAt(action: Pick<Vocabulary, "goesTo">, place: string): string | null {
  return Object.entries(action.goesTo).find(([, to]) => to === place)?.[0] ?? null;
}

/** The gateway's complaints, about paths that the tool never saw, in the tool's own words. */
export function inWordsOf(action: AnyKitAction, problem: Problem, input: unknown): Problem {
  if (!problem.errors) return problem;
  const sent = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  const errors = problem.errors.map(({ path, message }) => {
    const line = /^lines\[(\d+)\](?:\.(.+))?$/.exec(path);
    const linesWord = wordAt(action, "lines");
    if (!line || linesWord === null) return { path: wordOf(action, sent, path) ?? path, message };
    const [, index = "0", within] = line;
    const said = (sent[linesWord] as Spoken[] | undefined)?.[Number(index)] ?? {};
    const word = within === undefined ? "" : `.${wordOf(lineWordsOf(action), said, within) ?? within}`;
    return { path: `${linesWord}[${index}]${word}`, message };
  });
  return { ...problem, errors };
}

function wordOf(words: Vocabulary, said: Spoken, path: string): string | null {
  const fields = changedFields(words, said);
  const place = path.replace(
    /^changes\[(\d+)\]/,
    (_all, index: string) => `changes.${fields[Number(index)]}`,
  );
  return wordAt(words, place);
}
