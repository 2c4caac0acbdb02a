/** The parts of `navigator` that put a number on the app's icon; a browser may lack them. */
export interface BadgeHolder {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/** The number of actions that wait, on the icon of the installed app; none: no number. A refusal of the system is no fault. */
export function showBadge(holder: BadgeHolder, count: number): void {
  const shown = count > 0 ? holder.setAppBadge?.(count) : holder.clearAppBadge?.();
  shown?.catch(() => {});
}
