import type { Context, EntityJson, TypeAndId } from "@cedar-policy/cedar-wasm/nodejs";
import { type ProposalPayload, changedFieldsOf } from "@/lib/core/payload/payload";
import { assertNever } from "@/lib/core/errors";
import {
  type ActionFacts,
  type Outgoing,
  type PolicyQuestion,
  weighedImpactCents,
} from "@/lib/core/access/policy";

/** One question in Cedar's terms; schema.ts describes the same entities. */
export interface CedarRequest {
  principal: TypeAndId;
  action: TypeAndId;
  resource: TypeAndId;
  context: Context;
  entities: EntityJson[];
}

const gateway: EntityJson = { uid: uid("Gateway", "countersign"), attrs: {}, parents: [] };

/** A question of the gateway in the form that Cedar evaluates. */
export function cedarRequestOf(question: PolicyQuestion): CedarRequest {
  switch (question.action) {
    case "propose": {
      const { tenantId, agentName, actionType, entityType, entityRef, fields } = question.proposal;
      return request(question.action, agent(tenantId, agentName), {
        uid: uid("Proposal", "proposal"),
        attrs: { tenant: tenantId, actionType, entityType, entityRef, fields: [...fields] },
        parents: [],
      });
    }
    case "call":
    case "ask_model":
      return outgoingRequest(question.action, question);
    case "go_unapproved":
    case "go_with_one_approval":
      return outgoingRequest(question.action, question.outgoing);
    case "decide": {
      const { userId, tenantId, role } = question.person;
      return request(
        question.action,
        { uid: uid("Person", String(userId)), attrs: { tenant: tenantId, role }, parents: [] },
        proposedAction(question.facts),
        { decision: question.decision },
      );
    }
    case "auto_apply":
      return request(question.action, gateway, proposedAction(question.facts), {
        standingAuthorisation: question.standingAuthorisation,
      });
    case "approve_alone":
    case "skip_step_up":
    case "push":
      return request(question.action, gateway, proposedAction(question.facts));
    default:
      return assertNever(question);
  }
}

function outgoingRequest(action: PolicyQuestion["action"], outgoing: Outgoing): CedarRequest {
  if (outgoing.action === "call") {
    const { tenantId, agentName, method, host, port, path } = outgoing.call;
    return request(action, agent(tenantId, agentName), {
      uid: uid("Address", "address"),
      attrs: {
        tenant: tenantId,
        method,
        host,
        port,
        path,
        actionType: "http_request",
        entityType: "address",
        entityRef: `${host}${path}`,
        fields: [],
      },
      parents: [],
    });
  }
  const { tenantId, agentName, provider, model } = outgoing.asked;
  return request(action, agent(tenantId, agentName), {
    uid: uid("Model", "model"),
    attrs: {
      tenant: tenantId,
      provider,
      name: model,
      actionType: "model_call",
      entityType: "model",
      entityRef: `${provider}/${model}`,
      fields: [],
    },
    parents: [],
  });
}

const agent = (tenantId: number, name: string): EntityJson => ({
  uid: uid("Agent", `${tenantId}/${name}`),
  attrs: { tenant: tenantId, name },
  parents: [],
});

function proposedAction(facts: ActionFacts): EntityJson {
  const { onBehalfOfUserId, customerRef } = facts;
  return {
    uid: uid("ProposedAction", "action"),
    attrs: {
      tenant: facts.tenantId,
      actionType: facts.actionType,
      riskLevel: facts.riskLevel,
      impactCents: weighedImpactCents(facts.impactCents),
      impactKnown: facts.impactCents !== null,
      agentName: facts.agentName,
      approverCount: facts.approverCount,
      requiredApprovals: facts.requiredApprovals ?? 1,
      entityType: facts.entityType,
      entityRef: facts.entityRef,
      fields: changedFieldsOf(JSON.parse(facts.payloadText) as ProposalPayload),
      ...(customerRef === null ? {} : { customer: customerRef }),
      ...(onBehalfOfUserId === null
        ? {}
        : { onBehalfOf: { __entity: uid("Person", String(onBehalfOfUserId)) } }),
    },
    parents: [],
  };
}

function request(
  action: PolicyQuestion["action"],
  principal: EntityJson,
  resource: EntityJson,
  context: Context = {},
): CedarRequest {
  return {
    principal: principal.uid as TypeAndId,
    action: uid("Action", action),
    resource: resource.uid as TypeAndId,
    context,
    entities: [principal, resource],
  };
}

function uid(
  type: "Agent" | "Person" | "Gateway" | "Proposal" | "Address" | "Model" | "ProposedAction" | "Action",
  id: string,
): TypeAndId {
  return { type: `Countersign::${type}`, id };
}
