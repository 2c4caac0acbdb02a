import type { Page } from "@playwright/test";
import { readAction, reject } from "./support/http/api";
import { expectAccessible } from "./support/screen/axe";
import { approveButton, decisionBar, detail, expectNoScroll } from "./support/screen/screen";
import { confirmStep } from "./support/people/second-factor";
import { expect, test } from "./support/test";
import {
  newName,
  notingText,
  proposedBy,
  publish,
  readRun,
  startRun,
  untilRun,
} from "./support/proposals/workflows";

const editor = (page: Page) => page.getByLabel("Text", { exact: true });
const state = (page: Page) => page.getByTestId("run-state");
const idOf = (page: Page): number => Number(/\/runs\/(\d+)/.exec(page.url())![1]);

/** Waits for the page of a run that has just begun. */
async function atItsRun(page: Page): Promise<number> {
  await expect(page).toHaveURL(/\/runs\/\d+$/);
  return idOf(page);
}

test.describe("an administrator", () => {
  test.use({ role: "admin" });

  test("mends a fault that the editor shows at its line, publishes with a code, and follows a run from its approval to its end", async ({
    page,
    openAs,
  }) => {
    const name = newName("notes");
    await page.goto("/workflows");
    await page.getByRole("link", { name: "New workflow" }).first().click();
    await expect(page.getByText("It has no faults.")).toBeVisible();
    await editor(page).fill(notingText(name).replace("tool: netsuite.propose", "tool: netsuite.propos"));
    const faults = page.getByRole("region", { name: "Faults of the text" });
    await expect(faults).toContainText("It has 1 fault.");
    const fault = faults.getByRole("button", { name: /netsuite\.propose/ });
    await expect(fault).toContainText("14:11");
    await expect(page.getByRole("button", { name: "Store", exact: true })).toBeDisabled();
    await expectAccessible(page, "a faulty text");

    // The draft outlives a reload, and its fault leads to its place.
    await page.reload();
    await fault.click();
    await expect(editor(page)).toBeFocused();
    expect(await editor(page).evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(
      notingText(name).indexOf("netsuite.propose"),
    );
    // Tab is no trap.
    await page.keyboard.press("Tab");
    await expect(editor(page)).not.toBeFocused();
    await editor(page).fill(notingText(name));
    await expect(faults).toContainText("It has no faults.");
    await page.getByRole("button", { name: "Store", exact: true }).click();

    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    const standing = page.getByTestId("workflow-standing");
    await expect(standing).toContainText("not in force");
    await expect(standing.getByRole("button", { name: "Start a run…" })).toHaveCount(0);
    await standing.getByRole("button", { name: "Publish version 1…" }).click();
    const publishing = page.getByRole("dialog", { name: `Publish version 1 of ${name}` });
    await publishing.getByLabel("Reason").fill("Notes by workflow from now on");
    await expectAccessible(page, "publishing");
    await publishing.getByRole("button", { name: "Publish version 1", exact: true }).click();
    await confirmStep(page, `Put version 1 of ${name} in force`);
    await expect(publishing).toHaveCount(0);
    await expect(standing).toContainText("version 1 in force");
    await expect(page.getByRole("list", { name: "Publications, newest first" })).toContainText(
      "Notes by workflow from now on",
    );

    await standing.getByRole("button", { name: "Start a run…" }).click();
    const starting = page.getByRole("dialog", { name: `Start a run of ${name}` });
    const start = starting.getByRole("button", { name: "Start the run" });
    await expect(start).toBeDisabled();
    // Too short for the schema, which the server alone knows whole: the refusal stands at the input.
    await starting.getByLabel("text").fill("ab");
    await start.click();
    await expect(starting.getByRole("alert")).toContainText(/small|least|3/);
    await expect(starting.getByLabel("text")).toHaveAttribute("aria-invalid", "true");
    await starting.getByLabel("text").fill("Paid by Friday");
    await expectAccessible(page, "starting a run");
    await start.click();
    const runId = await atItsRun(page);
    await expect(state(page)).toContainText("Waits for approval");
    await expect(page.getByTestId("run-picture").filter({ visible: true })).toBeVisible();
    await expectAccessible(page, "a run that waits");

    const waiting = page.getByRole("region", { name: "Waits for approval" });
    const actionId = proposedBy(await readRun(runId));
    const inbox = await openAs("admin");
    await inbox.goto((await waiting.getByRole("link").getAttribute("href"))!);
    await expect(inbox).toHaveURL(new RegExp(`/proposed-actions/${actionId}$`));
    await expect(detail(inbox)).toContainText(`Step note of run ${runId}, ${name}`);
    await approveButton(decisionBar(inbox)).click();
    // The page of the run was not loaded again.
    await expect(state(page)).toContainText("Succeeded");
    await expect(page.locator('[data-step="after"]')).toContainText("Done");
    // It goes on only once the write has landed: the action is applied, and the run's own timeline says by whom it was approved.
    await expect.poll(async () => (await readAction(actionId)).status).toBe("applied");
    await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Written");
    await expect(page.getByRole("button", { name: "Cancel…" })).toHaveCount(0);
  });

  test("compares two versions line by line, and puts the earlier one in force again", async ({ page }) => {
    const name = newName("versions");
    const { id } = await publish(notingText(name));
    await publish(notingText(name).replace("title: Leave a note", "title: Leave another note"));
    await page.goto(`/workflows/${id}`);
    await expect(page.getByTestId("workflow-standing")).toContainText("version 2 in force");
    await page.getByRole("link", { name: "Compare", exact: true }).click();
    const changes = page.getByRole("region", { name: "Changes, line by line" });
    await expect(changes).toContainText("Removed: title: Leave a note");
    await expect(changes).toContainText("Added: title: Leave another note");
    await expectAccessible(page, "two versions");
    await page.getByRole("link", { name: "Version 1", exact: true }).click();
    await expect(page.getByRole("region", { name: "Version 1", exact: true }).first()).toContainText(
      "Leave a note",
    );
    await page.getByRole("button", { name: "Publish version 1…" }).click();
    const publishing = page.getByRole("dialog", { name: `Publish version 1 of ${name}` });
    await expect(publishing).toContainText("Added: title: Leave a note");
    await publishing.getByLabel("Reason").fill("The other one was wrong");
    await publishing.getByRole("button", { name: "Publish version 1", exact: true }).click();
    await confirmStep(page, `Put version 1 of ${name} in force`);
    await expect(page.getByTestId("workflow-standing")).toContainText("version 1 in force");

    await page.getByRole("button", { name: "Withdraw…" }).click();
    const withdrawing = page.getByRole("dialog", { name: `Withdraw ${name}?` });
    await withdrawing.getByLabel("Reason").fill("By hand this week");
    await withdrawing.getByRole("button", { name: "Withdraw", exact: true }).click();
    await expect(page.getByTestId("workflow-standing")).toContainText("withdrawn");
    await expect(page.getByRole("button", { name: "Start a run…" })).toHaveCount(0);
  });

  test("pauses and resumes a run, and cancels it after reading what becomes of its proposals", async ({
    page,
  }) => {
    const name = newName("cancel");
    await publish(notingText(name));
    const { id } = await startRun(name, { text: "Not this one" });
    const run = await untilRun(id, "waiting_approval");
    await page.goto("/runs");
    const row = page.locator(`li[data-run-id="${id}"]`);
    await expect(row).toContainText("Waits for approval");
    await row.getByRole("link", { name: `Run ${id}` }).click();
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await expect(state(page)).toContainText("Paused");
    await page.getByRole("button", { name: "Resume", exact: true }).click();
    await expect(state(page)).toContainText("Waits for approval");
    await page.getByRole("button", { name: "Cancel…" }).click();
    const dialog = page.getByRole("dialog", { name: `Cancel run ${id}?` });
    await expect(dialog).toContainText("up to 1 proposal");
    await expect(dialog).toContainText("Writes that were approved are still made.");
    await expectAccessible(page, "cancelling");
    await dialog.getByRole("button", { name: "Cancel the run" }).click();
    await expect(state(page)).toContainText("Cancelled");
    await expect.poll(async () => (await readAction(proposedBy(run))).status).toBe("cancelled");
    await page.goto(`/runs?state=cancelled&workflow=${name}`);
    await expect(row).toContainText("Cancelled");
  });

  test("goes on from a run that failed: what succeeded there is not done again", async ({ page }) => {
    const name = newName("again");
    await publish(notingText(name));
    const { id } = await startRun(name, { text: "Rejected at first" });
    const run = await untilRun(id, "waiting_approval");
    const action = await readAction(proposedBy(run));
    await reject("approver", action as never, "Not yet");
    await page.goto(`/runs/${id}`);
    await expect(state(page)).toContainText("Failed");
    await expect(page.locator('[data-step="note"]')).toContainText("was rejected: Not yet");
    await expectAccessible(page, "a failed run");
    await page.getByRole("button", { name: "Go on from here…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Go on", exact: true }).click();
    await expect(page).not.toHaveURL(`/runs/${id}`);
    const nextId = await atItsRun(page);
    await expect(page.getByRole("region", { name: "This run" })).toContainText(`Run ${id}`);
    await expect(state(page)).toContainText("Waits for approval");
    const next = await readRun(nextId);
    expect(next.rerun_of).toBe(id);
    expect(next.steps[0]).toMatchObject({ step_id: "greet", status: "succeeded", attempt: 0 });
  });

  test("changes the caps with a reason that everybody sees", async ({ page, openAs }) => {
    const name = newName("limited");
    await publish(notingText(name));
    const other = await openAs("viewer");
    await other.goto("/runs/caps");
    await page.goto("/runs/caps");
    await page.getByRole("button", { name: "Change the caps…" }).click();
    const dialog = page.getByRole("dialog", { name: "Caps of runs" });
    await dialog.getByLabel("Runs a minute").fill("0");
    await expect(dialog).toContainText("A whole number from 1 to 10,000.");
    await dialog.getByLabel("Runs a minute").fill("600");
    await dialog.getByLabel("Model costs a day, in USD").fill("a lot");
    await expect(dialog).toContainText("An amount such as 25.00, below a million.");
    await dialog.getByLabel("Model costs a day, in USD").fill("25.00");
    await dialog.getByLabel("Reason").fill(`A busy week for ${name}`);
    await expectAccessible(page, "changing caps");
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await expect(page.getByTestId("caps")).toContainText("of 600 a minute");
    await expect(page.locator(`[data-workflow="${name}"]`)).toContainText("2 writes a run at most");
    // Somebody who has the page open reads it without loading it again.
    await expect(other.getByTestId("caps")).toContainText(`A busy week for ${name}`);
    await expect(other.getByTestId("caps")).toContainText("of 25.00 USD at most");
    await expect(other.getByRole("button", { name: "Change the caps…" })).toHaveCount(0);
  });
});

test("a viewer sees a run and its workflow, and no button that steers", async ({ openAs }) => {
  const name = newName("seen");
  const { id: workflowId } = await publish(notingText(name));
  const { id } = await startRun(name, { text: "Only to be seen" });
  await untilRun(id, "waiting_approval");
  const page = await openAs("viewer");
  await page.goto(`/runs/${id}`);
  await expect(state(page)).toContainText("Waits for approval");
  for (const button of ["Pause", "Cancel…"])
    await expect(page.getByRole("button", { name: button })).toHaveCount(0);
  await page.goto(`/workflows/${workflowId}`);
  await expect(page.getByTestId("workflow-standing")).toContainText("version 1 in force");
  for (const button of ["Start a run…", "Withdraw…", "New version"])
    await expect(page.getByRole("button", { name: button })).toHaveCount(0);
});

for (const colorScheme of ["light", "dark"] as const)
  test.describe(`in ${colorScheme}`, () => {
    test.use({ role: "admin", colorScheme, contextOptions: { reducedMotion: "reduce" } });

    test("no page of a workflow or a run has a serious fault of access, nor scrolls sideways", async ({
      page,
    }) => {
      const name = newName("looked-at");
      const { id: workflowId } = await publish(notingText(name));
      await publish(notingText(name).replace("title: Leave a note", "title: Leave another note"));
      const { id } = await startRun(name, { text: "To be looked at" });
      await untilRun(id, "waiting_approval");
      for (const address of [
        "/workflows",
        `/workflows/${workflowId}`,
        `/workflows/${workflowId}?version=1&from=1&to=2`,
        `/workflows/${workflowId}/new-version`,
        "/workflows/new",
        "/runs",
        `/runs?state=approval&workflow=${name}`,
        `/runs/${id}`,
        "/runs/caps",
      ]) {
        await page.goto(address);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByText(/^(Loading|Reading|Comparing) ?(?!more)/)).toHaveCount(0);
        await expectAccessible(page, address);
        await expectNoScroll(page, "width", address);
      }
    });
  });
