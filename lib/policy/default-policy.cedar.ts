import { ACTION_TYPES } from "@/lib/action-types/registry";

/** The gateway never performs these, for any agent or person. A person does them in NetSuite itself. */
export const ALWAYS_DENIED_ACTION_TYPES = [
  "payment_release",
  "bank_account_change",
  "role_change",
  "delete_record",
] as const;

const listed = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(", ");

/**
 * The policy of a new tenant. It denies everything that it does not permit. People see a statement's @id as the rule's
 * name.
 */
export const DEFAULT_POLICY_TEXT = `
// ---- May an agent propose it?

@id("agents-propose-known-types")
permit (principal is Countersign::Agent, action == Countersign::Action::"propose", resource)
when { [${listed(ACTION_TYPES)}].contains(resource.actionType) };

// ---- May a workflow's run call this address? Whoever publishes a workflow reads the addresses in its text.

@id("workflows-call-addresses")
permit (principal is Countersign::Agent, action == Countersign::Action::"call", resource);

// ---- May a workflow's run ask this model? The operator chooses the providers, and whoever publishes a workflow reads
// the model and the question in its text.

@id("workflows-ask-models")
permit (principal is Countersign::Agent, action == Countersign::Action::"ask_model", resource);

// ---- May such a request or question go without a person's approval? If denied, one of them must approve it first; if
// one is not enough, two.

@id("workflows-go-by-themselves")
permit (
  principal is Countersign::Agent,
  action in [Countersign::Action::"go_unapproved", Countersign::Action::"go_with_one_approval"],
  resource
);

// ---- Always denied: agents cannot propose these, the gateway cannot apply or send them, and nobody can approve them.

@id("always-denied-class")
forbid (
  principal,
  action in [Countersign::Action::"propose", Countersign::Action::"auto_apply", Countersign::Action::"push"],
  resource
) when { [${listed(ALWAYS_DENIED_ACTION_TYPES)}].contains(resource.actionType) };

@id("always-denied-class-is-not-approved")
forbid (principal, action == Countersign::Action::"decide", resource)
when {
  context.decision == "approve" &&
  [${listed(ALWAYS_DENIED_ACTION_TYPES)}].contains(resource.actionType)
};

// ---- May it be applied without a person?

@id("trivial-under-standing-authorisation")
permit (principal is Countersign::Gateway, action == Countersign::Action::"auto_apply", resource)
when { resource.riskLevel == 1 && context.standingAuthorisation };

// Unknown money needs no rule here: a value that could not be read already raises the tier above 1.
@id("money-needs-a-person")
forbid (principal, action == Countersign::Action::"auto_apply", resource)
when { resource.impactKnown && resource.impactCents > 0 };

// ---- May this person decide it?

@id("approvers-decide")
permit (principal is Countersign::Person, action == Countersign::Action::"decide", resource)
when { ["approver", "admin"].contains(principal.role) };

@id("viewers-never-decide")
forbid (principal is Countersign::Person, action == Countersign::Action::"decide", resource)
unless { ["approver", "admin"].contains(principal.role) };

@id("own-tenant-only")
forbid (principal is Countersign::Person, action == Countersign::Action::"decide", resource)
unless { principal.tenant == resource.tenant };

// A tenant's only approver is exempt, so that a single operator is not locked out.
@id("not-the-only-approver-of-own-proposal")
forbid (principal is Countersign::Person, action == Countersign::Action::"decide", resource)
when {
  context.decision == "approve" &&
  resource.riskLevel >= 4 &&
  resource has onBehalfOf &&
  resource.onBehalfOf == principal &&
  resource.requiredApprovals < 2 &&
  resource.approverCount >= 2
};

// ---- Is one approver enough? If denied, two people must approve.

@id("one-approver-suffices")
permit (principal is Countersign::Gateway, action == Countersign::Action::"approve_alone", resource);

@id("two-approvers-for-critical-over-100000-dollars")
forbid (principal, action == Countersign::Action::"approve_alone", resource)
when { resource.riskLevel == 5 && resource.impactCents > 10000000 && resource.approverCount >= 2 };

// ---- May it be approved without an edit token? If denied, the person must step up first.

@id("no-step-up-below-critical")
permit (principal is Countersign::Gateway, action == Countersign::Action::"skip_step_up", resource)
when { resource.riskLevel < 5 };

// ---- May it be sent? The gateway asks again right before sending.

@id("approved-actions-are-sent")
permit (principal is Countersign::Gateway, action == Countersign::Action::"push", resource);
`.trimStart();
