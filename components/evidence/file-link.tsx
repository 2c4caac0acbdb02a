import { Icon } from "@/components/ui/icons/icon";

/** Saves what an address answers with. */
export function FileLink({ href, name }: { href: string; name: string }) {
  return (
    <a
      href={href}
      download
      className="inline-flex min-h-[38px] items-center justify-center gap-2 rounded-lg border border-line-strong bg-panel px-3.5 text-sm font-medium whitespace-nowrap hover:bg-sunken max-md:min-h-11 max-md:px-2.5"
    >
      <Icon name="download" className="size-4" /> {name}
    </a>
  );
}
