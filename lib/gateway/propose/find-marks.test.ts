import { expect, test, vi } from "vitest";
import type { Gateway } from "@/lib/gateway/context";
import { findMarks } from "./find-marks";

/** No type writes bank details today: this is as a later one would bring such a field. */
vi.mock("@/lib/action-types/registry", async (load) => {
  const registry = await load<typeof import("@/lib/action-types/registry")>();
  const iban = { field: "custentity_iban", label: "IBAN", kind: "text", aliases: [] };
  return {
    ...registry,
    fieldOf: (type: string, name: string) => (name === iban.field ? iban : registry.fieldOf(type, name)),
  };
});

const held = "DE02120300000000202051";
const marksOf = (to: string | null, values: Record<string, string | null> | null) =>
  findMarks(
    {
      tenantId: 1,
      payload: {
        action_type: "customer_terms_change",
        entity_type: "customer",
        entity_ref: "Coastal Pantry",
        changes: [{ field: "custentity_iban", from: null, to }],
        context: {},
      },
      live: values && { recordName: "Coastal Pantry", values, facts: {} },
      laneOpen: true,
      asker: "agent 1",
    },
    // No other record is read for them.
    {} as Gateway,
  );

test("bank details other than those that NetSuite holds are marked, and all of a record that cannot be read", async () => {
  expect(await marksOf("DE75512108001245126199", { custentity_iban: held })).toEqual(["new_bank_details"]);
  expect(await marksOf(held, { custentity_iban: null })).toEqual(["new_bank_details"]);
  expect(await marksOf(held, null)).toEqual(["new_bank_details"]);
  expect(await marksOf(held, { custentity_iban: held }), "as they are").toEqual([]);
  expect(await marksOf(null, { custentity_iban: held }), "taken away").toEqual([]);
});
