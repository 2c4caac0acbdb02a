"use client";
import dynamic from "next/dynamic";
import { useEffect, useSyncExternalStore } from "react";

/** The shortcut sheet and the palette: opened from keys, menus and buttons alike, loaded when first opened. */
type Overlay = "shortcuts" | "palette" | null;

let shown: Overlay = null;
const listeners = new Set<() => void>();
function show(overlay: Overlay): void {
  shown = overlay;
  for (const listener of listeners) listener();
}
export const openShortcuts = () => show("shortcuts");
export const openPalette = () => show("palette");

const Shortcuts = dynamic(() => import("./shortcut-sheet").then((module) => module.ShortcutSheet), {
  ssr: false,
});
const Palette = dynamic(() => import("./palette").then((module) => module.Palette), { ssr: false });

export function Overlays() {
  const overlay = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => null,
  );
  useEffect(() => {
    // The palette has a modifier, so it works while typing and with single keys off.
    const listen = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== "k" ||
        !(event.metaKey || event.ctrlKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      show(shown === "palette" ? null : "palette");
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  const close = (open: boolean) => {
    if (!open) show(null);
  };
  return (
    <>
      {overlay === "shortcuts" && <Shortcuts open onOpenChange={close} />}
      {overlay === "palette" && <Palette open onOpenChange={close} />}
    </>
  );
}
