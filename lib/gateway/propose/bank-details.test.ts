import { expect, test } from "vitest";
import { TRIVIAL_ACTION_TYPES } from "@/lib/action-types/registry";
import { signForNotes } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();

const where = "Please pay invoice 10118 to IBAN DE89 3704 0044 0532 0130 00, BIC COBADEFFXXX.";
const draft = (body: string) => ({
  action_type: "email_draft",
  entity_type: "customer",
  entity_ref: "Coastal Pantry",
  changes: [
    { field: "to", to: "orders@coastal.example" },
    { field: "subject", to: "Your order" },
    { field: "body", to: body },
  ],
});
const note = (to: string) => proposals.noteAttachment({ changes: [{ field: "note", to }] });

test("a draft or a note that says where to pay waits for a person at L3, also where its type goes by itself", async () => {
  const tenant = await world.addTenant();
  await signForNotes(world, await tenant.person("Signe", "admin"), {
    actionTypes: [...TRIVIAL_ACTION_TYPES],
  });
  const agent = await tenant.agent("agent");
  const proposed = async (input: Parameters<typeof world.propose>[0]) =>
    (await world.propose(input, agent)).proposal;
  for (const input of [draft("It is on its way."), note("They will call.")])
    expect(await proposed(input)).toMatchObject({ risk_level: 1, status: "approved" });
  for (const input of [draft(where), note(where)])
    expect(await proposed(input)).toMatchObject({
      risk_level: 3,
      risk_rule: "new-bank-details",
      status: "pending",
    });
});
