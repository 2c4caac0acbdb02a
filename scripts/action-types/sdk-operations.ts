/** The operations that the SDK has a method for, with the names of their types. Every operation of agents is among them. */

export interface SdkOperation {
  query?: string;
  body?: string;
  answer: string;
  /** The SDK's type has these fields of the answer alone. */
  only?: readonly string[];
}

export const SDK_OPERATIONS: Readonly<Record<string, SdkOperation>> = {
  proposeAction: { body: "ProposalInput", answer: "ProposalView" },
  listProposals: { query: "ProposalsQuery", answer: "ProposalList" },
  readProposal: { query: "ProposalWait", answer: "ProposalView" },
  withdrawProposal: { answer: "ProposalView" },
  startAgentRun: { body: "RunInput", answer: "RunView" },
  readAgentRuns: { query: "RunsQuery", answer: "RunList" },
  readAgentRun: { query: "RunWait", answer: "RunView" },
  cancelAgentRun: { answer: "RunView" },
  askAsAgent: { body: "QuestionInput", answer: "QuestionView" },
  readAgentInteractions: { query: "QuestionsQuery", answer: "QuestionList" },
  readAgentInteraction: { answer: "QuestionView" },
  cancelAgentInteraction: { answer: "QuestionView" },
  readAction: {
    answer: "ActionView",
    only: [
      "id",
      "title",
      "subject",
      "sentence",
      "sayable",
      "inspectable",
      "suspicious_text",
      "unshown",
      "entity_type",
      "entity_ref",
      "customer",
      "details",
      "changes",
      "line_count",
      "impact",
      "risk_level",
      "rule_words",
      "status",
      "payload_hash",
      "agent",
      "on_behalf_of",
      "expires_at",
      "approvals",
      "required_approvals",
      "requires_step_up",
      "decision",
      "decided_by",
      "comment",
      "reason",
    ],
  },
  decideAction: { body: "DecisionInput", answer: "DecisionResult" },
  issueEditToken: { body: "EditTokenInput", answer: "EditToken" },
};

/** The parts of an OpenAPI document that the SDK's types are made from. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

export interface Operation {
  operationId: string;
  security: Record<string, unknown>[];
  parameters: { name: string; in: string; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

interface Content {
  content: Record<string, { schema: Schema }>;
}

export interface Schema {
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: readonly unknown[];
}
