import { approve, readOverview } from "./support/http/api";
import { proposeLow } from "./support/proposals/proposals";
import { RECENTLY, expectApplied } from "./support/screen/screen";
import { breakNext, endAllFaults } from "./support/simulator";
import { database } from "./support/database";
import { expect, test } from "./support/test";

test.afterEach(endAllFaults);

test.use({ role: "admin" });

test("a halted lane says since when, why and what to do; an administrator tries again, and it opens", async ({
  page,
  openAs,
}) => {
  // Long enough that nothing opens it before its time.
  await breakNext({ kind: "login_refused", op: "write", times: 1_000 });
  const proposed = await proposeLow();
  await approve("approver", proposed);
  await expect.poll(async () => (await readOverview()).lane.state).toBe("halted");

  await page.goto("/proposed-actions");
  const banner = page.getByTestId("lane-banner");
  await expect(banner).toContainText(new RegExp(`NetSuite lane halted ${RECENTLY}`));
  await expect(banner).toContainText(/refuses our (credentials|signature)/);
  await expect(banner).toContainText(
    /1 approved write waits and spends no attempt\. (Tried again in \d+ s|One of them may)/,
  );
  await banner.getByText("What to do").click();
  await expect(banner).toContainText("NETSUITE_TOKEN_ID");
  const approver = await openAs("approver");
  await approver.goto("/proposed-actions");
  await expect(approver.getByTestId("lane-banner")).toBeVisible();
  await expect(approver.getByRole("button", { name: "Try again now" })).toHaveCount(0);

  await endAllFaults();
  await banner.getByRole("button", { name: "Try again now" }).click();
  await expect(banner.or(page.getByTestId("announcer")).first()).toContainText(
    `#${proposed.id} is on its way`,
  );
  await expectApplied(proposed.id);
  await expect(banner).toHaveCount(0);

  await page.goto("/dashboard");
  const history = page.getByTestId("lane-history");
  await expect(history).toContainText("Open");
  await expect(history).toContainText(`Opened by the write of #${proposed.id}`);
  await expect(history).toContainText("Mike Ortiz requested a retry at once");
  await expect(history).toContainText(`Halted by the write of #${proposed.id}`);
});

const setLastSweep = (ago: string) => database()`
  INSERT INTO sweeps (tenant_id, last_at) SELECT id, now() - ${ago}::interval FROM tenants
  ON CONFLICT (tenant_id) DO UPDATE SET last_at = excluded.last_at`;

test("every page and the dashboard say when approved writes are not being sent, and stop with the next sweep", async ({
  page,
}) => {
  const banner = page.getByRole("alert").filter({ hasText: "Approved writes are not being sent" });
  // A sweep of this very moment may come between, and in the process's first 90 seconds none is missed.
  await expect(async () => {
    await setLastSweep("10 minutes");
    await page.goto("/dashboard");
    await expect(banner).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(banner).toContainText("Inngest last called this installation 10 min ago");
  await expect(page.getByText("Silent")).toBeVisible();
  // Before the first registration there is no row. A sweep of this very moment makes one.
  await expect(async () => {
    await database()`DELETE FROM sweeps`;
    await expect(banner).toContainText(
      "Inngest has never called this installation: its functions are not registered",
      {
        timeout: 12_000,
      },
    );
  }).toPass();
  await expect(page.getByText("Never called", { exact: true })).toBeVisible();
  await setLastSweep("0 minutes");
  await expect(banner).toHaveCount(0);
  await expect(page.getByText("Running")).toBeVisible();
});

test("every page and the dashboard say when Inngest rejects events, though its sweeps run", async ({
  page,
}) => {
  const banner = page.getByRole("alert").filter({ hasText: "Approved writes are not being sent" });
  // It is not sent before its next attempt.
  const [row] = await database()<{ id: string }[]>`
    INSERT INTO outbox (tenant_id, event_name, event_id, body_json, created_at, next_attempt_at)
    VALUES (1, 'hitl.rejected', ${`untaken-${Date.now()}`}, '{}', now() - interval '10 minutes', now() + interval '1 day')
    RETURNING id`;
  try {
    await database()`UPDATE sweeps SET last_at = now()`;
    await page.goto("/dashboard");
    await expect(banner).toContainText("Inngest rejects events from this installation");
    await expect(banner).toContainText("the oldest that waits was written 10 min ago");
    await expect(banner).toContainText("INNGEST_EVENT_KEY");
    await expect(page.getByText("Refusing")).toBeVisible();
  } finally {
    await database()`DELETE FROM outbox WHERE id = ${row!.id}`;
  }
  await expect(banner).toHaveCount(0);
});
