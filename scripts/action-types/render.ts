import { DEFINITIONS } from "@/lib/action-types/registry";
import type { ActionTypeDefinition } from "@/lib/action-types/shared/definition";
import { toolDefinitions } from "@/lib/contract/kit/tool-definitions";
import { LOGIN_NEEDS, PERMISSION_NEEDS } from "../netsuite-check/needs";
import { openApiDocument } from "@/lib/operations/openapi";
import { type Marks, formatted, inCamelCase, withPart } from "./generated-part";
import { pythonClass, pythonFile, pythonMarks } from "./render-python";
import { actionsFile, actionsModule, contractFile, contractModule } from "./render-sdk";
import type { OpenApi } from "./sdk-operations";

/** The files that follow from the action types' definitions, with the text that each has to hold. */
export async function renderFiles(): Promise<Map<string, string>> {
  const files = await formatted([
    [approvedIdsFile, approvedIdsModule()],
    [serverActionsFile, serverActionsModule()],
    [kitDocument, await withPart(kitDocument, tableMarks, toolTable())],
    [typesDocument, await withPart(typesDocument, tableMarks, typeTable())],
    [setupDocument, await withPart(setupDocument, tableMarks, permissionTable())],
    [contractFile, await contractModule(openApiDocument() as unknown as OpenApi)],
    [actionsFile, await actionsModule()],
  ]);
  // Prettier reads no Python.
  return files.set(pythonFile, await withPart(pythonFile, pythonMarks, pythonClass()));
}

const serverActionsFile = "app/kit/propose.ts";
const approvedIdsFile = "netsuite/sdf/FileCabinet/SuiteScripts/countersign/gfs_approved_ids.js";
const kitDocument = "docs/server-action-kit.md";
const typesDocument = "docs/adding-an-action-type.md";
const setupDocument = "docs/netsuite-setup.md";
const tableMarks: Marks = ["<!-- made by npm run action-types -->\n", "\n<!-- end -->"];

function serverActionsModule(): string {
  const modules = DEFINITIONS.map(({ type }) => type.replaceAll("_", "-")).sort();
  return `"use server";

${modules.map((name) => `import { ${inCamelCase(name)} } from "@/lib/action-types/${name}";`).join("\n")}
import { proposeWith } from "@/lib/http/kit-action";

/**
 * One server action per action type, named like its tool: \`propose_price_change\` is \`proposePriceChange\`. Each takes the
 * words of the type's tool, and none approves anything. Made by \`npm run action-types\` from the definitions of the action
 * types; do not edit.
 */
${DEFINITIONS.map(({ type, tool }) => `export const ${inCamelCase(tool.name)} = proposeWith(${inCamelCase(type)});`).join("\n")}
`;
}

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

function permissionTable(): string {
  const named = ({ name, key }: { name: string; key: string }) => `${name} (${code(key)})`;
  return tableOf(
    ["permission", "level", "without it"],
    [
      [Object.values(LOGIN_NEEDS).map(named).join(", "), "Full", "nobody signs in; keep the one you use"],
      ...PERMISSION_NEEDS.map((need) => [named(need), inWords(need.level), need.without]),
      ["the record type Countersign ledger (on the record type itself)", "Edit", "nothing is sent"],
      ["notes of customers and transactions [?]", "Create", "notes are refused"],
    ],
  );
}

function inWords(level: string): string {
  return `${level[0]}${level.slice(1).toLowerCase()}`;
}

function tableOf(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function code(text: string): string {
  return `\`${text}\``;
}
