"use client";
import { useEffect } from "react";
import { overlay } from "@/components/keyboard/overlay";
import { lazyDialog } from "@/components/ui/sheets/lazy-dialog";

// Loaded when they are first opened.
const Shortcuts = lazyDialog(() => import("./shortcut-sheet").then((module) => module.ShortcutSheet));
const Palette = lazyDialog(() => import("./palette/palette").then((module) => module.Palette));

export function Overlays() {
  const open = overlay.use();
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
      overlay.set(overlay.get() === "palette" ? null : "palette");
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  const close = () => overlay.set(null);
  return (
    <>
      {open === "shortcuts" && <Shortcuts onClose={close} />}
      {open === "palette" && <Palette onClose={close} />}
    </>
  );
}
