import { Graph, layout } from "@dagrejs/dagre";
import type { StepView } from "@/lib/contract/workflows/runs";
import { NODE_HEIGHT, NODE_WIDTH } from "./picture-size";

/**
 * Where the steps of a run stand in its picture, as a graph of what waits for what. Dagre works it out, so that it is called on the
 * server alone: the browser gets numbers.
 */

export interface PictureNode {
  /** The id of the step's row in the list, which the picture links to. */
  id: string;
  onError: boolean;
  /** As long as the node has room for. */
  name: string;
  x: number;
  y: number;
}
export interface PictureEdge {
  /** The `d` of a path. */
  path: string;
  /** It leads from the step that failed to what follows an error. */
  onError: boolean;
}
export interface PictureLayout {
  width: number;
  height: number;
  nodes: PictureNode[];
  edges: PictureEdge[];
}
/** A picture of a run in two layouts: side by side for a desk, stacked for a phone. */
export interface RunPicture {
  across: PictureLayout;
  down: PictureLayout;
}

const edgeMargin = 6;
/** More are no picture that anybody reads. */
const STEPS_MAX = 100;

type Placed = Pick<StepView, "step_id" | "title" | "kind" | "on_error" | "needs" | "status">;

/** Null: one step alone, or too many of them. Items stand for their list. */
export function pictureOf(steps: readonly Placed[]): RunPicture | null {
  const shown = steps.filter(({ kind }) => kind !== "item");
  if (shown.length < 2 || shown.length > STEPS_MAX) return null;
  const links = linksOf(shown, steps);
  return { across: layoutOf(shown, links, "LR"), down: layoutOf(shown, links, "TB") };
}

const keyOf = (onError: boolean, id: string) => `${onError ? "error" : "step"} ${id}`;

interface Link {
  from: string;
  to: string;
  onError: boolean;
}

/** The steps that each step waits for; a step that follows an error hangs on the steps that failed. */
function linksOf(shown: readonly Placed[], all: readonly Placed[]): Link[] {
  const failed = new Set(
    all.filter((step) => step.status === "failed_terminal" && !step.on_error).map(({ step_id: id }) => id),
  );
  const known = new Set(shown.map((step) => keyOf(step.on_error, step.step_id)));
  return shown.flatMap(({ step_id: id, on_error: onError, needs }) => {
    const to = keyOf(onError, id);
    const waited = needs.map((need) => ({ from: keyOf(onError, need), to, onError: false }));
    const errors = onError && needs.length === 0 ? [...failed] : [];
    return [...waited, ...errors.map((one) => ({ from: keyOf(false, one), to, onError: true }))].filter(
      ({ from }) => known.has(from),
    );
  });
}

function layoutOf(steps: readonly Placed[], links: readonly Link[], rankdir: "LR" | "TB"): PictureLayout {
  const graph = new Graph();
  graph.setGraph({ rankdir, nodesep: 10, ranksep: 30, marginx: edgeMargin, marginy: edgeMargin });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { step_id: id, on_error: onError } of steps)
    graph.setNode(keyOf(onError, id), { width: NODE_WIDTH, height: NODE_HEIGHT });
  for (const { from, to } of links) graph.setEdge(from, to);
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
    edges: links.map(({ from, to, onError }) => ({
      path: pathOf((graph.edge(from, to) as { points: Point[] }).points),
      onError,
    })),
  };
}

interface Point {
  x: number;
  y: number;
}

const pathOf = (points: readonly Point[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${Math.round(x)} ${Math.round(y)}`).join("");

const NAME_LENGTH_MAX = 18;

/** A step's title where it is plain text that fits, or else its id. A picture has no room for marks of deceptive characters. */
function pictureName({ step_id: id, title }: Pick<StepView, "step_id" | "title">): string {
  const name = title !== null && /^[\p{Script=Latin}\p{N}\p{P}\p{Sm}\p{Sc} ]+$/u.test(title) ? title : id;
  return name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX - 1).trimEnd()}…` : name;
}
