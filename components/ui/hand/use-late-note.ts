"use client";
import { useEffect } from "react";

/**
 * A page that says that nothing is there, or that it failed, is rendered by the browser, where no script of its head runs. Its keys
 * and presses, too, may lead into the next page.
 */
export function useLateNote(): void {
  useEffect(() => {
    if (globalThis.pageWasAskedFor !== undefined) return;
    // Few pages are such: the others do not load its code.
    void import("./note-opening").then(({ noteOpeningLate }) => noteOpeningLate());
  }, []);
}
