import type { Page } from "@playwright/test";

/** The windows that the product is judged at: phone, short phone, phone on its side, tablet, small and usual desk. */
export const SIZES = [
  { width: 390, height: 844 },
  { width: 390, height: 664 },
  { width: 844, height: 390 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
] as const;

export type Size = { width: number; height: number };

export const sizeName = ({ width, height }: Size) => `${width}×${height}`;

/** Runs the look at every size, on a page that stays as it is meanwhile. */
export async function atEverySize(
  page: Page,
  sizes: readonly Size[],
  look: (where: string) => Promise<void>,
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await look(sizeName(size));
  }
}
