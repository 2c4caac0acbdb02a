import type { Page } from "@playwright/test";

/** Beyond it a test goes on: its page may be one whose code is held back. */
const limitMs = 20_000;

/**
 * From here on `goto` and `reload` end once React has taken over each button of the server's page. A press that comes earlier does
 * nothing, and on a slow machine it comes earlier. Tests of such presses ask for `waitUntil: "commit"`.
 */
export function waitForHydration(page: Page): Page {
  const { goto, reload } = page;
  page.goto = async (url, options) => {
    const answer = await goto.call(page, url, options);
    if (options?.waitUntil !== "commit") await untilHydrated(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload.call(page, options);
    if (options?.waitUntil !== "commit") await untilHydrated(page);
    return answer;
  };
  return page;
}

const untilHydrated = (page: Page) =>
  page
    .waitForFunction(
      () =>
        [...document.querySelectorAll("button")].every((button) =>
          Object.keys(button).some((key) => key.startsWith("__reactFiber$")),
        ),
      undefined,
      { timeout: limitMs },
    )
    .catch(() => null);
