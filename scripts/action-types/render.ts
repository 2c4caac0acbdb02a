import { readFile } from "node:fs/promises";
import { format, resolveConfig } from "prettier";
import { DEFINITIONS } from "@/lib/action-types/registry";
import type { ActionTypeDefinition } from "@/lib/action-types/shared/definition";
import { toolDefinitions } from "@/lib/contract/kit/tool-definitions";

/** The files that follow from the action types' definitions, with the text that each has to hold. */
export async function renderFiles(): Promise<Map<string, string>> {
  const files: [string, string][] = [
    [approvedIdsFile, approvedIdsModule()],
    [kitDocument, await withTable(kitDocument, toolTable())],
    [typesDocument, await withTable(typesDocument, typeTable())],
  ];
  const formatted = files.map(async ([file, text]): Promise<[string, string]> => {
    const options = await resolveConfig(file);
    return [file, await format(text, { ...options, filepath: file })];
  });
  return new Map(await Promise.all(formatted));
}

const approvedIdsFile = "netsuite/sdf/FileCabinet/SuiteScripts/countersign/gfs_approved_ids.js";
const kitDocument = "docs/server-action-kit.md";
const typesDocument = "docs/adding-an-action-type.md";

function approvedIdsModule(): string {
  const ids = new Set(["record_type", "record_id", ...DEFINITIONS.flatMap(({ pinnedIds }) => pinnedIds)]);
  return `/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * The ids of a request's target that are compared before anything is written. Made by \`npm run action-types\` from the
 * definitions of the action types; do not edit.
 */
define([], () => ({ APPROVED_IDS: ${JSON.stringify([...ids])} }));
`;
}

const [start, end] = ["<!-- made by npm run action-types -->", "<!-- end -->"];

/** The document with its marked table in the current text. @throws Error where the document has no such place. */
async function withTable(file: string, table: string): Promise<string> {
  const text = await readFile(file, "utf8");
  const [before, rest = ""] = text.split(start);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error(`${file} has no table between ${start} and ${end}`);
  return `${before}${start}\n\n${table}\n\n${end}${after}`;
}

function typeTable(): string {
  const rows = DEFINITIONS.map((definition) => {
    const { type, entityTypes, target, oneOf = [], lines } = definition;
    const parts = target.filter(({ from }) => !from[0]!.startsWith("entity_"));
    const context = parts.map(({ from, name, required }) =>
      required || oneOf.includes(name) ? code(from[0]!) : `${code(from[0]!)}?`,
    );
    const places = lines ? [`none; lines of ${code(lines.actionType)}`] : context;
    return [
      code(type),
      entityTypes.map(code).join(", "),
      places.join(", ") + (oneOf.length > 0 ? " (one of them)" : ""),
      fieldsOf(definition).join(", "),
    ];
  });
  return tableOf(["type", "entity", "context (first word is the stored one)", "fields"], rows);
}

function fieldsOf({ fields, implied = [], anyField }: ActionTypeDefinition): string[] {
  return fields.map(({ field, required }, index) => {
    if (implied.some((change) => change.field === field)) return `${code(field)} (implied)`;
    return index === 0 || required || anyField ? code(field) : `${code(field)}?`;
  });
}

function toolTable(): string {
  const typeOf = new Map(DEFINITIONS.map(({ type, tool }) => [tool.name as string, type]));
  const rows = toolDefinitions().map(({ name, inputSchema }) => [
    code(name),
    typeOf.has(name) ? code(typeOf.get(name)!) : "",
    wordsOf(inputSchema),
  ]);
  return tableOf(["tool", "action type", "words"], rows);
}

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  maxItems?: number;
  maximum?: number;
}

/** The words that a tool does not share with all others, optional ones with a question mark. */
function wordsOf({ properties = {}, required = [] }: Schema): string {
  return Object.entries(properties)
    .filter(([word]) => word !== "reason" && word !== "evidence")
    .map(([word, schema]) => `${code(word)}${required.includes(word) ? "" : "?"}${limitsOf(schema)}`)
    .join(", ");
}

function limitsOf({ type, items, maxItems, maximum = Number.MAX_SAFE_INTEGER }: Schema): string {
  if (items) return ` (each ${wordsOf(items)}; up to ${maxItems})`;
  return type === "integer" && maximum < Number.MAX_SAFE_INTEGER ? ` (at most ${maximum})` : "";
}

function tableOf(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function code(text: string): string {
  return `\`${text}\``;
}
