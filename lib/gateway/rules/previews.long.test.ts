import { describe, expect, test } from "vitest";
import type { ThresholdDraft } from "@/lib/contract/settings/thresholds";
import type { Person } from "@/lib/core/access/principal";
import { proposals } from "@/lib/gateway/testing/proposals";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { DEFAULT_POLICY_TEXT } from "@/lib/policy/default-policy.cedar";
import { previewPolicy } from "./preview-policy";
import { previewStanding } from "./preview-standing";
import { previewThreshold } from "./preview-threshold";

/** Previews of rules ask about the actions of the last 30 days, up to a limit, and say when there were more. */

const world = await useWorld();
const { gateway, superuser } = world;

const noNotes = `${DEFAULT_POLICY_TEXT}
@id("no-notes")
forbid (principal, action == Countersign::Action::"propose", resource) when { resource.actionType == "ar_note" };`;
const grant = { action_types: ["note_attachment"], per_day_max: 10 };
const from100: ThresholdDraft = {
  action_type: "inventory_adjustment",
  name: "adjustment-from-1000-dollars",
  at_least: "10000",
  tier: 4,
};

/** Each preview of a change that concerns the action, with the actions that it found. */
const previews = {
  "of a policy": {
    input: () => proposals.arNote(),
    max: 1_000,
    async look(admin: Person) {
      const { looked_at, complete, differences } = await previewPolicy(admin, { text: noNotes }, gateway);
      return { looked_at, complete, found: differences.map(({ action_id }) => action_id) };
    },
  },
  "of a standing authorisation": {
    input: () => proposals.noteAttachment(),
    max: 5_000,
    async look(admin: Person) {
      const { types, complete } = await previewStanding(admin, grant, gateway);
      return { looked_at: types[0]!.proposed, complete, found: types[0]!.examples };
    },
  },
  "of a threshold": {
    // $256
    input: () => proposals.adjustment("20"),
    max: 1_000,
    async look(admin: Person) {
      const { looked_at, complete, differences } = await previewThreshold(admin, from100, gateway);
      return { looked_at, complete, found: differences.map(({ action_id }) => action_id) };
    },
  },
};

async function company() {
  const home = await world.addTenant();
  return { tenantId: home.tenantId, admin: await home.person("Boss", "admin"), newAgent: home.agent };
}

describe.each(Object.entries(previews))("a preview %s", (_, { input, max, look }) => {
  test("counts an action of 29 days, and leaves out one of 31", async () => {
    const { admin, newAgent } = await company();
    // Each by an agent of its own, so that totals stay apart.
    const [counted, old] = [
      (await world.propose(input(), await newAgent("one"))).proposal,
      (await world.propose(input(), await newAgent("two"))).proposal,
    ];
    await pastEveryGuard(superuser, async (tx) => {
      for (const [{ id }, days] of [
        [counted, 29],
        [old, 31],
      ] as const)
        await tx`UPDATE proposed_actions SET created_at = created_at - make_interval(days => ${days}) WHERE id = ${id}`;
    });
    expect(await look(admin)).toEqual({ looked_at: 1, complete: true, found: [counted.id] });
  });

  test(`is complete with ${max.toLocaleString("en-US")} actions, and says that it is not with one more`, async () => {
    const { admin, newAgent } = await company();
    const { id } = (await world.propose(input(), await newAgent("agent"))).proposal;
    // Copies: so many proposals would take their time.
    const copy = (count: number) =>
      pastEveryGuard(
        superuser,
        (tx) => tx`
          INSERT INTO proposed_actions OVERRIDING SYSTEM VALUE
          SELECT c.* FROM proposed_actions a, generate_series(1, ${count}::int) AS n, LATERAL jsonb_populate_record(a,
            jsonb_build_object('id', nextval(pg_get_serial_sequence('proposed_actions', 'id')),
              'reason', 'copy ' || n)) AS c
          WHERE a.id = ${id}`,
      );
    await copy(max - 1);
    expect(await look(admin)).toMatchObject({ looked_at: max, complete: true });
    await copy(1);
    expect(await look(admin)).toMatchObject({ looked_at: max, complete: false });
  });
});
