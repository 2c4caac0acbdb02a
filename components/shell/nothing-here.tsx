import { Icon } from "@/components/ui/icons/icon";
import { viewHref } from "@/lib/view/views";

/** An address, an action or a company's row that is not there for this viewer. It never says which of these it is. */
export function NothingHere() {
  return (
    <main
      tabIndex={-1}
      data-content
      className="grid min-h-[60vh] place-content-center justify-items-center gap-2 px-6 py-16 text-center"
    >
      <Icon name="compass" className="size-7 text-ink-3" strokeWidth={1.5} />
      <h1 className="text-lg font-semibold">There is nothing here</h1>
      <p className="max-w-sm text-sm text-pretty text-ink-2">
        This address does not exist, or what stands there is not yours to see. Check the number, or look for
        it in the inbox or the history.
      </p>
      <p className="mt-3 flex flex-wrap justify-center gap-2.5">
        <a
          href={viewHref("pending")}
          className="inline-flex min-h-9 items-center rounded-lg bg-ink px-4 font-medium text-bg max-md:min-h-11"
        >
          Open the inbox
        </a>
        <a
          href={viewHref("history")}
          className="inline-flex min-h-9 items-center rounded-lg border border-line-strong px-4 font-medium max-md:min-h-11"
        >
          History
        </a>
      </p>
    </main>
  );
}
