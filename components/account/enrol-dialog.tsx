"use client";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import { useEnrolment } from "./enrolment";

interface EnrolDialogProps {
  replaces: boolean;
  needsPassword: boolean;
  onClose: () => void;
}

export function EnrolDialog({ replaces, needsPassword, onClose }: EnrolDialogProps) {
  const { confirms, fields, ...words } = useEnrolment({ replaces, needsPassword });
  return (
    <FormSheet<unknown>
      title={replaces ? "Replace your authenticator app" : "Set up an authenticator app"}
      {...words}
      refreshes={confirms}
      done={() => (confirms ? "Your authenticator app is set up." : null)}
      onClose={onClose}
    >
      {fields}
    </FormSheet>
  );
}
