import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AdminsOnly } from "@/components/shell/admins-only";
import { EditorView } from "@/components/workflows/editor/editor-view";
import { idSchema } from "@/lib/contract/actions/decision";
import { mayAdminister } from "@/lib/core/access/principal";
import { orNotFound } from "@/lib/http/or-not-found";
import { personPage } from "@/lib/http/page";
import { readWorkflowVersion, readWorkflowVersions } from "@/lib/runtime/versions/read-workflows";

export const metadata: Metadata = { title: "New version" };

interface Props {
  params: Promise<{ id: string }>;
}

/** The editor begins with the newest text, whichever is in force. */
export default personPage(async function NewVersionPage(person, { params }: Props) {
  if (!mayAdminister(person.role))
    return <AdminsOnly title="New version" text="Where a workflow’s next text is written and stored." />;
  const id = idSchema.safeParse(Number((await params).id));
  if (!id.success) notFound();
  const { workflow } = await orNotFound(readWorkflowVersions(person, { id: id.data }));
  const { number } = workflow.latest;
  const base = await orNotFound(readWorkflowVersion(person, { id: id.data, number }));
  return (
    <EditorView
      workflow={{ id: workflow.id, name: workflow.name, latest: number }}
      base={{ number, source: base.source }}
    />
  );
});
