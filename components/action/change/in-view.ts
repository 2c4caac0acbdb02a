/** The end of a change counts as read once it has been in view for as long on end. */
const lookAtLeastMs = 300;

/** Allows for rounding to whole pixels. */
const mostOfIt = 0.9;

/** Calls back each time the element has been in view for 300 ms on end, past every box that cuts it off. Returns the way to stop. */
export function whenInView(element: Element, onSeen: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      clearTimeout(timer);
      // A busy page hears of several moves at once; where it stands now is the last of them.
      const last = entries.at(-1);
      if (last && last.intersectionRatio >= mostOfIt) timer = setTimeout(onSeen, lookAtLeastMs);
    },
    { threshold: mostOfIt },
  );
  observer.observe(element);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
