import type { Page } from "@playwright/test";
import path from "node:path";
import type { JobAnswer, Jobs } from "@/lib/contract/monitoring/jobs";
import { expectAccessible } from "./support/screen/axe";
import { approve, get, readAction, readOverview } from "./support/http/api";
import { call, succeed } from "./support/http/call";
import { expectStatus, send } from "./support/http/request";
import { userOf } from "./support/installation";
import { foundOtherTenant } from "./support/people/other-tenant";
import { type Proposed, proposeDead, proposeLow } from "./support/proposals/proposals";
import { expectApplied, expectNoScroll, openAction, section } from "./support/screen/screen";
import { breakNext, endAllFaults } from "./support/simulator";
import { expect, test } from "./support/test";

test.afterEach(endAllFaults);

/** An approved note that NetSuite refuses for good, once its job has failed. */
async function makeFailedJob(): Promise<Proposed & { jobId: string }> {
  const proposed = await proposeDead();
  return { ...proposed, jobId: await untilJob(proposed.id, "failed") };
}

/** The id of the action's job in this state. */
async function untilJob(actionId: number, status: string): Promise<string> {
  const search = `action_id=${actionId}&function=push-action&status=${status}`;
  let id: string | undefined;
  const look = async () => (id = (await get<Jobs>(`/api/jobs?${search}`)).items[0]?.id);
  await expect.poll(look, { message: `a ${status} job of #${actionId}` }).toBeTruthy();
  return id!;
}

const row = (page: Page, jobId: string) => page.locator(`li[data-job-id="${jobId}"]`);
const facts = (page: Page) => page.getByRole("region", { name: "This job" });

test.describe("an administrator", () => {
  test.use({ role: "admin" });

  test("finds a failed push among the jobs, sees what stopped it, and gets to its action, its dead letter and back", async ({
    page,
  }) => {
    const { id, jobId, marker } = await makeFailedJob();
    await page.goto("/jobs");
    await page.getByRole("link", { name: "Failed", exact: true }).click();
    await expect(page).toHaveURL(/state=failed/);
    const failed = row(page, jobId);
    await expect(failed).toContainText("This push gave up; see its dead letter.");
    await expect(failed).toContainText(`#${id}`);
    await failed.locator("[data-job-link]").click();

    await expect(page).toHaveURL(`/jobs/${jobId}`);
    await expect(page.getByTestId("job-state")).toContainText("Failed");
    await expect(facts(page)).toContainText("dead now");
    const steps = page.getByRole("region", { name: "Steps and attempts" });
    await expect(steps).toContainText("Attempt 1");
    await expect(steps).toContainText("This push gave up");
    await expect(page.getByTestId("job-picture")).toBeVisible();

    await facts(page).getByRole("link", { name: "Its dead letter" }).click();
    const letter = page.getByRole("article", { name: `Dead letter of #${id}` });
    await letter.getByRole("link", { name: "Jobs" }).click();
    await expect(page).toHaveURL(`/jobs?action=${id}`);
    await expect(row(page, jobId)).toBeVisible();
    await row(page, jobId)
      .getByRole("link", { name: `#${id}` })
      .click();
    await expect(page).toHaveURL(`/proposed-actions/${id}`);
    await openAction(page, { id, marker });
    // Parts of a new page that arrive late can move the link between the press and the release.
    await expect(async () => {
      await section(page, "Writing to NetSuite").getByRole("link", { name: "See its jobs" }).click();
      await expect(page).toHaveURL(`/jobs?action=${id}`, { timeout: 5_000 });
    }).toPass();
    await expect(row(page, jobId)).toBeVisible();
  });

  test("runs it again with a reason: nothing is written, and both jobs say what was done by whom", async ({
    page,
  }) => {
    const { id, jobId } = await makeFailedJob();
    await page.goto(`/jobs/${jobId}`);
    await page.getByRole("button", { name: "Run again…" }).click();
    const dialog = page.getByRole("dialog", { name: "Run push-action again?" });
    await expect(dialog).toContainText("nothing is written twice");
    await expect(dialog).toContainText("A dead push stays dead until its dead letter is replayed");
    await expect(dialog.getByRole("button", { name: "Run again" })).toBeDisabled();
    await dialog.getByLabel("Reason").fill("To see what it answers");
    await dialog.getByRole("button", { name: "Run again" }).click();
    await expect(page).not.toHaveURL(`/jobs/${jobId}`);
    await expect(facts(page).getByRole("link", { name: jobId })).toBeVisible();
    await expect(page.getByTestId("job-state")).toContainText(/Completed|Failed/);
    const done = page.getByRole("region", { name: "What people did" });
    await expect(done).toContainText("Mike Ortiz");
    await facts(page).getByRole("link", { name: jobId }).click();
    await expect(done).toContainText("To see what it answers");
    expect((await readAction(id)).push?.status).toBe("dead");
  });

  test("cancels a job that waits: the push's row stays, and its delivery can be asked for again", async ({
    page,
  }) => {
    await breakNext({ kind: "login_refused", op: "write", times: 1_000 });
    const proposed = await proposeLow();
    await approve("approver", proposed);
    await expect.poll(async () => (await readOverview()).lane.state).toBe("halted");
    const jobId = await untilJob(proposed.id, "running");
    await page.goto(`/jobs/${jobId}`);
    await expect(page.getByRole("region", { name: "What comes next" })).toContainText(
      /“wait-0” sleeps, and the function goes on/,
    );
    await page.getByRole("button", { name: "Cancel this job…" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel this job of push-action?" });
    await expect(dialog).toContainText("reconciliation asks for delivery again within 15 minutes");
    await dialog.getByLabel("Reason").fill("It waits for nothing");
    await dialog.getByRole("button", { name: "Cancel this job" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByTestId("job-state")).toContainText("Cancelled");
    await expect(page.getByRole("region", { name: "What people did" })).toContainText("It waits for nothing");
    expect((await readAction(proposed.id)).push?.status).toBe("queued");
    const again = await call("cancelJob", "admin", { id: jobId, reason: "Twice" });
    expect(again.status).toBe(409);

    await endAllFaults();
    await succeed("retryLane", "admin");
    await expectApplied(proposed.id);
  });

  test("looks at one function, at the clock's jobs and at one state; the address keeps it", async ({
    page,
  }) => {
    await page.goto("/jobs");
    await expect(page.locator('[data-function="push-action"]')).toContainText("on ns-push.requested");
    await expect(page.locator('[data-function="reconcile-pushes"]')).toContainText("every 15 minutes");
    await page.getByLabel("Which jobs").selectOption({ label: "Started by the clock" });
    await expect(page).toHaveURL("/jobs?started=clock");
    const list = page.getByRole("list", { name: "Jobs, newest first" });
    await expect(list.getByRole("listitem").first()).toContainText(/every (minute|15 minutes)/);
    await page.locator('[data-function="expire-actions"]').getByRole("link").click();
    await expect(page).toHaveURL("/jobs?function=expire-actions");
    await list.getByRole("listitem").first().locator("[data-job-link]").click();
    await expect(page.getByRole("heading", { level: 1, name: "expire-actions" })).toBeVisible();
    await expect(page).toShow("a scheduled job serves every company");
    await expect(page.getByRole("button", { name: "Run again…" })).toHaveCount(0);
    await page.goto("/jobs?state=cancelled&function=enforce-retention");
    await expect(page).toShow("None in this state");
  });

  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`in ${colorScheme}`, () => {
      test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });

      test("a job has no serious fault of access and does not scroll sideways", async ({ page }, info) => {
        const { jobId } = await makeFailedJob();
        await page.goto(`/jobs/${jobId}`);
        await expect(page.getByTestId("job-picture")).toBeVisible();
        await expectAccessible(page, "a job");
        await page.screenshot({
          path: path.join(".local", "screenshots", `${info.project.name}-${colorScheme}-job.png`),
          animations: "disabled",
        });
        await page.getByRole("button", { name: "Run again…" }).click();
        await expect(page.getByRole("dialog").getByLabel("Reason")).toBeFocused();
        await expectAccessible(page, "running it again");
        await expectNoScroll(page, "width");
      });
    });
  }
});

