import { Graph, layout } from "@dagrejs/dagre";
import type { StepView } from "@/lib/contract/workflows/runs";
import { NODE_HEIGHT, NODE_WIDTH } from "./picture-size";

/**
 * Where the steps of a run stand in its picture, as a graph of what waits for what. Dagre works it out, so that it is called on the
 * server alone: the browser gets numbers.
 */

export interface PictureNode {
  /** Of the step's place in the list. */
  id: string;
  onError: boolean;
  /** As long as the node has room for. */
  name: string;
  x: number;
  y: number;
}
export interface PictureLayout {
  width: number;
  height: number;
  nodes: PictureNode[];
  /** As the `d` of a path. */
  edges: string[];
}
/** Beside each other for a desk, below each other for a phone. */
export interface RunPicture {
  across: PictureLayout;
  down: PictureLayout;
}

const edgeMargin = 6;
/** More are no picture that anybody reads. */
const STEPS_MAX = 100;

type Placed = Pick<StepView, "step_id" | "title" | "kind" | "on_error" | "needs">;

/** Null: one step alone, or too many of them. Items stand for their list. */
export function pictureOf(steps: readonly Placed[]): RunPicture | null {
  const shown = steps.filter(({ kind }) => kind !== "item");
  if (shown.length < 2 || shown.length > STEPS_MAX) return null;
  return { across: layoutOf(shown, "LR"), down: layoutOf(shown, "TB") };
}

const keyOf = (onError: boolean, id: string) => `${onError ? "error" : "step"} ${id}`;

function layoutOf(steps: readonly Placed[], rankdir: "LR" | "TB"): PictureLayout {
  const graph = new Graph();
  graph.setGraph({ rankdir, nodesep: 14, ranksep: 30, marginx: edgeMargin, marginy: edgeMargin });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { step_id: id, on_error: onError } of steps)
    graph.setNode(keyOf(onError, id), { width: NODE_WIDTH, height: NODE_HEIGHT });
  for (const { step_id: id, on_error: onError, needs } of steps)
    for (const need of needs)
      if (graph.hasNode(keyOf(onError, need))) graph.setEdge(keyOf(onError, need), keyOf(onError, id));
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    nodes: steps.map((step) => {
      const { step_id: id, on_error: onError } = step;
      const { x, y } = graph.node(keyOf(onError, id)) as Point;
      return {
        id,
        onError,
        name: pictureName(step),
        x: Math.round(x - NODE_WIDTH / 2),
        y: Math.round(y - NODE_HEIGHT / 2),
      };
    }),
    edges: graph.edges().map((edge) => pathOf((graph.edge(edge) as { points: Point[] }).points)),
  };
}

interface Point {
  x: number;
  y: number;
}

const pathOf = (points: readonly Point[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${Math.round(x)} ${Math.round(y)}`).join("");

const NAME_LENGTH_MAX = 20;

/** A step's title where it is plain text that fits, or else its id. A picture has no room for marks of deceptive characters. */
function pictureName({ step_id: id, title }: Pick<StepView, "step_id" | "title">): string {
  const name = title !== null && /^[\p{Script=Latin}\p{N}\p{P}\p{Sm}\p{Sc} ]+$/u.test(title) ? title : id;
  return name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX - 1).trimEnd()}…` : name;
}
