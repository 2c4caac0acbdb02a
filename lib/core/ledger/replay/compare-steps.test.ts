import { expect, test } from "vitest";
import { compareSteps } from "./compare-steps";
import type { EventBody } from "./event-body";

const event = (seq: number, type: string, state: Record<string, unknown>): EventBody => ({
  v: 2,
  tenant_id: 1,
  type,
  entity_type: "person",
  entity_id: 7,
  seq,
  at: "2026-01-01T00:00:00Z",
  actor: { kind: "person", label: "Ada" },
  details: {},
  state,
});
const faultsOf = (...bodies: EventBody[]): string[] => {
  const kinds: string[] = [];
  compareSteps(bodies, { faults: [], add: (kind) => void kinds.push(kind) });
  return kinds;
};
const recovered = { recovered_at: "2026-01-01T00:00:00Z", recovered_by: 2, first_link_by: 3 };

test("confirmations from before they were attestations of their own verify as they did", () => {
  const cleared = { recovered_at: null, recovered_by: null, first_link_by: 3 };
  const before = event(1, "person.password_set", recovered);
  expect(faultsOf(before, event(2, "person.recovery_confirmed", cleared))).toEqual([]);
  const left = event(1, "person.revoked", { leave_unconfirmed: true });
  expect(faultsOf(left, event(2, "person.leave_confirmed", { leave_unconfirmed: false }))).toEqual([]);
});

test("a confirmation that is an attestation explains that attestation, and no other change", () => {
  const before = event(1, "person.password_set", { ...recovered, role: "viewer", words: null });
  const words = { confirmed_recovery: [1, 2] };
  const confirmed = (more: object) =>
    event(2, "person.recovery_confirmed", { ...recovered, role: "viewer", words, ...more });
  expect(faultsOf(before, confirmed({}))).toEqual([]);
  expect(faultsOf(before, confirmed({ role: "admin" }))).toEqual(["change_unexplained"]);
});

test("a reset that says that an app was taken away explains that attestation, and no role", () => {
  const before = event(1, "person.second_factor_set", { ...recovered, role: "admin", words: null });
  const words = { took_away_app: [1, 3] };
  const reset = (more: object) =>
    event(2, "person.second_factor_reset", { ...recovered, role: "admin", words, ...more });
  expect(faultsOf(before, reset({}))).toEqual([]);
  expect(faultsOf(before, reset({ role: "approver" }))).toEqual(["change_unexplained"]);
});
