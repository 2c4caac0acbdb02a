import { expectAccessible } from "./support/screen/axe";
import { succeed } from "./support/http/call";
import { send, yours } from "./support/proposals/questions";
import {
  approveButton,
  card,
  decisionBar,
  detail,
  expectAnswer,
  expectNoScroll,
  openInbox,
  section,
  showAs,
} from "./support/screen/screen";
import { expect, test } from "./support/test";
import { newName, notingText, proposedBy, publish, startRun, untilRun } from "./support/proposals/workflows";

/** Runs as people look for them and read what happened, and the approvals that runs ask for. */

for (const colorScheme of ["light", "dark"] as const)
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });

    test("a run is found by whoever began it and by how, and its timeline says who did what", async ({
      page,
    }) => {
      const name = newName("searched");
      await publish(notingText(name));
      const { id } = await startRun(name, { text: "To be found" });
      const actionId = proposedBy(await untilRun(id, "waiting_approval"));
      await succeed("pauseRun", "admin", { id });

      await page.goto("/runs");
      const search = page.getByRole("searchbox", { name: "Search runs" });
      await search.fill(name);
      await expect(page).toHaveURL(new RegExp(`q=${name}`));
      const rows = page.getByRole("list", { name: "Runs, newest first" }).getByRole("listitem");
      await expect(rows).toHaveCount(1);
      await page.getByLabel("Trigger", { exact: true }).selectOption("schedule");
      await expect(page.getByText("No run fits")).toBeVisible();
      await page.getByLabel("Trigger", { exact: true }).selectOption("api");
      await expect(rows).toHaveCount(1);
      // Runs that begin and end now join the list by themselves.
      const later = await startRun(name, { text: "Begun while somebody looks" });
      await expect(rows).toHaveCount(2);
      await succeed("cancelRun", "admin", { id: later.id });
      await expect(rows.filter({ hasText: `Run ${later.id}` })).toContainText(/cancelled/i);
      // The address holds it all.
      await page.reload();
      await expect(search).toHaveValue(name);
      await expectAccessible(page, "runs that were searched for");
      await rows.getByRole("link", { name: `Run ${id}` }).click();

      const timeline = page.getByRole("region", { name: "Timeline" });
      const events = timeline.getByRole("list", { name: "Events, newest first" });
      await expect(events.getByRole("listitem")).toHaveCount(3);
      await expect(events.getByRole("listitem").first()).toContainText("Paused by");
      await expect(events.getByRole("listitem").last()).toContainText("Begun by");
      await expect(events.getByRole("link", { name: `#${actionId}` })).toHaveAttribute(
        "href",
        `/proposed-actions/${actionId}`,
      );
      // What happens now joins it.
      await succeed("resumeRun", "admin", { id });
      await expect(events.getByRole("listitem").first()).toContainText("Resumed by");
      await expectAccessible(page, "a run with its timeline");
      await expectNoScroll(page, "width");
      await succeed("cancelRun", "admin", { id });
      await expect(events).toContainText("Over: it was cancelled");
    });

    test("a run's page unfolds what became of each attempt and the hash of each input", async ({ page }) => {
      const name = newName("stumbles");
      await publish(`workflow: ${name}
limits: { writes: 1 }
inputs: { type: object, required: [text], properties: { text: { type: string } } }
steps:
  - { id: work, tool: transform, retry: { attempts: 2 }, with: { value: "\${{ decimal(inputs.text) }}" } }`);
      const { id } = await startRun(name, { text: "no number" });
      await untilRun(id, "failed_terminal");
      await page.goto(`/runs/${id}`);
      await page.getByText("Attempts that ended").click();
      const attempts = page.getByRole("list", { name: "Attempts, oldest first" }).getByRole("listitem");
      await expect(attempts).toHaveCount(1);
      await expect(attempts.first()).toContainText("Failed for good");
      await page.getByText("Hash of each").click();
      const facts = page.getByRole("region", { name: "This run" });
      await expect(facts).toContainText(/text[0-9a-f]{64}/);
      await expectAccessible(page, "a run with its attempts unfolded");
      await expectNoScroll(page, "width");
    });

    test("a run that waits for an answer leads to its question, and writes what it was answered once that is approved", async ({
      page,
      isPhone,
    }) => {
      const name = newName("asks");
      await publish(`workflow: ${name}
limits: { writes: 1 }
steps:
  - id: words
    tool: human.ask
    with:
      interaction_type: input
      message: What do we write?
      schema: { type: object, required: [text], properties: { text: { type: string } } }
      responders: [{ role: approver }]
      timeout_action: fail
  - id: note
    tool: netsuite.propose
    with:
      action_type: ar_note
      entity_type: customer
      entity_ref: Coastal Pantry
      changes: [{ field: note, to: "\${{ steps.words.output.answer.text }}" }]
      reason: As it was answered`);
      const { id } = await startRun(name);
      const { question_id: questionId } = await untilRun(id, "waiting_input");
      await page.goto(`/runs/${id}`);
      const waits = page.getByRole("region", { name: "Waits for an answer" });
      await expect(waits.getByRole("link")).toHaveAttribute("href", `/questions/${questionId}`);
      await page.goto(`/runs?q=${name}`);
      await page.getByRole("link", { name: `See what waits of run ${id}` }).click();
      await expect(page).toHaveURL(new RegExp(`/questions/${questionId}$`));

      await yours(page).getByLabel("Text").fill("They pay on Friday");
      await send(page).click();
      await expect(yours(page).getByTestId("answer-lines")).toContainText("They pay on Friday");
      const actionId = proposedBy(await untilRun(id, "waiting_approval"));
      await page.goto(`/proposed-actions/${actionId}`);
      await expect(section(page, "The change")).toContainText("They pay on Friday");
      await approveButton(isPhone ? detail(page) : decisionBar(page)).click();
      await expectAnswer(page, actionId, "Approved.");
      await untilRun(id, "succeeded");
      await page.goto(`/runs/${id}`);
      await expect(page.getByRole("main")).toContainText("Succeeded");
    });

    test("a card that was proposed in a run shows its run, and the approvals lead to both", async ({
      page,
      isPhone,
    }) => {
      const name = newName("asked-for");
      await publish(notingText(name));
      const { id } = await startRun(name, { text: "To be approved" });
      const actionId = proposedBy(await untilRun(id, "waiting_approval"));
      await openInbox(page, "Coastal");
      for (const form of isPhone ? [] : (["Rows", "Cards"] as const)) {
        await showAs(page, form);
        await expect(card(page, actionId)).toContainText(`run ${id}`);
      }
      if (isPhone) await expect(card(page, actionId)).toContainText(`run ${id}`);

      await page.goto("/approvals?status=requested");
      const approval = page.locator(`[data-approval="action-${actionId}"]`);
      await expect(approval).toContainText("Requested");
      await expect(approval).toContainText(`run ${id}, step note`);
      await page.getByLabel("Of which tier").selectOption("high");
      await expect(approval).toHaveCount(0);
      await page.getByLabel("Of which tier").selectOption("low");
      await expect(approval).toHaveCount(1);
      await page.getByLabel("Of which workspace").selectOption("general");
      await expect(page).toHaveURL(/status=requested&tier=low&workspace=general/);
      await expectAccessible(page, "approvals");
      await expectNoScroll(page, "width");

      // It follows what happens, and leaves when it is no longer requested.
      await page.goto("/approvals");
      await succeed("cancelRun", "admin", { id });
      await expect(approval).toContainText("Canceled");
      await approval.getByRole("link", { name: `run ${id}` }).click();
      await expect(page).toHaveURL(new RegExp(`/runs/${id}$`));
      await page.goBack();
      await approval
        .getByRole("link", { name: /Coastal Pantry/ })
        .click({ position: { x: 4, y: isPhone ? 6 : 4 } });
      await expect(page).toHaveURL(new RegExp(`/proposed-actions/${actionId}$`));
    });
  });

test("a workflow's page draws the steps of the version that is shown", async ({ page }) => {
  const name = newName("drawn");
  const { id } = await publish(notingText(name));
  await publish(
    notingText(name).replace(
      "  - { id: after,",
      "  - { id: between, tool: transform, with: { value: 1 } }\n  - { id: after,",
    ),
  );
  await page.goto(`/workflows/${id}`);
  const drawing = page.getByTestId("workflow-picture").filter({ visible: true });
  await expect(drawing.locator("svg g")).toHaveCount(4);
  await expect(drawing).toContainText("netsuite.propose");
  await page.getByRole("link", { name: "Version 1", exact: true }).click();
  await expect(drawing.locator("svg g")).toHaveCount(3);
  await expectNoScroll(page, "width");
});
