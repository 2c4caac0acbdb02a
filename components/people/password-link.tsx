"use client";
import { SecretSheet } from "@/components/ui/sheets/secret-sheet";

interface NewPasswordLinkProps {
  /** Whose password it sets. */
  name: string;
  link: string;
  title: string;
  description?: string;
  onClose: () => void;
}

export function NewPasswordLink({ name, link, ...rest }: NewPasswordLinkProps) {
  return (
    <SecretSheet
      label={`Good once, for 72 hours. Hand it to ${name} yourself.`}
      value={link}
      text="You see this link once. Whoever has it sets the password."
      {...rest}
    />
  );
}
