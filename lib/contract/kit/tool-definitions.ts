import { z } from "zod";
import { KIT_ACTIONS } from ".";
import { listMineSchema, waitForDecisionSchema, withdrawSchema } from "./results";

/** What a model is offered: every model API takes these three, under one name or another. */
export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema, draft 2020-12, of what the model fills in. */
  inputSchema: Record<string, unknown>;
}

const beside: { name: string; description: string; schema: z.ZodType }[] = [
  {
    name: "wait_for_decision",
    description:
      "Says how a proposal of this person stands: waits some seconds for a decision, or for the write after it. Read `comment` where it was rejected.",
    schema: waitForDecisionSchema,
  },
  {
    name: "withdraw_proposal",
    description: "Takes back a proposal of this person that still waits for a decision.",
    schema: withdrawSchema,
  },
  {
    name: "list_my_proposals",
    description: "Lists what was proposed for this person, newest first, with how each stands.",
    schema: listMineSchema,
  },
];

/** Every tool of the kit, ready to be handed to a model. None of them approves anything. */
export function toolDefinitions(): ToolDefinition[] {
  const proposing = KIT_ACTIONS.map(({ name, description, modelSchema }) => ({
    name,
    description,
    schema: modelSchema,
  }));
  return [...proposing, ...beside].map(({ name, description, schema }) => ({
    name,
    description,
    inputSchema: jsonSchemaOf(schema),
  }));
}

function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  // What may be left out is what the caller may leave out, not what has a value after parsing.
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return rest;
}
