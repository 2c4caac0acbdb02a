"use client";
import { Icon } from "@/components/ui/icons/icon";
import { lazy, Suspense, useState, type ComponentProps } from "react";
import { useViewer } from "@/components/data/viewer";

const load = () => import("./viewer-menu-content");
const Content = lazy(() => load().then((module) => ({ default: module.ViewerMenuContent })));

/** The signed-in person and their role. The menu's code is as large as the inbox's own: it comes when a hand approaches. */
export function ViewerMenu() {
  const [open, setOpen] = useState<boolean | null>(null);
  const approach = { onPointerEnter: () => void load(), onFocus: () => void load() };
  if (open === null) return <ViewerButton {...approach} onClick={() => setOpen(true)} />;
  return (
    <Suspense fallback={<ViewerButton />}>
      <Content open={open} onOpenChange={setOpen}>
        <ViewerButton />
      </Content>
    </Suspense>
  );
}

function ViewerButton(props: ComponentProps<"button">) {
  const viewer = useViewer();
  return (
    <button
      type="button"
      aria-label="Your account"
      aria-haspopup="menu"
      className="flex min-h-10 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-sunken data-[state=open]:bg-sunken max-wide:justify-center max-wide:px-0"
      {...props}
    >
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-2xs font-semibold text-ink-2 uppercase"
      >
        {viewer.name.slice(0, 1)}
      </span>
      <span className="grid min-w-0 flex-1 max-wide:hidden">
        <span className="truncate text-sm leading-4 font-medium">{viewer.name}</span>
        <span className="text-2xs text-ink-3">{viewer.role}</span>
      </span>
      <Icon name="chevrons-up-down" className="size-3.5 shrink-0 text-ink-3 max-wide:hidden" />
    </button>
  );
}
