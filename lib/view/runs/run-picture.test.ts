import { expect, test } from "vitest";
import type { StepStatus } from "@/lib/core/run/run";
import { NODE_HEIGHT, NODE_WIDTH } from "./picture-size";
import { pictureOf } from "./run-picture";

const step = (step_id: string, needs: string[] = [], more = {}) => ({
  step_id,
  title: null as string | null,
  needs,
  kind: "single" as const,
  status: "ready" as StepStatus,
  on_error: false,
  ...more,
});
const diamond = [
  step("start"),
  step("left", ["start"]),
  step("right", ["start"]),
  step("end", ["left", "right"]),
];

test("a step stands behind all that it needs, and those that run beside each other do not cover each other", () => {
  const { across, down } = pictureOf(diamond)!;
  const [start, left, right, end] = across.nodes;
  expect(start!.x + NODE_WIDTH).toBeLessThan(left!.x);
  expect(left!.x).toBe(right!.x);
  expect(Math.abs(left!.y - right!.y)).toBeGreaterThanOrEqual(NODE_HEIGHT);
  expect(end!.x).toBeGreaterThan(left!.x + NODE_WIDTH);
  expect(across.edges).toHaveLength(4);
  expect(down.nodes[3]!.y).toBeGreaterThan(down.nodes[1]!.y + NODE_HEIGHT);
});

test("every step is within the picture", () => {
  for (const { width, height, nodes } of Object.values(pictureOf(diamond)!))
    for (const { x, y } of nodes) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + NODE_WIDTH).toBeLessThanOrEqual(width);
      expect(y + NODE_HEIGHT).toBeLessThanOrEqual(height);
    }
});

test("items stand for their list, and a step that follows an error is apart from one of the same name", () => {
  const { across } = pictureOf([
    step("raise", [], { kind: "list" }),
    step("raise", [], { kind: "item" }),
    step("raise", [], { on_error: true }),
  ])!;
  expect(across.nodes.map(({ onError }) => onError)).toEqual([false, true]);
});

test("one step alone and more than a hundred are no picture", () => {
  expect(pictureOf([step("one")])).toBeNull();
  expect(pictureOf(Array.from({ length: 101 }, (_, index) => step(`s${index}`)))).toBeNull();
});

test("a long title is cut, and one with characters that deceive gives way to the id", () => {
  const nameOf = (title: string | null) =>
    pictureOf([step("raise", [], { title }), step("other")])!.down.nodes[0]!.name;
  expect(nameOf("Propose each new price")).toBe("Propose each new…");
  expect(nameOf("Pay \u202Eevil")).toBe("raise");
  expect(nameOf(null)).toBe("raise");
});

test("what follows an error hangs on the step that failed, also where one of its items did", () => {
  const failed = { status: "failed_terminal" as const };
  const { across } = pictureOf([
    step("first"),
    step("raise", ["first"], { kind: "list" }),
    step("raise", ["first"], { kind: "item", ...failed }),
    step("tell", [], { on_error: true }),
    step("then", ["tell"], { on_error: true }),
  ])!;
  expect(across.edges.map(({ onError }) => onError)).toEqual([false, true, false]);
  expect(across.nodes[2]!.x).toBeGreaterThan(across.nodes[1]!.x);
});
