import { SecretSheet } from "@/components/ui/sheets/secret-sheet";

interface PasswordLinkSheetProps {
  /** The person whose password the link sets. */
  name: string;
  link: string;
  title: string;
  description?: string;
  onClose: () => void;
}

export function PasswordLinkSheet({ name, link, ...rest }: PasswordLinkSheetProps) {
  return (
    <SecretSheet
      label={`Good once, for 72 hours. Hand it to ${name} yourself.`}
      value={link}
      text="You see this link once. Anybody who has it can set the password."
      {...rest}
    />
  );
}
