import { expect, test } from "vitest";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { Reproposal } from "@/lib/contract/actions/live-view";
import { approvalWords } from "./approval-words";
import { directionWords } from "./reproposal-words";

const action = (delta: string | null) =>
  ({ changes: [{ label: "price", delta }] }) as unknown as ActionSummary;
const now = (direction: Reproposal["direction"], delta: string | null) =>
  ({ direction, changes: [{ label: "price", delta }] }) as unknown as Reproposal;

test("a direction that turned is said out loud", () => {
  expect(directionWords(action("0.06"), now("raises", "0.02"))).toBe("Raises the price");
  expect(directionWords(action("0.06"), now("lowers", "-0.02"))).toBe(
    "Lowers the price now. When it was proposed it would have raised it.",
  );
});

test("a new record adds or takes away, and a write without figures has no direction", () => {
  expect(directionWords(action(null), now("lowers", null))).toBe("Takes away");
  expect(directionWords(action(null), now(null, null))).toBe("");
});

test("who decides it is told with the gesture", () => {
  const of = (required_approvals: number, risk_level: number, requires_step_up = false) =>
    approvalWords({ required_approvals, risk_level, requires_step_up } as Reproposal);
  expect(of(1, 2)).toBe("One approver, with one tap");
  expect(of(2, 5)).toMatch(/^Two approvers, with three steps/);
  expect(of(1, 3, true)).toMatch(/^One approver, with three steps/);
});
