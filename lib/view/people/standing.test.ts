import { expect, test } from "vitest";
import type { PersonView } from "@/lib/contract/people/people";
import type { Role } from "@/lib/core/access/principal";
import { roleOutcome, waitingOf } from "./standing";

const person = (id: number, name: string, role: Role, parts: Partial<PersonView> = {}) =>
  ({ id, name, role, status: "active", pending_role: null, recovery: null, ...parts }) as PersonView;
const at = "2026-03-02T12:00:00Z";
const asked = { role: "approver", by: "Adam", by_user_id: 1, at } as const;
const nia = person(9, "Nia", "viewer", { pending_role: asked });
const adam = person(1, "Adam", "admin");
const stella = person(2, "Stella", "steward");
const rita = person(3, "Rita", "admin", { status: "revoked" });

test("a role is confirmed by another administrator than the one who asked and the person, and others read who can", () => {
  const people = [adam, stella, rita, nia, person(4, "Priya", "approver")];
  expect(waitingOf(nia, people, adam.id)).toEqual([
    { operation: "confirmRole", mayConfirm: false, whoCan: "Stella can confirm it." },
  ]);
  expect(waitingOf(nia, people, stella.id)).toMatchObject([{ mayConfirm: true }]);
  expect(waitingOf(nia, people, 4)).toMatchObject([{ mayConfirm: false }]);
  const own = { ...stella, pending_role: { ...asked, role: "admin" as const } };
  expect(waitingOf(own, [adam, own], own.id)).toMatchObject([
    { mayConfirm: false, whoCan: "No other administrator is left to confirm it." },
  ]);
});

test("whoever took the role away or gave the credentials does not confirm them", () => {
  const recovery = { by: "Adam", by_user_id: 1, until: at };
  const left = person(5, "Lena", "viewer", { leave_unconfirmed: true, left_by_user_id: 1, recovery });
  const confirmationsFor = (viewerId: number) =>
    waitingOf(left, [adam, stella, left], viewerId).map(({ operation, mayConfirm }) => [
      operation,
      mayConfirm,
    ]);
  expect(confirmationsFor(1)).toEqual([
    ["confirmLeave", false],
    ["confirmRecovery", false],
  ]);
  expect(confirmationsFor(2)).toEqual([
    ["confirmLeave", true],
    ["confirmRecovery", true],
  ]);
});

test("the outcome of a role says whether it holds or waits", () => {
  expect(roleOutcome("Nia", "approver", nia)).toBe("Nia is an approver once another administrator confirms.");
  expect(roleOutcome("Nia", "steward", adam)).toBe("Nia is a steward now.");
});
