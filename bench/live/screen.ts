import { type BrowserContext, type Page, chromium } from "@playwright/test";
import type { CompanyClient, Proposal } from "@/scripts/smoke/company-client";
import { type Installation } from "@/scripts/smoke/own-installation";
import { SESSION_COOKIE, signInOver } from "@/scripts/smoke/signed-in";

const appearLimitMs = 30_000;

/** A real browser in which somebody has the inbox open. */
export async function openBrowser(installation: Installation) {
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  // tsx gives functions their names by this helper, which pages do not have.
  await context.addInitScript("globalThis.__name = (named) => named");
  await signIn(context, installation);
  const page = await context.newPage();
  return {
    page,
    /** The inbox with this one alone, once its stream is open. */
    openInbox: async (actionId: number) => {
      const streaming = page.waitForResponse((answer) => answer.url().includes("/api/stream"));
      await page.goto(`${installation.url}/proposed-actions?q=%23${actionId}`);
      await streaming;
      await page.locator(`article[data-action-id="${actionId}"]`).waitFor();
    },
    close: () => browser.close(),
  };
}

export async function signIn(context: BrowserContext, { url, users }: Installation): Promise<void> {
  const who = users.find(({ role }) => role === "approver")!;
  await context.addCookies([{ name: SESSION_COOKIE, value: await signInOver(url, who), url }]);
}

/** From the sending of a decision by somebody else to the moment at which the card says so: ms, by the machine's clock. */
export async function timeElsewhere(page: Page, client: CompanyClient, proposal: Proposal): Promise<number> {
  const appeared = timeOfText(
    page,
    `article[data-action-id="${proposal.id}"] [data-testid="answer"]`,
    "this just now",
  );
  const began = Date.now();
  const { status } = await client.decideAs("admin", proposal, "reject");
  if (status !== 200) throw new Error(`#${proposal.id} was not decided: ${status}`);
  return (await appeared) - began;
}

/** By the machine's clock: the press on Approve, and the moment at which the page says that it is applied. */
export async function timeOwn(
  page: Page,
  url: string,
  proposal: Proposal,
): Promise<{ pressedMs: number; shownMs: number }> {
  await page.goto(`${url}/proposed-actions/${proposal.id}`);
  const approve = page
    .getByTestId("decision-bar")
    .getByRole("button", { name: "Approve", exact: true, disabled: false });
  // The page's stream never ends, so its network is never idle: it counts as there once a press would.
  await approve.waitFor();
  // Once it is approved another bar has the place of the one that decides.
  const appeared = timeOfText(page, '[data-testid$="-bar"] [data-testid="answer"]', "Applied");
  const began = await pressedAt(page);
  await approve.click();
  return { shownMs: await appeared, pressedMs: await began.at() };
}

/** The moment of the next press. */
async function pressedAt(page: Page): Promise<{ at: () => Promise<number> }> {
  const holder = await page.evaluateHandle(() => {
    const pressed = { atMs: Number.NaN };
    document.addEventListener("click", () => (pressed.atMs = Date.now()), { capture: true, once: true });
    return pressed;
  });
  return { at: () => holder.evaluate(({ atMs }) => atMs) };
}

/** Resolves with the moment at which an element that fits holds this text. @throws Error where none does within `appearLimitMs`. */
function timeOfText(page: Page, selector: string, text: string): Promise<number> {
  return page.evaluate(
    ({ selector: where, text: words, limitMs }) =>
      new Promise<number>((resolve, reject) => {
        const limit = setTimeout(() => {
          const there = [...document.querySelectorAll(where)].map((one) => one.textContent).join(" | ");
          reject(new Error(`not "${words}" at ${where} within ${limitMs} ms, but "${there}"`));
        }, limitMs);
        const look = () =>
          [...document.querySelectorAll(where)].some((one) => one.textContent?.includes(words));
        const observer = new MutationObserver(() => {
          if (!look()) return;
          observer.disconnect();
          clearTimeout(limit);
          resolve(Date.now());
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    { selector, text, limitMs: appearLimitMs },
  );
}
