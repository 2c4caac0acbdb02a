import { expect, test } from "vitest";
import type { AccountBody } from "./answers";
import { checkRole } from "./check-role";

const account: AccountBody = {
  v: 1,
  verdict: "check",
  account: { id: "1234567", environment: "SANDBOX" },
  release: "2026.2",
  now: "2026-11-20T12:00:00.000Z",
  user: { name: "Countersign", role_id: "1042", role: "customrole_countersign" },
  permissions: {},
  action_types: {},
  settings: {},
  records: { ledger: "", note: "", bid_field: "", system_notes: "" },
};
const lineOf = (more: Partial<AccountBody>, id: string) =>
  checkRole({ ...account, ...more }, "tba").find((line) => line.id === id);

test("a permission whose level NetSuite does not tell is neither there nor lacking", () => {
  expect(lineOf({ permissions: { LIST_ITEM: -1 } }, "permission.LIST_ITEM")).toMatchObject({
    status: "warn",
  });
});

test("a permission that was not answered counts as lacking", () => {
  expect(lineOf({}, "permission.LIST_ITEM")).toMatchObject({ status: "fail" });
});

test("a script that runs as Administrator is told that it may do too much", () => {
  expect(lineOf({ user: { ...account.user, role_id: "3" } }, "role")).toMatchObject({ status: "warn" });
  expect(lineOf({}, "role")).toBeUndefined();
});
