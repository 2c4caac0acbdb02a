import { z } from "zod";
import { DEFINITIONS } from "@/lib/action-types/registry";
import type { ActionTypeDefinition } from "@/lib/action-types/shared/definition";
import { type SchemasOf, type Tool, type Words, schemasOf } from "@/lib/action-types/shared/tool";
import type { FieldIssue } from "@/lib/core/errors";
import { PROPOSAL_LIMITS, type ProposalInput } from "@/lib/contract/actions/proposal";
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
/** A tool's words, with those about the call that a proposal keeps. */
export type ProposalWords = Omit<z.output<z.ZodObject<Common>>, "idempotencyKey"> & Record<string, unknown>;

export interface KitAction<Input = unknown> {
  definition: ActionTypeDefinition;
  schema: z.ZodType<ToolInput, Input>;
  /** The part of the schema that a model fills in. */
  modelSchema: z.ZodType;
}

/** The words of the type's tool that a model fills in, with their schemas. */
export const modelWordsOf = ({ tool }: ActionTypeDefinition) => ({
  ...schemasOf(tool.words),
  ...wordsOfTheModel,
});

export function kitActionOf<Given extends Words>(
  definition: ActionTypeDefinition<string, Given>,
): KitAction<z.input<z.ZodObject<SchemasOf<Given> & Common>>> {
  const words = schemasOf(definition.tool.words);
  return {
    definition,
    // The schema's exact type hangs on words that only the caller knows, so it cannot be written out here.
    schema: z.strictObject({ ...words, ...wordsOfTheModel, ...wordsOfTheCaller }) as unknown as z.ZodType<
      ToolInput,
      z.input<z.ZodObject<SchemasOf<Given> & Common>>
    >,
    modelSchema: z.strictObject({ ...words, ...wordsOfTheModel }),
  };
}

/** One per action type. */
export const KIT_ACTIONS: readonly KitAction[] = DEFINITIONS.map(kitActionOf);

type Vocabulary = Pick<Tool, "always" | "words">;
type WordValues = Record<string, unknown>;

/** The proposal that a tool's words mean. */
export function proposalOf(
  { type, entityTypes, tool }: ActionTypeDefinition,
  input: ProposalWords,
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

function linesOf({ lineWords: words = {} }: Tool, lines: readonly WordValues[]) {
  return lines.map((line) => contentOf({ words }, line));
}

/** The part that a proposal and a line of a roll have in common. */
function contentOf(
  vocabulary: Vocabulary,
  values: WordValues,
): Pick<ProposalInput, "entity_ref" | "changes" | "context"> {
  const context = Object.entries(vocabulary.words)
    .filter(([word, { place }]) => place.startsWith("context.") && values[word] !== undefined)
    .map(([word, { place }]) => [place.slice("context.".length), values[word] as string]);
  return {
    entity_ref: String(values[wordAt(vocabulary, "entity_ref") ?? ""]),
    changes: changesOf(vocabulary, values),
    context: Object.fromEntries(context),
  };
}

function changesOf(vocabulary: Vocabulary, values: WordValues): ProposalInput["changes"] {
  return changedFields(vocabulary, values).map((field) => {
    const value = (key: "from" | "to") =>
      values[wordAt(vocabulary, `changes.${field}.${key}`) ?? ""] as Decimal;
    const from = value("from");
    const to = value("to") ?? vocabulary.always?.find((change) => change.field === field)?.to ?? null;
    return { field, ...(from === undefined ? {} : { from }), to };
  });
}
type Decimal = string | number | undefined;

/**
 * Each field once, in the order of the words; the gateway's complaints count them in this order. A field without a new
 * value is not changed.
 */
function changedFields({ words, always = [] }: Vocabulary, values: WordValues): string[] {
  const changed = Object.entries(words).flatMap(([word, { place }]) => {
    const field = /^changes\.(.+)\.to$/.exec(place)?.[1];
    return field === undefined || values[word] === undefined ? [] : [field];
  });
  return [...new Set([...changed, ...always.map(({ field }) => field)])];
}

function wordAt({ words }: Vocabulary, wanted: string): string | null {
  return Object.entries(words).find(([, { place }]) => place === wanted)?.[0] ?? null;
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
    const word =
      within === undefined ? "" : `.${wordOf({ words: tool.lineWords ?? {} }, values, within) ?? within}`;
    return { path: `${linesWord}[${index}]${word}`, message };
  });
  return { ...problem, errors };
}

function wordOf(vocabulary: Vocabulary, values: WordValues, path: string): string | null {
  const fields = changedFields(vocabulary, values);
  const place = path.replace(
    /^changes\[(\d+)\]/,
    (_all, index: string) => `changes.${fields[Number(index)]}`,
  );
  return wordAt(vocabulary, place);
}
