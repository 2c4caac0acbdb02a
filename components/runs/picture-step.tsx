"use client";
import { Icon } from "@/components/ui/icons/icon";
import { NODE_HEIGHT, NODE_WIDTH } from "@/lib/view/runs/picture-size";
import type { PictureNode } from "@/lib/view/runs/run-picture";
import type { StepGroup } from "@/lib/view/runs/step-groups";
import type { Tone } from "@/lib/view/words";
import { anchorOf } from "./run-steps";

const inks: Record<Tone, string> = {
  neutral: "text-ink-3",
  good: "text-good",
  warn: "text-warn",
  bad: "text-bad",
};
const frames: Record<Tone, string> = {
  neutral: "stroke-line-strong",
  good: "stroke-good/50",
  warn: "stroke-warn/60",
  bad: "stroke-bad",
};

/** Where the whole words leave no room for a count. */
const shortTitles: Readonly<Record<string, string>> = {
  "Waits for approval": "For approval",
  "Waits for another run": "For another run",
  "Waits for an answer": "For an answer",
};

/** One step: its name, and below it how it stands, in words beside a shape and a colour. */
export function PictureStep({ node, group }: { node: PictureNode; group: StepGroup }) {
  const { title, tone, shape } = group.words;
  return (
    <a href={`#${anchorOf(group.step)}`} tabIndex={-1} aria-label={node.name} className="group">
      <g transform={`translate(${node.x} ${node.y})`}>
        <rect
          width={NODE_WIDTH}
          height={NODE_HEIGHT}
          rx={8}
          strokeWidth={tone === "bad" ? 2 : 1.5}
          strokeDasharray={title === "Later" ? "4 3" : undefined}
          className={`fill-bg group-hover:fill-sunken ${frames[tone]}`}
        />
        <text x={12} y={21} className="fill-ink text-[12.5px] font-medium">
          {node.name}
        </text>
        <g className={inks[tone]}>
          <Icon name={shape} x={12} y={29} width={12} height={12} strokeWidth={2.5} />
          <text x={29} y={39} className="fill-current text-[11.5px]">
            {shortTitles[title] ?? title}
            {group.done !== null && `, ${group.done}`}
          </text>
        </g>
      </g>
    </a>
  );
}
