import { expect, test } from "vitest";
import type { StepView } from "@/lib/contract/workflows/runs";
import { stepGroupsOf } from "./step-groups";

const step = (of: Partial<StepView>): StepView => ({
  step_id: "raise",
  step_index: 0,
  title: null,
  kind: "single",
  item: null,
  on_error: false,
  tool_name: "transform",
  model: null,
  status: "succeeded",
  skipped: false,
  needs: [],
  attempt: 1,
  attempts: [],
  last_error: null,
  next_eligible_at: null,
  idempotency_key: "1:raise",
  proposed_action_id: null,
  question_id: null,
  inputs: null,
  output_hash: null,
  started_at: null,
  ended_at: null,
  ...of,
});
const items = (...statuses: StepView["status"][]) =>
  statuses.map((status, item) => step({ kind: "item", item, status }));

test("items are folded into the step that made them, which counts those that are done", () => {
  const [bids, raise] = stepGroupsOf([
    step({ step_id: "bids" }),
    step({ kind: "list" }),
    ...items("succeeded", "waiting_approval", "succeeded"),
  ]);
  expect(bids).toMatchObject({ done: null, items: [] });
  expect(raise).toMatchObject({ done: "2 of 3", words: { title: "Waits for approval" } });
  expect(raise!.items).toHaveLength(3);
});

test("one item that failed speaks for its list, and all that are done say done", () => {
  const titleOf = (...statuses: StepView["status"][]) =>
    stepGroupsOf([step({ kind: "list" }), ...items(...statuses)])[0]!.words.title;
  expect(titleOf("succeeded", "failed_terminal", "cancelled", "running")).toBe("Failed");
  expect(titleOf("running", "ready")).toBe("Running");
  expect(titleOf("succeeded", "succeeded")).toBe("Done");
});

test("a list that has made no items stands like any other step", () => {
  expect(stepGroupsOf([step({ kind: "list", status: "ready" })])[0]).toMatchObject({
    done: null,
    words: { title: "Later" },
  });
});

test("a step that follows an error is apart from one of the same name", () => {
  const groups = stepGroupsOf([step({ kind: "list" }), ...items("succeeded"), step({ on_error: true })]);
  expect(groups.map(({ done }) => done)).toEqual(["1 of 1", null]);
});
