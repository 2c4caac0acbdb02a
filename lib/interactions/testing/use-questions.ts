import { type AskInput, askSchema } from "@/lib/contract/interactions/interactions";
import type { Person } from "@/lib/core/access/principal";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { answer } from "@/lib/interactions/answer";
import { ask } from "@/lib/interactions/ask";
import { sweepInteractions } from "@/lib/interactions/sweep-interactions";
import type { Caller } from "@/lib/interactions/view";

/** A company whose clock the test moves, and its questions. */
export async function useQuestions() {
  const time = { now: new Date("2026-11-28T08:00:00.000Z") };
  const world = await useWorld({ gateway: { clock: { now: () => time.now } } });
  const { gateway, tenantId, owner } = world;
  const input = (more: Record<string, unknown> = {}): AskInput =>
    askSchema.parse({
      interaction_type: "input",
      request_data: {
        message: "How many?",
        schema: {
          type: "object",
          required: ["count"],
          properties: { count: { type: "integer", minimum: 1 } },
        },
      },
      responders: [{ user_id: world.approver.userId }],
      ...more,
    });
  return {
    world,
    gateway,
    time,
    input,
    /** Asks, and returns the question's id. */
    ask: async (more: Record<string, unknown> = {}, by: Caller = world.agent): Promise<number> =>
      (await ask(by, input(more), null, gateway)).interaction.id,
    answer: (person: Person, id: number, response: unknown = { count: 3 }) =>
      answer(person, { id, response }, gateway),
    pass: (seconds: number) => {
      time.now = new Date(time.now.getTime() + seconds * 1_000);
    },
    sweep: () => sweepInteractions(gateway),
    eventsOf: async (id: number): Promise<string[]> => {
      const rows = await owner<{ type: string }[]>`
        SELECT event_type AS type FROM events WHERE entity_type = 'interaction' AND entity_id = ${id} ORDER BY seq`;
      return rows.map(({ type }) => type.replace("interaction.", ""));
    },
    /** The faults that verification finds in questions. */
    faults: async () => {
      const { faults } = await verifyLedger(world.admin, { mode: "full" }, gateway);
      return faults.filter(({ entity_type: type }) => type === "interaction").map(({ kind }) => kind);
    },
    tenantId,
  };
}
