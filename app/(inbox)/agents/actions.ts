"use server";
import { z } from "zod";
import { idSchema } from "@/lib/contract/decision";
import {
  type AgentKey,
  type AgentView,
  changeAgentSchema,
  createAgentSchema,
  rotateKeySchema,
} from "@/lib/contract/people";
import { changeAgent } from "@/lib/gateway/access/agents/change-agent";
import { createAgent } from "@/lib/gateway/access/agents/create-agent";
import { revokeAgent } from "@/lib/gateway/access/agents/revoke-agent";
import { rotateAgentKey } from "@/lib/gateway/access/agents/rotate-agent-key";
import { answerAction, type Answered } from "@/lib/http/server-action";

/** What administrators change about agents on their page. No rule lives here. */

const oneSchema = z.strictObject({ id: idSchema });
const changeSchema = z.strictObject({ id: idSchema, change: changeAgentSchema });
const rotateSchema = rotateKeySchema.extend({ id: idSchema });

export async function createAgentOnPage(
  input: z.input<typeof createAgentSchema>,
): Promise<Answered<AgentKey>> {
  return answerAction(createAgentSchema, input, (person, sent) => createAgent(person, sent));
}

export async function changeAgentOnPage(input: z.input<typeof changeSchema>): Promise<Answered<AgentView>> {
  return answerAction(changeSchema, input, (person, { id, change }) =>
    changeAgent(person, { id, ...change }),
  );
}

export async function rotateKeyOnPage(input: z.input<typeof rotateSchema>): Promise<Answered<AgentKey>> {
  return answerAction(rotateSchema, input, (person, { id, grace_hours }) =>
    rotateAgentKey(person, { id, graceHours: grace_hours }),
  );
}

export async function revokeAgentOnPage(input: { id: number }): Promise<Answered<AgentView>> {
  return answerAction(oneSchema, input, (person, { id }) => revokeAgent(person, id));
}
