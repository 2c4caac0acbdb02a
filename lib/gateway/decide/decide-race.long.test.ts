import { expect, test } from "vitest";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import type { Person } from "@/lib/core/access/principal";
import { bulkDecide } from "./bulk-decide";
import { expireActions } from "./expire-actions";
import { proposals } from "@/lib/gateway/testing/proposals";
import {
  holdRow,
  letExpire,
  type Outcome,
  outcomeOf,
  untilExpired,
  untilWaiting,
} from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";

const rounds = 200;
const decidingEvents = ["hitl.approved", "hitl.rejected", "hitl.expired", "hitl.cancelled"];

const world = await useWorld();
const { superuser, gateway, owner } = world;
const roles = ["approver", "admin"] as const;
const people = await Promise.all(
  Array.from({ length: 12 }, (_, index) => world.home.person(`Racer${index}`, roles[index % 2]!)),
);

type Proposal = Pick<ProposalView, "id" | "payload_hash">;
interface Attempt {
  who: string;
  intent: "approve" | "reject" | "withdraw";
  outcome: Outcome<{
    outcome: string;
    status: string | null;
    decision: string | null;
    decided_by: string | null;
    decided_at: string | null;
  }>;
}

/** 32 contenders: 12 approve, 8 reject, 4 + 2 do so in bulk, 4 run the expiry sweep, 2 withdraw. */
function start(proposal: Proposal): Promise<(Attempt | null)[]> {
  const decideAs = async (person: Person, decision: "approve" | "reject"): Promise<Attempt> => ({
    who: person.name,
    intent: decision,
    outcome: await outcomeOf(world.decide(person, proposal, { decision })),
  });
  const bulkAs = async (person: Person, decision: "approve" | "reject"): Promise<Attempt> => {
    const { id, payload_hash } = proposal;
    const { results } = await bulkDecide(person, { decision, items: [{ id, payload_hash }] }, gateway);
    return { who: person.name, intent: decision, outcome: { value: results[0]!, error: null } };
  };
  const withdraw = async (): Promise<Attempt> => {
    const outcome = await outcomeOf(withdrawProposal(world.agent, proposal.id, gateway));
    return {
      who: "agent",
      intent: "withdraw",
      outcome: outcome.error ? outcome : { value: { outcome: "withdrawn", ...outcome.value! }, error: null },
    };
  };
  return Promise.all([
    ...people.map((person) => decideAs(person, "approve")),
    ...people.slice(0, 8).map((person) => decideAs(person, "reject")),
    ...people.slice(0, 4).map((person) => bulkAs(person, "approve")),
    ...people.slice(4, 6).map((person) => bulkAs(person, "reject")),
    ...Array.from({ length: 4 }, () => expireActions(gateway).then(() => null)),
    ...Array.from({ length: 2 }, withdraw),
  ]);
}

async function race(round: number): Promise<string> {
  const { proposal } = await world.propose(proposals.arNote());
  const timeRunsOut = round % 4 === 3;
  if (timeRunsOut) await letExpire(superuser, proposal.id, round % 24);
  // Every second race starts behind one lock, so that all contenders wait before the first may go.
  let attempts: (Attempt | null)[];
  if (round % 2 === 0) {
    const barrier = await holdRow(owner, "proposed_actions", proposal.id);
    const racing = start(proposal);
    await untilWaiting(superuser, 20);
    await barrier.release(round % 4 === 0 ? "commit" : "rollback");
    attempts = await racing;
  } else {
    attempts = await start(proposal);
  }
  if (timeRunsOut) await untilExpired(superuser, proposal.id);
  await expireActions(gateway);
  return judge(proposal.id, attempts);
}

/** Compares every contender's answer with the rows. Returns the winner. */
async function judge(id: number, attempts: (Attempt | null)[]): Promise<string> {
  const [row] = await owner`SELECT * FROM proposed_actions WHERE id = ${id}`;
  const pushes = await owner`SELECT id FROM ns_pending_pushes WHERE action_id = ${id}`;
  const claims = await owner`SELECT id FROM decisions WHERE action_id = ${id}`;
  const events = await world.eventsOf(id);
  const { status, decision, decided_by_label, ended_by_label } = row!;
  const at = (row!.decided_at ?? row!.ended_at)!.toISOString();
  const by = decided_by_label ?? ended_by_label;

  expect(["approved", "rejected", "expired", "cancelled"]).toContain(status);
  expect(pushes).toHaveLength(status === "approved" ? 1 : 0);
  expect(claims).toHaveLength(decision === null ? 0 : 1);
  expect(events).toEqual(["hitl.proposed", `hitl.${status}`]);
  expect(events.filter((event) => decidingEvents.includes(event))).toHaveLength(1);

  const answers = attempts.filter((attempt) => attempt !== null);
  const winners = answers.filter(({ outcome }) => outcome.value?.outcome === "claimed");
  expect(winners).toHaveLength(decision === null ? 0 : 1);
  for (const { who, intent, outcome } of answers) {
    const { value, error } = outcome;
    const code = error?.code ?? value!.outcome;
    switch (code) {
      case "claimed":
        expect(value).toMatchObject({ status, decision: intent, decided_by: who, decided_at: at });
        expect({ by, decision }).toEqual({ by: who, decision: intent });
        break;
      case "already_decided": {
        // An error's members, a bulk row and a repeated decision have the same fields.
        const report = error ? { status: error.members.action_status, ...error.members } : value!;
        expect(report).toMatchObject({ status, decision, decided_by: by, decided_at: at });
        if (error) expect(error.status).toBe(409);
        break;
      }
      case "expired":
        expect(status).toBe("expired");
        break;
      case "withdrawn":
        expect(status).toBe("cancelled");
        break;
      case "not_withdrawable":
        expect(error!.members).toMatchObject({ action_status: status, decision });
        break;
      default:
        expect.unreachable(`${who} wanted to ${intent} and was told ${code}`);
    }
  }
  return status;
}

test(`of 32 who decide one row at once exactly one wins, in ${rounds} rounds, and every loser gets a true answer`, async () => {
  const wins = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    const status = await race(round);
    wins.set(status, (wins.get(status) ?? 0) + 1);
  }
  // The races are real: no kind of contender wins all of them, and expiry wins some.
  expect([...wins.values()].reduce((sum, count) => sum + count, 0)).toBe(rounds);
  expect(wins.get("expired") ?? 0).toBeGreaterThan(0);
  expect(wins.get("approved") ?? 0).toBeGreaterThan(0);
});
