import { z } from "zod";
import { DEFINITIONS } from "@/lib/action-types/registry";
import type { ActionTypeDefinition } from "@/lib/action-types/shared/definition";
import type { Tool } from "@/lib/action-types/shared/tool";
import type { FieldIssue } from "@/lib/core/errors";
import { PROPOSAL_LIMITS, type ProposalInput } from "../proposal";
import type { Problem } from "../problem";

/**
 * The chat tool of an action type: its schemas, the proposal that its words mean, and complaints in those words. All of
 * it is made from the `tool` of the type's definition.
 */

/** Words that every tool takes besides its own, and that a model may fill in. */
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

/** The code around the model says this about the call. No model is ever asked for it. */
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
  definition: ActionTypeDefinition;
  schema: z.ZodType<Sent, Input>;
  /** The part of the schema that a model fills in. */
  modelSchema: z.ZodType;
}

export function kitActionOf<Words extends z.ZodRawShape>(
  definition: ActionTypeDefinition<string, Words>,
): KitAction<z.input<z.ZodObject<Words & Common>>> {
  const { words } = definition.tool;
  return {
    definition,
    // The schema's exact type hangs on words that only the caller knows, so it cannot be written out here.
    schema: z.strictObject({ ...words, ...saidByTheModel, ...saidByTheCaller }) as unknown as z.ZodType<
      Sent,
      z.input<z.ZodObject<Words & Common>>
    >,
    modelSchema: z.strictObject({ ...words, ...saidByTheModel }),
  };
}

/** One per action type. */
export const KIT_ACTIONS: readonly KitAction[] = DEFINITIONS.map(kitActionOf);

type Vocabulary = Pick<Tool, "always" | "goesTo">;
type Spoken = Record<string, unknown>;

/** The proposal that a tool's words mean. */
export function proposalOf({ type, entityTypes, tool }: ActionTypeDefinition, sent: Sent): ProposalInput {
  const linesWord = wordAt(tool, "lines");
  const entityWord = wordAt(tool, "entity_type");
  return {
    action_type: type,
    entity_type: entityWord === null ? entityTypes[0] : String(sent[entityWord]),
    ...contentOf(tool, sent),
    ...(linesWord === null ? {} : { lines: linesOf(tool, sent[linesWord] as Spoken[]) }),
    reason: sent.reason,
    evidence: sent.evidence,
    conversation_ref: sent.conversationRef,
    model: sent.model,
    prompt_template_version: sent.promptTemplateVersion,
  };
}

function linesOf(tool: Tool, lines: readonly Spoken[]) {
  const words = lineWordsOf(tool);
  return lines.map((line) => contentOf(words, line));
}

function lineWordsOf({ lineGoesTo = {} }: Tool): Vocabulary {
  return { goesTo: lineGoesTo };
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
    const to = value("to") ?? words.always?.find((change) => change.field === field)?.to ?? null;
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
  return [...new Set([...spoken, ...(words.always ?? []).map(({ field }) => field)])];
}

function wordAt({ goesTo }: Vocabulary, place: string): string | null {
  return Object.entries(goesTo).find(([, to]) => to === place)?.[0] ?? null;
}

/** The gateway's complaints, about paths that the tool never saw, in the tool's own words. */
export function inWordsOf({ tool }: ActionTypeDefinition, problem: Problem, input: unknown): Problem {
  if (!problem.errors) return problem;
  const sent = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  const errors = problem.errors.map(({ path, message }): FieldIssue => {
    const line = /^lines\[(\d+)\](?:\.(.+))?$/.exec(path);
    const linesWord = wordAt(tool, "lines");
    if (!line || linesWord === null) return { path: wordOf(tool, sent, path) ?? path, message };
    const [, index = "0", within] = line;
    const said = (sent[linesWord] as Spoken[] | undefined)?.[Number(index)] ?? {};
    const word = within === undefined ? "" : `.${wordOf(lineWordsOf(tool), said, within) ?? within}`;
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
