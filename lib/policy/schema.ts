/**
 * The Cedar schema of policies. It catches a misspelt attribute, or a comparison of a number with a string, when the
 * text is installed. Unchecked, such a forbid would silently never apply.
 */
export const POLICY_SCHEMA = `
namespace Countersign {
  entity Agent { tenant: Long, name: String };
  entity Person { tenant: Long, role: String };
  // The product itself, for questions that concern no single person or agent.
  entity Gateway;

  // An agent's proposal before its tier is set.
  entity Proposal {
    tenant: Long,
    actionType: String,
    entityType: String,
    entityRef: String,
    fields: Set<String>,
  };

  // A request that a workflow's run would send outside. The host is its name alone, so that a rule about it holds for
  // every port. It has all that proposals have as well, so that a rule about every action stays well-typed: the type is
  // http_request, the entity the host with the path, and there are no fields.
  entity Address {
    tenant: Long,
    method: String,
    host: String,
    port: Long,
    path: String,
    actionType: String,
    entityType: String,
    entityRef: String,
    fields: Set<String>,
  };

  // A model that a workflow's run would ask, with all that proposals have as well: the type is model_call, the entity
  // its provider and name with a slash between them, and there are no fields.
  entity Model {
    tenant: Long,
    provider: String,
    name: String,
    actionType: String,
    entityType: String,
    entityRef: String,
    fields: Set<String>,
  };

  // A proposed action with its tier. impactCents is the amount of money, never negative. An unknown impact exceeds
  // every limit, and impactKnown is false.
  entity ProposedAction {
    tenant: Long,
    actionType: String,
    riskLevel: Long,
    impactCents: Long,
    impactKnown: Bool,
    agentName: String,
    onBehalfOf?: Person,
    approverCount: Long,
    requiredApprovals: Long,
    entityType: String,
    entityRef: String,
    // The fields that it changes, in any of its lines.
    fields: Set<String>,
    // As the gateway read it; absent where there is none or it could not be read.
    customer?: String,
  };

  action propose appliesTo { principal: [Agent], resource: [Proposal], context: {} };
  action call appliesTo { principal: [Agent], resource: [Address], context: {} };
  action ask_model appliesTo { principal: [Agent], resource: [Model], context: {} };
  action go_unapproved, go_with_one_approval appliesTo { principal: [Agent], resource: [Address, Model], context: {} };
  action auto_apply appliesTo { principal: [Gateway], resource: [ProposedAction], context: { standingAuthorisation: Bool } };
  action decide appliesTo { principal: [Person], resource: [ProposedAction], context: { decision: String } };
  action approve_alone, skip_step_up, push appliesTo { principal: [Gateway], resource: [ProposedAction], context: {} };
}
`;
