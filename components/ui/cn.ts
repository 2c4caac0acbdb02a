import { clsx, type ClassValue } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

// Our own font sizes would otherwise be taken for colours and dropped beside one.
const merge = extendTailwindMerge({
  extend: { classGroups: { "font-size": [{ text: ["2xs", "xs", "sm", "base"] }] } },
});

/** Joins classes; the later of two that contradict each other wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
