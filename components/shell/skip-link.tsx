"use client";

/** The first stop of Tab on every page: past navigation and filters, to the first `data-content` that is on screen. */
export function SkipLink() {
  const skip = () => {
    const all = [...document.querySelectorAll<HTMLElement>("[data-content]")];
    all.find((element) => element.checkVisibility({ visibilityProperty: true }))?.focus();
  };
  return (
    <button
      type="button"
      onClick={skip}
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-lg bg-solid px-3.5 py-2 text-sm font-medium text-on-solid focus-visible:translate-y-0 focus-visible:shadow-float"
    >
      Skip to the content
    </button>
  );
}
