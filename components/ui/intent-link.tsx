"use client";
import { useRouter } from "next/navigation";
import type { ComponentProps, MouseEvent } from "react";

/**
 * A link within the app that fetches its page ahead once somebody is about to follow it. Links that stand on every page
 * would otherwise fetch all of their pages with each of them. next/link can do it too, with a twentieth of our code.
 */
export function IntentLink({ href, onClick, children, ...rest }: ComponentProps<"a"> & { href: string }) {
  const router = useRouter();
  const fetchAhead = () => router.prefetch(href);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    // Every other press is the browser's: it opens a tab or a window, or saves the page.
    if (event.defaultPrevented || !isPlain || event.button !== 0) return;
    event.preventDefault();
    router.push(href);
  };
  return (
    <a
      {...rest}
      href={href}
      onClick={follow}
      onMouseEnter={fetchAhead}
      onFocus={fetchAhead}
      onTouchStart={fetchAhead}
    >
      {children}
    </a>
  );
}
