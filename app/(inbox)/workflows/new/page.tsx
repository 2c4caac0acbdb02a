import type { Metadata } from "next";
import { AdminsOnly } from "@/components/shell/admins-only";
import { EditorView } from "@/components/workflows/editor/editor-view";
import { mayAdminister } from "@/lib/core/access/principal";
import { personPage } from "@/lib/http/page";
import { FIRST_TEXT } from "@/lib/view/workflows/first-text";

export const metadata: Metadata = { title: "New workflow" };

export default personPage(async function NewWorkflowPage(person) {
  if (!mayAdminister(person.role))
    return <AdminsOnly title="New workflow" text="Where the text of a new workflow is written and stored." />;
  return <EditorView workflow={null} base={{ number: 0, source: FIRST_TEXT }} />;
});
