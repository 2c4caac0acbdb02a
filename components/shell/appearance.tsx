import { InlineScript } from "@/components/ui/inline-script";

/** Light, dark or the system's choice: set before the first paint, and again whenever system or person choose again. */
export function Appearance({ nonce }: { nonce: string | undefined }) {
  return <InlineScript nonce={nonce} run={followAppearance} beforePaint />;
}

function followAppearance() {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let chosen: string | null = null;
    try {
      chosen = localStorage.getItem("theme");
    } catch {
      // A browser that keeps nothing: the system chooses.
    }
    const isDark = chosen === "dark" || (chosen !== "light" && dark.matches);
    const { dataset, style } = document.documentElement;
    dataset.theme = style.colorScheme = isDark ? "dark" : "light";
  };
  apply();
  dark.addEventListener("change", apply);
  window.addEventListener("storage", apply);
  window.addEventListener("appearance", apply);
}
