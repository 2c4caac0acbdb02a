import { type ReactNode, useId } from "react";
import { cn } from "@/components/ui/cn";
import type { PictureLayout, PictureNode, RunPicture } from "@/lib/view/runs/run-picture";

interface DrawingsProps {
  picture: RunPicture;
  /** The accessible name of the box in which a wide picture scrolls. */
  label: string;
  testId: string;
  /** One step. The picture is not read out: another part of the page says the same in words. */
  renderNode: (node: PictureNode) => ReactNode;
}

/** The steps and their dependencies as a graph: left to right on a desktop, top to bottom on a phone. */
export function Drawings({ picture, ...rest }: DrawingsProps) {
  return (
    <>
      <Drawing layout={picture.across} {...rest} className="max-md:hidden" />
      <Drawing layout={picture.down} {...rest} className="md:hidden" />
    </>
  );
}

interface DrawingProps extends Omit<DrawingsProps, "picture"> {
  layout: PictureLayout;
  className: string;
}

function Drawing({ layout, label, testId, renderNode, className }: DrawingProps) {
  const { width, height, nodes, edges } = layout;
  const arrow = useId();
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide picture scrolls within its box, by keys too
      tabIndex={0}
      aria-label={label}
      data-testid={testId}
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
        {nodes.map(renderNode)}
      </svg>
    </section>
  );
}
