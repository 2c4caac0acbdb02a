import { z } from "zod";
import { problemSchema } from "@/lib/contract/problem";
import { type Caller, OPERATIONS, type Operation } from "./operations";

/** The contract as one OpenAPI 3.1 document, made from the schemas that the routes themselves check with. */
export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
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
  for (const status of operation.problems) {
    responses[status] = {
      description: "A problem document",
      content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
    };
  }
  return {
    summary: operation.summary,
    security: security[operation.caller],
    parameters: parametersOf(operation),
    ...(operation.body
      ? {
          requestBody: {
            required: true,
            content: { "application/json": { schema: schemaOf(operation.body, "input") } },
          },
        }
      : {}),
    responses,
  };
}

function parametersOf(operation: Operation): unknown[] {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: operation.inPath ? schemaOf(operation.inPath, "input") : { type: "integer", minimum: 1 },
  }));
  const inQuery = Object.entries(operation.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    schema: schemaOf(schema as z.ZodType, "input"),
  }));
  const inHeader = (operation.headers ?? []).map((header) => ({
    name: header.name,
    in: "header",
    required: header.required,
    description: header.description,
    schema: { type: "string" },
  }));
  return [...inPath, ...inQuery, ...inHeader];
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): unknown {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