test.describe("a viewer", () => {
  test.use({ role: "viewer" });

  test("sees a job and can change nothing", async ({ page }) => {
    const { jobId } = await makeFailedJob();
    await page.goto(`/jobs/${jobId}`);
    await expect(page.getByTestId("job-state")).toContainText("Failed");
    await expect(page.getByRole("button", { name: /…$/ })).toHaveCount(0);
    for (const name of ["rerunJob", "cancelJob"] as const)
      expect((await call(name, "viewer", { id: jobId, reason: "Mine" })).status).toBe(403);
  });
});

test.describe("another company", () => {
  test.use({ role: "admin" });

  test("its job is not found here by any way, and ours is not found there", async ({ page, isPhone }) => {
    test.skip(isPhone, "the same answers");
    const other = await foundOtherTenant();
    const decided = await send(`/api/proposed-actions/${other.action.id}/decide`, {
      method: "POST",
      token: other.adminToken,
      body: { decision: "approve", payload_hash: other.action.payload_hash, confirmed: true },
    });
    expectStatus(decided, 200);
    let theirs: string | undefined;
    await expect
      .poll(async () => {
        const list = await send(`/api/jobs?action_id=${other.action.id}`, { token: other.adminToken });
        theirs = expectStatus<Jobs>(list, 200).items[0]?.id;
        return theirs;
      })
      .toBeTruthy();
    const own = expectStatus<JobAnswer>(await send(`/api/jobs/${theirs}`, { token: other.adminToken }), 200);
    expect(own.run?.subject?.action_id).toBe(other.action.id);

    const { token } = userOf("admin");
    expect((await send(`/api/jobs/${theirs}`, { token })).status).toBe(404);
    for (const name of ["rerunJob", "cancelJob"] as const)
      expect((await call(name, "admin", { id: theirs!, reason: "Not ours" })).status).toBe(404);
    const { items } = await get<Jobs>(`/api/jobs?action_id=${other.action.id}`);
    expect(items).toEqual([]);
    expect(
      (await get<Jobs>("/api/jobs?limit=100&started_by=event")).items.map((job) => job.id),
    ).not.toContain(theirs);
    expect((await page.goto(`/jobs/${theirs}`))?.status()).toBe(404);

    const { jobId } = await makeFailedJob();
    expect((await send(`/api/jobs/${jobId}`, { token: other.adminToken })).status).toBe(404);
  });

  test("an id that no job can have is refused by name", async () => {
    const { token } = userOf("admin");
    const odd = await send("/api/jobs/7", { token });
    expect(odd.status).toBe(400);
    expect(odd.text).toContain('"path":"id"');
    expect((await send("/api/jobs?status=odd", { token })).status).toBe(422);
    expect((await send("/api/jobs?cursor=1", { token })).status).toBe(422);
    expect((await send("/api/jobs/01ARZ3NDEKTSV4RRFFQ69G5FAV", { token })).status).toBe(404);
  });
});
