"use client";
import { BackLink } from "@/components/ui/back-link";
import { lazily } from "@/components/ui/lazily";
import { PageFrame } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/states";
import type { Responders } from "@/lib/contract/interactions/interactions";

const AskForm = lazily(
  () => import("./ask-form").then((module) => module.AskForm),
  () => <Skeleton words="Loading the form…" lines={9} />,
);

/** The page on which people ask people, with a preview of their words. */
export function AskView({ people }: { people: Responders["people"] }) {
  return (
    <PageFrame
      title="Ask a question"
      text="The people you name see it at once, and the answer comes back here. To have a write approved, propose it instead."
    >
      <BackLink href="/questions">All questions</BackLink>
      <AskForm people={people} />
    </PageFrame>
  );
}
