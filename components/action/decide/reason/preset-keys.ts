export const PRESETS: readonly string[] = [
  "The figure is wrong",
  "Wrong record or customer",
  "Not agreed with the customer",
  "Not enough evidence",
  "Not now",
];

/**
 * The reason that a digit chooses: while nobody has typed a reason of their own. A reason that begins with a digit is typed
 * after a blank.
 */
export function presetOfKey(key: string, typed: string): string | null {
  const isFree = typed === "" || PRESETS.includes(typed);
  return isFree && /^[1-9]$/.test(key) ? (PRESETS[Number(key) - 1] ?? null) : null;
}
