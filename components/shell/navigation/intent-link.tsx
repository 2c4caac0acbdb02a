"use client";
import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link that fetches its page ahead once somebody is about to follow it. Links that stand on every page would otherwise
 * fetch all of their pages with each of them.
 */
export function IntentLink(props: ComponentProps<typeof Link>) {
  const [isMeant, setIsMeant] = useState(false);
  const mean = () => setIsMeant(true);
  return (
    <Link
      {...props}
      prefetch={isMeant ? null : false}
      onMouseEnter={mean}
      onFocus={mean}
      onTouchStart={mean}
    />
  );
}
