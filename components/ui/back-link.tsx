import Link from "next/link";
import { Icon } from "./icons/icon";

/** Above a page that belongs to a list or to another page: the way back there. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      className="-mt-3 flex w-fit items-center gap-1.5 text-sm text-ink-2 hover:text-ink max-md:min-h-11"
    >
      <Icon name="arrow-left" className="size-4" /> {children}
    </Link>
  );
}
