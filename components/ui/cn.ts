import { clsx, type ClassValue } from "clsx";

/** Joins classes. Of two that contradict each other neither wins by its place: the one that shall win ends in `!`. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
