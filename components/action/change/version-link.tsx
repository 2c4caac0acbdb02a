import Link from "next/link";
import { actionHref } from "@/lib/view/views";

export function VersionLink({ id, words }: { id: number; words: string }) {
  return (
    <Link
      href={actionHref(id)}
      className="relative z-10 whitespace-nowrap text-accent underline underline-offset-2"
    >
      {words}
    </Link>
  );
}
