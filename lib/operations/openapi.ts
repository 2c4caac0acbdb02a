import { z } from "zod";
import { problemSchema } from "@/lib/contract/problem";
import { ERROR_STATUS } from "@/lib/core/errors";
import { OPERATIONS } from "./index";
import type { Caller, Operation } from "./frame/operation";

/** The contract as one OpenAPI 3.1 document, made from the list that answers requests. */
export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
    const described = { operationId: name, ...describe(operation) };
    paths[operation.path] = { ...paths[operation.path], [operation.method]: described };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Countersign",
      version: "1",
      description:
        "Agents propose writes, people decide them. Errors are RFC 9457 problem documents with a stable `code`.",
    },
    components: {
      securitySchemes: {
        agentKey: {
          type: "http",
          scheme: "bearer",
          description: "An agent's key; may propose, read and withdraw its own.",
        },
        personalToken: { type: "http", scheme: "bearer", description: "A person's token." },
        metricsToken: {
          type: "http",
          scheme: "bearer",
          description: "The METRICS_TOKEN of the environment.",
        },
        operatorToken: {
          type: "http",
          scheme: "bearer",
          description:
            "The OPERATOR_TOKEN of the environment; the header X-Operator holds the operator's name.",
        },
        session: { type: "apiKey", in: "cookie", name: "next-auth.session-token" },
      },
      schemas: { Problem: schemaOf(problemSchema, "output") },
    },
    paths,
  };
}

const security: Record<Caller, Record<string, string[]>[]> = {
  agent: [{ agentKey: [] }],
  person: [{ personalToken: [] }, { session: [] }],
  scraper: [{ metricsToken: [] }],
  operator: [{ operatorToken: [] }],
  anybody: [],
};

function describe(operation: Operation): Record<string, unknown> {
  const responses: Record<string, unknown> = {};
  for (const [status, { description, schema, type }] of Object.entries(operation.answers)) {
    responses[status] = {
      description,
      content: { [type ?? "application/json"]: { schema: schemaOf(schema, "output") } },
    };
  }
  for (const status of refusalStatusesOf(operation)) {
    responses[status] = {
      description: "A problem document",
      content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
    };
  }
  return {
    summary: `${operation.summary}${operation.role ? ` (${roleWords[operation.role]})` : ""}`,
    security: security[operation.caller],
    parameters: parametersOf(operation),
    ...(operation.body
      ? {
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: schemaOf(operation.body, "input"),
                example: operation.example,
              },
            },
          },
        }
      : {}),
    responses,
  };
}

const roleWords = { approver: "approvers and administrators", admin: "administrators" };

/** The verb's own refusals, and those of the frame by what the operation takes. */
function refusalStatusesOf({ caller, address, query, body, refusals = [] }: Operation): number[] {
  const frame = [
    ...(caller === "anybody" ? [] : [ERROR_STATUS.unauthenticated]),
    ...(caller === "agent" || caller === "person" ? [ERROR_STATUS.not_allowed] : []),
    ...(address ? [ERROR_STATUS.malformed_request, ERROR_STATUS.not_found] : []),
    ...(query ? [ERROR_STATUS.validation_failed] : []),
    ...(body
      ? [
          ERROR_STATUS.malformed_json,
          ERROR_STATUS.payload_too_large,
          ERROR_STATUS.unsupported_media_type,
          ERROR_STATUS.validation_failed,
        ]
      : []),
  ];
  return [...new Set([...frame, ...refusals.map((code) => ERROR_STATUS[code])])].sort();
}

function parametersOf({ path, address = {}, query, headers = {} }: Operation): unknown[] {
  const inAddress = Object.entries(address).map(([name, { schema }]) => ({
    name,
    in: path.includes(`{${name}}`) ? "path" : "query",
    required: true,
    schema: schemaOf(schema, "input"),
  }));
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    schema: schemaOf(schema as z.ZodType, "input"),
  }));
  const inHeaders = Object.values(headers).map(({ name, description }) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  }));
  return [...inAddress, ...inQuery, ...inHeaders];
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): unknown {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
