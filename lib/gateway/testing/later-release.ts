import { onTestFinished } from "vitest";
import { noteAttachment } from "@/lib/action-types/note-attachment";

/** As a later release would that narrows a type: its notes are for orders alone. Until the test's end. */
export function attachNotesToOrdersOnly(): void {
  const { entityTypes } = noteAttachment;
  Object.assign(noteAttachment, { entityTypes: ["sales_order"] });
  onTestFinished(() => void Object.assign(noteAttachment, { entityTypes }));
}
