import { z } from "zod";
import { DEFINITIONS } from "@/lib/action-types/registry";
import type { ActionTypeDefinition } from "@/lib/action-types/shared/definition";
import type { Tool } from "@/lib/action-types/shared/tool";
import type { FieldIssue } from "@/lib/core/errors";
import { PROPOSAL_LIMITS, type ProposalInput } from "@/lib/contract/proposal";
import type { Problem } from "@/lib/contract/problem";

/**
 * The chat tool of an action type: its schemas, the proposal that its words mean, and complaints in those words. All of
 * it is made from the `tool` of the type's definition.
 */

/** Words that every tool takes besides its own, and that a model may fill in. */
const wordsOfTheModel = {
  reason: z
    .string()
    .max(PROPOSAL_LIMITS.reasonLengthMax)
    .default("")
    .describe("One or two sentences for the person who decides: why this change, from which source."),
  evidence: z
    .array(z.string().min(1).max(2_000))
    .max(PROPOSAL_LIMITS.evidenceMax)
    .default([])
    .describe("The sources: document numbers, quotes. Shown to the person as unchecked text."),
};

const keyLengthMax = 160;

/** The code around the model says this about the call. No model is ever asked for it. */
const wordsOfTheCaller = {
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
export type ToolCall = z.input<z.ZodObject<typeof wordsOfTheCaller>>;
type Common = typeof wordsOfTheModel & typeof wordsOfTheCaller;
type ToolInput = z.output<z.ZodObject<Common>> & Record<string, unknown>;

export interface KitAction<Input = unknown> {
  definition: ActionTypeDefinition;
  schema: z.ZodType<ToolInput, Input>;
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
    schema: z.strictObject({ ...words, ...wordsOfTheModel, ...wordsOfTheCaller }) as unknown as z.ZodType<
      ToolInput,
      z.input<z.ZodObject<Words & Common>>
    >,
    modelSchema: z.strictObject({ ...words, ...wordsOfTheModel }),
  };
}

/** One per action type. */
export const KIT_ACTIONS: readonly KitAction[] = DEFINITIONS.map(kitActionOf);

type Vocabulary = Pick<Tool, "always" | "goesTo">;
type WordValues = Record<string, unknown>;

/** The proposal that a tool's words mean. */
export function proposalOf(
  { type, entityTypes, tool }: ActionTypeDefinition,
  input: ToolInput,
): ProposalInput {
  const linesWord = wordAt(tool, "lines");
  const entityWord = wordAt(tool, "entity_type");
  return {
    action_type: type,
    entity_type: entityWord === null ? entityTypes[0] : String(input[entityWord]),
    ...contentOf(tool, input),
    ...(linesWord === null ? {} : { lines: linesOf(tool, input[linesWord] as WordValues[]) }),
    reason: input.reason,
    evidence: input.evidence,
    conversation_ref: input.conversationRef,
    model: input.model,
    prompt_template_version: input.promptTemplateVersion,
  };
}

function linesOf(tool: Tool, lines: readonly WordValues[]) {
  const words = lineWordsOf(tool);
  return lines.map((line) => contentOf(words, line));
}

function lineWordsOf({ lineGoesTo = {} }: Tool): Vocabulary {
  return { goesTo: lineGoesTo };
}

/** The part that a proposal and a line of a roll have in common. */
function contentOf(
  words: Vocabulary,
  values: WordValues,
): Pick<ProposalInput, "entity_ref" | "changes" | "context"> {
  const context = Object.entries(words.goesTo)
    .filter(([word, place]) => place.startsWith("context.") && values[word] !== undefined)
    .map(([word, place]) => [place.slice("context.".length), values[word] as string]);
  return {
    entity_ref: String(values[wordAt(words, "entity_ref") ?? ""]),
    changes: changesOf(words, values),
    context: Object.fromEntries(context),
  };
}

function changesOf(words: Vocabulary, values: WordValues): ProposalInput["changes"] {
  return changedFields(words, values).map((field) => {
    const value = (key: "from" | "to") => values[wordAt(words, `changes.${field}.${key}`) ?? ""] as Decimal;
    const from = value("from");
    const to = value("to") ?? words.always?.find((change) => change.field === field)?.to ?? null;
    return { field, ...(from === undefined ? {} : { from }), to };
  });
}
type Decimal = string | number | undefined;

/**
 * Each field once, in the order of the words; the gateway's complaints count them in this order. A field without a new
 * value is not changed.
 */
function changedFields(words: Vocabulary, values: WordValues): string[] {
  const changed = Object.entries(words.goesTo).flatMap(([word, place]) => {
    const field = /^changes\.(.+)\.to$/.exec(place)?.[1];
    return field === undefined || values[word] === undefined ? [] : [field];
  });
  return [...new Set([...changed, ...(words.always ?? []).map(({ field }) => field)])];
}

function wordAt({ goesTo }: Vocabulary, place: string): string | null {
  return Object.entries(goesTo).find(([, to]) => to === place)?.[0] ?? null;
}

/** The gateway's complaints, about paths that the tool never saw, in the tool's own words. */
export function inWordsOf({ tool }: ActionTypeDefinition, problem: Problem, input: unknown): Problem {
  if (!problem.errors) return problem;
  const words = typeof input === "object" && input !== null ? (input as WordValues) : {};
  const errors = problem.errors.map(({ path, message }): FieldIssue => {
    const line = /^lines\[(\d+)\](?:\.(.+))?$/.exec(path);
    const linesWord = wordAt(tool, "lines");
    if (!line || linesWord === null) return { path: wordOf(tool, words, path) ?? path, message };
    const [, index = "0", within] = line;
    const values = (words[linesWord] as WordValues[] | undefined)?.[Number(index)] ?? {};
    const word = within === undefined ? "" : `.${wordOf(lineWordsOf(tool), values, within) ?? within}`;
    return { path: `${linesWord}[${index}]${word}`, message };
  });
  return { ...problem, errors };
}

function wordOf(words: Vocabulary, values: WordValues, path: string): string | null {
  const fields = changedFields(words, values);
  const place = path.replace(
    /^changes\[(\d+)\]/,
    (_all, index: string) => `changes.${fields[Number(index)]}`,
  );
  return wordAt(words, place);
}
