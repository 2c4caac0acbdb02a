import type { Locator } from "@playwright/test";

/** The colours of an element as the browser paints them, such as "rgb(201, 151, 0)". */
export const coloursOf = (element: Locator): Promise<{ background: string; ink: string }> =>
  element.evaluate((one) => {
    const { backgroundColor, color } = getComputedStyle(one);
    return { background: backgroundColor, ink: color };
  });

/** 0 is red, 60 yellow, 120 green, 240 blue. */
export function hueOf(rgb: string): number {
  const [red = 0, green = 0, blue = 0] = (rgb.match(/[\d.]+/g) ?? []).map(Number);
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue) || 1;
  if (most === red) return (60 * ((green - blue) / span) + 360) % 360;
  return most === green ? 60 * ((blue - red) / span) + 120 : 60 * ((red - green) / span) + 240;
}
