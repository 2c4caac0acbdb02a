/** This room holds keyboard commands and which of them an open dialog takes. */
"use client";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

/** Single keys, as people who live in the inbox use them. They can be switched off for those whom they hinder. */
const storageKey = "countersign.single-keys";
const listeners = new Set<() => void>();

function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== "off";
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(storageKey, on ? "on" : "off");
  } catch {
    // A browser that keeps nothing: the keys stay on.
  }
  for (const listener of listeners) listener();
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    singleKeysOn,
    () => true,
  );
}

export interface KeyBinding {
  /** `event.key`; letters in lower case, `shift+x` for the shifted one. */
  key: string;
  run: () => void;
  /** A held key repeats only where that is harmless: moving, never deciding. */
  repeats?: boolean;
}

const typing = "input, textarea, select, [contenteditable=true], [role=menu], [role=listbox]";

function isForUs(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return false;
  if (!singleKeysOn()) return false;
  return !(event.target instanceof Element && event.target.closest(typing) && !isTickBox(event.target));
}

const isInDialog = () => document.querySelector("[role=dialog], [role=alertdialog]") !== null;

const isTickBox = (target: Element) => target instanceof HTMLInputElement && target.type === "checkbox";

/** G waits for a second letter, which is not the list's. The hand may be slow between the two, or the page busy. */
let goPressedAt = NaN;
const goWindowMs = 3_000;
export const pressGo = () => {
  goPressedAt = performance.now();
};
const goIsPending = ({ timeStamp }: Event) => timeStamp - goPressedAt < goWindowMs;

interface KeyOptions {
  /** The bindings are the second step of a G sequence. */
  afterGo?: boolean;
  /** They come before those of other parts of the page: a selection takes the keys of the action beside it. */
  first?: boolean;
}

/** Keys of the page. While a dialog is open they belong to it (`useDialogKeys`). */
export function useKeys(
  bindings: readonly KeyBinding[],
  { afterGo = false, first = false }: KeyOptions = {},
): void {
  // Runs the bindings of the last render, also where a key follows it at once.
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (!isForUs(event) || isInDialog() || goIsPending(event) !== afterGo) return;
    if (runBinding(event, bindings) && afterGo) goPressedAt = NaN;
  });
  useEffect(() => {
    window.addEventListener("keydown", listen, { capture: first });
    return () => window.removeEventListener("keydown", listen, { capture: first });
  }, [first]);
}

/** Keys of an open dialog, whichever of its parts has the focus. Enter on one of its buttons presses that button. */
export function useDialogKeys(bindings: readonly KeyBinding[]): void {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    const isOnControl = event.target instanceof Element && event.target.closest("button, a") !== null;
    if (isForUs(event) && !(event.key === "Enter" && isOnControl)) runBinding(event, bindings);
  });
  useEffect(() => {
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

/** True where the key is one of them. */
function runBinding(event: KeyboardEvent, bindings: readonly KeyBinding[]): boolean {
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const pressed = event.shiftKey && /^[a-z]$/.test(name) ? `shift+${name}` : name;
  const binding = bindings.find((entry) => entry.key === pressed);
  if (!binding) return false;
  event.preventDefault();
  if (!event.repeat || binding.repeats) binding.run();
  return true;
}
