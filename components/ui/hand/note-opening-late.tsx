"use client";
import { useEffect } from "react";
import { QUIET_MS } from "./hand";
import { noteOpening } from "./page-asked-for";

/**
 * A page that says that nothing is there, or that it failed, is rendered by the browser, where no script of its head runs. Its keys
 * and presses, too, may lead into the next page.
 */
export function NoteOpeningLate() {
  useEffect(() => {
    if (globalThis.pageWasAskedFor === undefined) noteOpening({ fromElsewhere: true, quietMs: QUIET_MS });
  }, []);
  return null;
}
