import { expect, test } from "vitest";
import { approvalsQuerySchema } from "@/lib/contract/workflows/approvals";
import { approvalFilterHref, approvalsQueryOf, parseApprovalFilter } from "./approval-filter";
import { approvalHref, approvalTitle, decidedWords } from "./approval-words";

const parse = (address: string) => {
  const search = new URLSearchParams(address);
  return parseApprovalFilter((name) => search.get(name));
};
const action = {
  kind: "action" as const,
  id: 7,
  tier: "low" as const,
  status: "approved" as const,
  two_person: false,
  action_type: "ar_note" as string | null,
  entity_ref: "Coastal Pantry" as string | null,
  tool: null as string | null,
  run_id: 3,
  step_id: "note",
  workspace: "main",
  requested_at: "2026-11-28T10:00:00.000Z",
  decided_by: "Ana Ruiz" as string | null,
  decided_at: "2026-11-28T10:05:00.000Z",
};
const question = {
  ...action,
  kind: "question" as const,
  action_type: null,
  entity_ref: null,
  tool: "http.request",
};

test("an address and its filter say the same, and the server takes the query", () => {
  for (const address of [
    "/approvals",
    "/approvals?status=requested",
    "/approvals?status=canceled&tier=med&workspace=main",
  ]) {
    const filter = parse(address.split("?")[1] ?? "");
    expect(approvalFilterHref(filter)).toBe(address);
    expect(approvalsQuerySchema.safeParse(Object.fromEntries(approvalsQueryOf(filter))).success).toBe(true);
  }
  expect(approvalFilterHref(parse("status=pending&tier=L4&workspace=A%20b"))).toBe("/approvals");
});

test("an action leads to its card, and a question whether a run may send to the question", () => {
  expect(approvalHref(action)).toBe("/proposed-actions/7");
  expect(approvalHref(question)).toBe("/questions/7");
  expect(approvalTitle(question)).toBe("May http.request send this?");
});

test("whoever decided is named, and one who approved what was withdrawn later is no canceller", () => {
  expect(decidedWords(action)).toBe("Approved by Ana Ruiz");
  expect(decidedWords({ ...action, status: "canceled" })).toBe("Approved before by Ana Ruiz");
  expect(decidedWords({ ...question, status: "canceled" })).toBe("Canceled by Ana Ruiz");
  expect(decidedWords({ ...action, status: "requested", decided_by: null })).toBeNull();
});
