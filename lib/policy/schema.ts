/**
 * The words a policy may use, as a Cedar schema. A text that misspells an attribute or compares a number with a string
 * is found when it is written; unchecked, its forbid would silently never fire.
 */
export const POLICY_SCHEMA = `
namespace Countersign {
  entity Agent { tenant: Long, name: String };
  entity Person { tenant: Long, role: String };
  // The product itself, where the question is not about a single person or agent.
  entity Gateway;

  // What an agent wants to propose, before its tier is known.
  entity Proposal { tenant: Long, actionType: String, entityType: String };

  // A proposed action with its tier. impactCents is the size of the money, never negative; an unknown impact weighs
  // more than any limit and says so in impactKnown.
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
  };

  action propose appliesTo { principal: [Agent], resource: [Proposal], context: {} };
  action auto_apply appliesTo { principal: [Gateway], resource: [ProposedAction], context: { standingAuthorisation: Bool } };
  action decide appliesTo { principal: [Person], resource: [ProposedAction], context: { decision: String } };
  action approve_alone, skip_step_up, push appliesTo { principal: [Gateway], resource: [ProposedAction], context: {} };
}
`;
