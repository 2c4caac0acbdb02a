import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RunView } from "@/components/runs/run-view";
import { idSchema } from "@/lib/contract/actions/decision";
import { readEvidenceState, unlessHidden } from "@/lib/gateway/evidence/read-evidence";
import { personPage } from "@/lib/http/page";
import { orNotFound } from "@/lib/http/or-not-found";
import { readRun } from "@/lib/runtime/runs/read-runs";
import { pictureOf } from "@/lib/view/runs/run-picture";

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Run ${(await params).id}` };
}

/** The picture is laid out here: its code stays on the server. */
export default personPage(async function RunPage(person, { params }: Props) {
  const id = idSchema.safeParse(Number((await params).id));
  if (!id.success) notFound();
  const run = await orNotFound(readRun(person, { id: id.data, wait: 0 }));
  const evidence = await unlessHidden(readEvidenceState(person, { kind: "run", id: id.data }));
  return <RunView initial={run} picture={pictureOf(run.steps)} evidence={evidence} />;
});
