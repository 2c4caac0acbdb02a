import { compile } from "json-schema-to-typescript";
import { DEFINITIONS } from "@/lib/action-types/registry";
import type { ActionTypeDefinition } from "@/lib/action-types/shared/definition";
import type { Words } from "@/lib/action-types/shared/tool";
import { toolDefinitions } from "@/lib/contract/kit/tool-definitions";
import { ERROR_STATUS } from "@/lib/core/errors";
import { inCamelCase } from "./generated-part";
import {
  type SdkOperation,
  type OpenApi,
  type Operation,
  type Schema,
  SDK_OPERATIONS,
} from "./sdk-operations";

/** The SDK's types: of the contract's operations from the OpenAPI document, and of each action type from its tool. */

export const contractFile = "packages/sdk/src/generated/contract.ts";
export const actionsFile = "packages/sdk/src/generated/actions.ts";

const banner = "/** Made by `npm run action-types`; do not edit. */\n";

/** @throws Error where the document has an operation of agents without a place in SDK_OPERATIONS. */
export async function contractModule(document: OpenApi): Promise<string> {
  const operations = operationsOf(document);
  const unnamed = operations.filter(({ id, isAgents }) => isAgents && !(id in SDK_OPERATIONS));
  if (unnamed.length > 0)
    throw new Error(
      `SDK_OPERATIONS lacks ${unnamed.map(({ id }) => id).join(", ")}: the SDK has no method for it`,
    );
  const types = new Map<string, string>();
  const entries: string[] = [];
  for (const [id, named] of Object.entries<SdkOperation>(SDK_OPERATIONS)) {
    const operation = operations.find((one) => one.id === id);
    if (!operation) throw new Error(`the document has no operation ${id}`);
    const parts = partsOf(operation, named).map(async ([part, name, schema]) => {
      const text = await typeOf(name, schema);
      if ((types.get(name) ?? text) !== text) throw new Error(`${name} means two things: see ${id}`);
      types.set(name, text);
      return `${part}: ${name}`;
    });
    const address = `{ method: "${operation.method}", path: "${operation.path}" }`;
    entries.push(`${id}: ${address} as Described<{ ${(await Promise.all(parts)).join("; ")} }>`);
  }
  return `${banner}
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** The address of an operation, its input and its answers. The types have no value at run time. */
export interface Described<Types> { method: "GET" | "POST"; path: string; types?: Types }

export const OPERATIONS = { ${entries.join(",\n")} };

/** The stable codes of the API's problem documents. */
export type ErrorCode = ${Object.keys(ERROR_STATUS).map(quoted).join(" | ")};

${[...types.values()].join("\n")}`;
}

interface Found {
  id: string;
  method: string;
  path: string;
  isAgents: boolean;
  operation: Operation;
}

function operationsOf({ paths }: OpenApi): Found[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      isAgents: operation.security.some((way) => "agentKey" in way),
      operation,
    })),
  );
}

type Part = [part: "query" | "body" | "answer", name: string, schema: Schema];

function partsOf({ operation }: Found, { query, body, answer, only }: SdkOperation): Part[] {
  const { parameters, requestBody, responses } = operation;
  const answered = responses[200] ?? responses[201];
  const parts: Part[] = [["answer", answer, partOf(jsonOf(answered!), only)]];
  const inQuery = parameters.filter((one) => one.in === "query");
  if (query)
    parts.push([
      "query",
      query,
      { type: "object", properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])) },
    ]);
  if (body) parts.push(["body", body, jsonOf(requestBody!)]);
  return parts;
}

const jsonOf = ({ content }: { content: Record<string, { schema: Schema }> }): Schema =>
  content["application/json"]!.schema;

/** Of an answer that has one form for those who see its content and another for those who do not: some fields of the first. */
function partOf(schema: Schema, only: readonly string[] | undefined): Schema {
  if (!only) return schema;
  const { properties = {}, ...rest } = schema.oneOf![0]!;
  const absent = only.filter((name) => !(name in properties));
  if (absent.length > 0) throw new Error(`there is no field ${absent.join(", ")}`);
  return {
    ...rest,
    properties: Object.fromEntries(only.map((name) => [name, properties[name]!])),
    required: [...only],
  };
}

async function typeOf(name: string, schema: Schema): Promise<string> {
  return compile(withJson(schema) as never, name, {
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    bannerComment: "",
    format: false,
  });
}

/** Recursive definitions are JSON itself; a schema that says nothing of the type takes anything. */
function withJson(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withJson);
  if (typeof schema !== "object" || schema === null) return schema;
  const { $defs: _json, $ref, properties, ...rest } = schema as Record<string, unknown>;
  if ($ref !== undefined) return { ...rest, tsType: "Json" };
  if (!["type", "anyOf", "oneOf", "allOf", "enum", "const"].some((name) => name in rest))
    return { ...rest, tsType: "unknown" };
  const inside = Object.entries(rest).map(([name, value]) => [
    name,
    typeof value === "object" && name !== "enum" ? withJson(value) : value,
  ]);
  const fields = Object.entries(properties ?? {}).map(([name, value]) => [name, withJson(value)]);
  return { ...Object.fromEntries(inside), ...(properties ? { properties: Object.fromEntries(fields) } : {}) };
}

/** Each action type with its tool and the table of its words. */
export function actionTables() {
  const tools = new Map(toolDefinitions().map((tool) => [tool.name, tool]));
  return DEFINITIONS.map((definition) => {
    const tool = tools.get(definition.tool.name)!;
    return { tool, table: tableOf(definition, tool.inputSchema as Schema) };
  });
}

export async function actionsModule(): Promise<string> {
  const entries: string[] = [];
  const types: string[] = [];
  for (const { tool, table } of actionTables()) {
    const method = inCamelCase(tool.name.replace(/^propose_/, ""));
    const name = `${method[0]!.toUpperCase()}${method.slice(1)}`;
    types.push(await typeOf(name, { description: tool.description, ...(tool.inputSchema as Schema) }));
    entries.push(`${method}: ${JSON.stringify(table)} as Action<${name}>`);
  }
  return `${banner}
import type { Action } from "../propose/action.js";

/** Every action type by the name of its method: where each of its words goes in a proposal. */
export const ACTIONS = { ${entries.join(",\n")} };

${types.join("\n")}`;
}

function tableOf(
  { type, title, entityTypes, tool }: ActionTypeDefinition,
  { properties = {}, required }: Schema,
) {
  const lines = Object.entries(tool.words).find(([, { place }]) => place === "lines")?.[0];
  const line = lines === undefined ? undefined : properties[lines]!.items!;
  return {
    actionType: type,
    title,
    description: tool.description,
    entityType: entityTypes[0],
    words: wordsOf(tool.words, properties, required),
    ...(tool.always ? { always: tool.always } : {}),
    ...(line ? { lineWords: wordsOf(tool.lineWords!, line.properties!, line.required) } : {}),
  };
}

function wordsOf(words: Words, properties: Record<string, Schema>, required: readonly string[] = []) {
  return Object.entries(words).map(([name, { place }]) => ({
    name,
    place,
    description: properties[name]!.description,
    kind: kindOf(properties[name]!),
    required: required.includes(name),
    ...(properties[name]!.enum ? { choices: properties[name]!.enum } : {}),
  }));
}

function kindOf({ type, anyOf }: Schema): "text" | "integer" | "decimal" | "list" {
  if (anyOf) return "decimal";
  if (type === "array") return "list";
  return type === "integer" || type === "number" ? "integer" : "text";
}

const quoted = (text: string): string => JSON.stringify(text);
