/** How answers of a period are counted (docs/adr/0147). */

/** In days. */
export const FIGURE_PERIODS = [7, 30, 90] as const;
export type FigurePeriod = (typeof FIGURE_PERIODS)[number];
export const FIGURE_PERIOD: FigurePeriod = 30;

/** Per cent with one decimal. Null: there is nothing to take a share of. */
export function shareOf(part: number, rest: number): number | null {
  const all = part + rest;
  return all === 0 ? null : Math.round((part / all) * 1_000) / 10;
}
