"use client";
import { PageSection } from "@/components/ui/page";
import { Drawings } from "@/components/workflows/drawing";
import type { RunPicture } from "@/lib/view/runs/run-picture";
import type { StepGroup } from "@/lib/view/runs/step-groups";
import { PictureStep } from "./picture-step";

/** How far the run has come in its graph. Each step leads to its place in the list, which says the same in words. */
export function Picture({ picture, groups }: { picture: RunPicture; groups: readonly StepGroup[] }) {
  const groupOf = (id: string, onError: boolean) =>
    groups.find(({ step }) => step.step_id === id && step.on_error === onError);
  return (
    <PageSection title="Picture">
      <Drawings
        picture={picture}
        label="Picture of the steps; the list below says the same"
        testId="run-picture"
        renderNode={(node) => {
          const group = groupOf(node.id, node.onError);
          return group && <PictureStep key={`${node.onError}-${node.id}`} node={node} group={group} />;
        }}
      />
    </PageSection>
  );
}
