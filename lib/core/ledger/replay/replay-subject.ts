import { canonicalText, sha256Hex } from "@/lib/core/ledger/payload-hash";
import { compareSteps, isUnsaid } from "./compare-steps";
import { type EventBody, readChain } from "./event-body";
import type { SubjectEvidence } from "./evidence";
import { type Fault, type FaultList, findFaults, printable } from "./fault";

/** A switch that nobody ever flipped has no event. */
const untouchedSwitch = { engaged: false, reason: null, changed_by: null, flips: 0 };

const kinds: Readonly<Record<string, string>> = {
  kill_switch: "switch_differs",
  person: "membership_differs",
  agent: "agent_differs",
  retention_period: "retention_differs",
  content_setting: "content_setting_differs",
  grace_setting: "grace_setting_differs",
  proposal_limits: "proposal_limits_differ",
  tenant: "entitlement_differs",
  risk_tier_rules: "rules_differ",
  policy: "policies_differ",
  standing_authorisation: "authorisation_differs",
  workflow: "workflow_differs",
  run: "run_differs",
  run_caps: "caps_differ",
  model_prices: "prices_differ",
  interaction: "interaction_differs",
};

/** Replays the chain of any subject but an action against its row. Pure, like `replayAction`. */
export const replaySubject = (evidence: SubjectEvidence): readonly Fault[] =>
  findFaults(evidence.entityType, evidence.id, (list) => compareSubject(evidence, list));

function compareSubject(evidence: SubjectEvidence, list: FaultList): void {
  const { entityType } = evidence;
  const bodies = readChain(evidence, evidence, list);
  if (!bodies) return;
  const state = evidence.state === null ? null : (JSON.parse(evidence.state) as Record<string, unknown>);
  const kind = kinds[entityType];
  if (kind === undefined) return;
  compareSteps(bodies, list);
  compareBeginning(entityType, bodies, list);
  const last = bodies.findLast((body) => body.state !== undefined);
  if (bodies.length === 0 && entityType === "kill_switch") {
    const { changed_at: _, name: __, ...now } = state ?? {};
    if (canonicalText(now) !== canonicalText(untouchedSwitch))
      list.add(kind, "It was changed, and no event speaks of it.");
  } else if (bodies.length === 0) {
    list.add("chain_missing", "No event of the ledger speaks of it.");
  } else if (state === null) {
    list.add("subject_missing", "Its chain speaks of a row that is gone.");
  } else if (last) {
    const [held, said] = [flattened(state), flattened(last.state!)];
    for (const field of new Set([...Object.keys(held), ...Object.keys(said)])) {
      if (isUnsaid(said, field)) continue;
      const [now, then] = [held[field] ?? null, said[field] ?? null];
      if (canonicalText(now) !== canonicalText(then))
        list.add(kind, `${field} is ${printable(now)}; the last event left ${printable(then)}.`, last.seq);
    }
  }
}

/** The first events of subjects whose end is an event too, so that one written past the ledger is found when it ends. */
const beginnings: Readonly<Record<string, { type: string; fault: string }>> = {
  run: { type: "run.started", fault: "run_unbegun" },
  interaction: { type: "interaction.created", fault: "interaction_unasked" },
};

function compareBeginning(entityType: string, bodies: readonly EventBody[], list: FaultList): void {
  const beginning = beginnings[entityType];
  if (!beginning || bodies.length === 0) return;
  const begun = bodies.filter(({ type }) => type === beginning.type);
  if (begun.length !== 1 || bodies[0] !== begun[0])
    list.add(
      beginning.fault,
      "Its chain does not begin with the one event of its beginning.",
      bodies[0]!.seq,
    );
}

/** Members of an object as `name.member`, so that a difference names the one that differs. */
function flattened(state: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(state).flatMap(([name, value]): [string, unknown][] =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.entries(value).map(([member, inner]) => [`${name}.${member}`, inner])
      : [[name, value]],
  );
  return Object.fromEntries(entries);
}

/** A version of the policy: its hash is that of its text. */
export function replayPolicy(
  tenantId: number,
  { version, hash, text }: { version: number; hash: string; text: string },
): readonly Fault[] {
  const words = `The text of version ${version} does not have the hash that its row names.`;
  return findFaults("policy", tenantId, (list) => {
    if (sha256Hex(text) !== hash) list.add("policy_hash_differs", words);
  });
}
