import { NODE_HEIGHT, NODE_WIDTH } from "@/lib/view/runs/picture-size";
import type { PictureNode, RunPicture } from "@/lib/view/runs/run-picture";
import type { WorkflowVersion } from "@/lib/contract/workflows/versions";
import { pictureNote } from "@/lib/view/workflows/picture-note";
import { Drawings } from "./drawing";

interface WorkflowPictureProps {
  picture: RunPicture;
  steps: WorkflowVersion["steps"];
}

/** A version's steps as a graph of what waits for what, each with what it calls. The text says the same. Drawn on the server. */
export function WorkflowPicture({ picture, steps }: WorkflowPictureProps) {
  return (
    <Drawings
      picture={picture}
      label="Picture of the steps; the text below says the same"
      testId="workflow-picture"
      renderNode={(node) => <Step key={`${node.onError}-${node.id}`} node={node} steps={steps} />}
    />
  );
}

function Step({ node, steps }: { node: PictureNode; steps: WorkflowVersion["steps"] }) {
  const step = steps.find(({ step_id: id, on_error: onError }) => id === node.id && onError === node.onError);
  const isList = step?.kind === "list";
  const shape = { width: NODE_WIDTH, height: NODE_HEIGHT, rx: 8, strokeWidth: 1.5 };
  const look = "fill-bg stroke-line-strong";
  return (
    <g transform={`translate(${node.x} ${node.y})`}>
      {isList && <rect {...shape} x={4} y={4} className={look} />}
      <rect {...shape} strokeDasharray={node.onError ? "4 3" : undefined} className={look} />
      <text x={12} y={21} className="fill-ink text-[12.5px] font-medium">
        {node.name}
      </text>
      <text x={12} y={39} className="fill-ink-3 text-[11.5px]">
        {step && pictureNote(step)}
      </text>
    </g>
  );
}
