"use client";
import { useId } from "react";
import { cn } from "@/components/ui/cn";
import { PageSection } from "@/components/ui/page";
import type { PictureLayout, RunPicture } from "@/lib/view/runs/run-picture";
import type { StepGroup } from "@/lib/view/runs/step-groups";
import { PictureStep } from "./picture-step";

/**
 * What waits for what, as a graph: across on a desk, down on a phone. Each step leads to its place in the list, which says the
 * same in words, so that the picture itself is not read out.
 */
export function Picture({ picture, groups }: { picture: RunPicture; groups: readonly StepGroup[] }) {
  return (
    <PageSection title="Picture">
      <Drawing layout={picture.across} groups={groups} className="max-md:hidden" />
      <Drawing layout={picture.down} groups={groups} className="md:hidden" />
    </PageSection>
  );
}

interface DrawingProps {
  layout: PictureLayout;
  groups: readonly StepGroup[];
  className: string;
}

function Drawing({ layout: { width, height, nodes, edges }, groups, className }: DrawingProps) {
  const arrow = useId();
  const groupOf = (id: string, onError: boolean) =>
    groups.find(({ step }) => step.step_id === id && step.on_error === onError);
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide picture scrolls within its box, by keys too
      tabIndex={0}
      aria-label="Picture of the steps; the list below says the same"
      data-testid="run-picture"
      data-scrolls-sideways
      className={cn(
        "max-h-[32rem] overflow-auto rounded-[10px] border bg-panel p-2 -outline-offset-2",
        className,
      )}
    >
      <svg
        aria-hidden
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className="mx-auto block max-w-none"
      >
        <defs>
          <marker
            id={arrow}
            viewBox="0 0 6 6"
            refX={6}
            refY={3}
            markerWidth={6}
            markerHeight={6}
            orient="auto"
          >
            <path d="M0 0L6 3L0 6z" className="fill-ink-3" />
          </marker>
        </defs>
        {edges.map(({ path, onError }) => (
          <path
            key={path}
            d={path}
            fill="none"
            className="stroke-ink-3/60"
            strokeWidth={1.25}
            strokeDasharray={onError ? "3 3" : undefined}
            markerEnd={`url(#${arrow})`}
          />
        ))}
        {nodes.map((node) => {
          const group = groupOf(node.id, node.onError);
          return group && <PictureStep key={`${node.onError}-${node.id}`} node={node} group={group} />;
        })}
      </svg>
    </section>
  );
}
