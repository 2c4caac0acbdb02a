/** A Chromium for Playwright; null where it finds its own. */
export function ensureBrowser(): string | null;
