"use client";
import { type RefObject, useRef } from "react";
import { useKeys } from "./use-keys";

/** J and K move the focus along the links of a list, or of several in one element. Returns its ref. @param link the selector of its links. */
export function useListKeys<List extends HTMLElement = HTMLUListElement>(
  link: string,
): RefObject<List | null> {
  const rows = useRef<List>(null);
  const move = (by: 1 | -1) => {
    const links = [...(rows.current?.querySelectorAll<HTMLElement>(link) ?? [])];
    const at = links.findIndex((one) => one === document.activeElement);
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  useKeys([
    { key: "j", run: () => move(1), repeats: true },
    { key: "k", run: () => move(-1), repeats: true },
  ]);
  return rows;
}
