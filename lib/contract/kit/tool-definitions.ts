import { z } from "zod";
import { KIT_ACTIONS } from "./kit-action";
import { listMineSchema, waitForDecisionSchema, withdrawSchema } from "./results";

/** A tool as a model is offered it: every model API takes these three, under one name or another. */
export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema, draft 2020-12, of what the model fills in. */
  inputSchema: Record<string, unknown>;
}

const afterProposing: { name: string; description: string; schema: z.ZodType }[] = [
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
  const proposing = KIT_ACTIONS.map(({ definition, modelSchema }) => ({
    name: definition.tool.name,
    description: definition.tool.description,
    schema: modelSchema,
  }));
  return [...proposing, ...afterProposing].map(({ name, description, schema }) => ({
    name,
    description,
    inputSchema: jsonSchemaOf(schema),
  }));
}

function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  // A word is optional where the caller may leave it out, whether or not it has a value after parsing.
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return rest;
}
