import { DEFINITIONS } from "@/lib/action-types/registry";
import type { ActionTypeDefinition } from "@/lib/action-types/shared/definition";
import type { Words } from "@/lib/action-types/shared/tool";
import type { ProposedChange } from "@/lib/core/payload/payload";

/** A believable call per tool: the words in which a model would say the example of the type's definition. */
export const TOOL_EXAMPLES: Record<string, Record<string, unknown>> = Object.fromEntries(
  DEFINITIONS.map((definition) => [definition.tool.name, wordsOf(definition)]),
);

function wordsOf({ tool, example }: ActionTypeDefinition): Record<string, unknown> {
  const lines = example.lines?.map((line) => spoken(tool.lineWords ?? {}, line));
  return spoken(tool.words, { ...example, lines });
}

interface Content {
  changes: readonly ProposedChange[];
  context: Record<string, unknown>;
  lines?: unknown;
}

/** The value at each place, under its word. A word whose place the example leaves empty is left out. */
function spoken(words: Words, content: Content): Record<string, unknown> {
  const said = Object.entries(words).map(([word, { place }]) => [word, valueAt(content, place)] as const);
  return Object.fromEntries(said.filter(([, value]) => value !== undefined && value !== null));
}

function valueAt(content: Content, place: string): unknown {
  const [room, name = "", end] = place.split(".");
  if (room === "context") return content.context[name];
  if (room !== "changes") return content[place as keyof Content];
  const change = content.changes.find(({ field }) => field === name);
  return change?.[end as keyof ProposedChange];
}

/** Places that the API may complain of: in each part of a proposal, and in one that no word fills in. */
export const COMPLAINT_PATHS: readonly string[] = [
  "entity_ref",
  "entity_type",
  "reason",
  "context.location",
  "somewhere",
  ...[0, 1].flatMap((at) => [`changes[${at}].to`, `changes[${at}].from`, `lines[${at}]`]),
  ...["entity_ref", "changes[0].to", "context.bid_id", "context.customer"].map((path) => `lines[1].${path}`),
];
