import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { EvidenceView, HiddenEvidence } from "@/components/evidence/evidence-view";
import { idSchema } from "@/lib/contract/actions/decision";
import { readEvidence, unlessHidden } from "@/lib/gateway/evidence/read-evidence";
import { orNotFound } from "@/lib/http/or-not-found";
import { personPage } from "@/lib/http/page";

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Evidence of #${(await params).id}` };
}

/** The sealed evidence bundle of one action, read and verified on the server. */
export default personPage(async function ActionEvidencePage(person, { params }: Props) {
  const id = idSchema.safeParse(Number((await params).id));
  if (!id.success) notFound();
  const place = { kind: "proposed_action", id: id.data } as const;
  const reading = await orNotFound(unlessHidden(readEvidence(person, place)));
  return reading ? <EvidenceView place={place} {...reading} /> : <HiddenEvidence />;
});
