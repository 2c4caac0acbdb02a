import { setGraceSetting } from "@/lib/gateway/controls/grace-setting";
import { takeBackDecision } from "@/lib/gateway/amend/take-back-decision";
import type { Person } from "@/lib/core/access/principal";
import { useAmendments } from "./use-world";

/** Decisions on a page and their grace, in a world of which database, account and verbs go by one clock of the test. */

type Proposal = { id: number; payload_hash: string };

export async function openGraceWorld() {
  let nowMs = Date.now();
  const clock = { now: () => new Date(nowMs) };
  const used = await useAmendments({
    database: { clockStartsAt: clock.now() },
    simulator: { now: clock.now },
    client: { clock },
    gateway: { clock },
  });
  const { world } = used;
  const { gateway, approver, admin, owner, db } = world;
  const grace = {
    approveOnPage: (proposal: Proposal, by: Person = approver) =>
      world.decide(by, proposal, { channel: "page" }),
    rejectOnPage: (proposal: Proposal, by: Person = approver) =>
      world.decide(by, proposal, { channel: "page", decision: "reject", comment: "Not this one" }),
    takeBack: (id: number, by: Person = approver) => takeBackDecision(by, id, gateway),
    setSeconds: (seconds: number) => setGraceSetting(admin, { seconds, reason: "A test" }, gateway),
    now: clock.now,
    /** Moves the clock on. */
    async pass(ms: number) {
      nowMs += ms;
      await db.clock!.set(clock.now());
    },
    /** Nothing of an earlier test waits on any record. */
    async emptyQueue() {
      const waiting = await owner<{ id: number }[]>`
        SELECT DISTINCT action_id AS id FROM ns_pending_pushes WHERE status = 'queued' ORDER BY 1`;
      for (const { id } of waiting) await used.verbs.cancel(id, admin);
    },
  };
  return { ...used, grace };
}
