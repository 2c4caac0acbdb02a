import type { ProposalView } from "@/lib/contract/actions/proposal";
import { decide } from "./support/http/api";
import { succeed } from "./support/http/call";
import { expectAccessible } from "./support/screen/axe";
import { expectStatus, send } from "./support/http/request";
import { createByAdmin } from "./support/people/people";
import { newMarker } from "./support/proposals/proposals";
import { confirmStep } from "./support/people/second-factor";
import { expect, test } from "./support/test";
import { newName, notingText, publish } from "./support/proposals/workflows";

const newProposal = () => ({
  action_type: "ar_note",
  entity_type: "customer",
  entity_ref: "Riverbend Foods",
  changes: [{ field: "note", to: `A note by an agent that is soon revoked (${newMarker()})` }],
});
const proposeWith = (token: string) =>
  send("/api/v1/proposals", { method: "POST", token, body: newProposal() });

test.describe("an administrator", () => {
  test.use({ role: "admin" });

  test("creates an agent, whose key is displayed once and works; rotates it at once, and revokes it", async ({
    page,
  }) => {
    const name = `made-${Date.now()}`;
    await page.goto("/agents");
    await page.getByRole("button", { name: "Create an agent…" }).click();
    const dialog = page.getByRole("dialog", { name: "Create an agent" });
    await dialog.getByLabel("Name").fill("Not A Name");
    await dialog.getByRole("button", { name: "Create agent" }).click();
    await expect(dialog.getByRole("alert")).toContainText("small letters, digits and hyphens");
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Waiting at once, at most").fill("7");
    await dialog.getByRole("button", { name: "Create agent" }).click();
    await confirmStep(page, `Create the agent ${name}`);
    const keySheet = page.getByRole("dialog", { name: `The key of ${name}` });
    const first = (await keySheet.getByTestId("secret").textContent())!;
    await keySheet.getByRole("button", { name: "I have copied it" }).click();
    const row = page.getByRole("article", { name });
    await expect(row).toContainText("7 waiting");
    await expect(row).toContainText("Created by Mike Ortiz");
    await expect(row).toContainText("Key made or rotated by Mike Ortiz: its author at L4 and L5.");
    await expect(page.locator("body")).not.toContainText(first);
    expectStatus<ProposalView>(await proposeWith(first), 201);

    await row.getByRole("button", { name: `Manage ${name}` }).click();
    await page.getByRole("button", { name: /^Rotate key/ }).click();
    await page.getByRole("button", { name: "Rotate key" }).click();
    await confirmStep(page, `Rotate the key of ${name}`);
    const second = (await page.getByTestId("secret").textContent())!;
    await page.getByRole("button", { name: "I have copied it" }).click();
    expect((await proposeWith(first)).status).toBe(401);
    expectStatus<ProposalView>(await proposeWith(second), 201);

    await row.getByRole("button", { name: `Manage ${name}` }).click();
    await page.getByRole("button", { name: /^Revoke/ }).click();
    const revoke = page.getByRole("dialog", { name: `Revoke ${name}?` });
    await expect(revoke).toContainText("in the inbox, to be approved or rejected");
    await revoke.getByRole("button", { name: "Revoke" }).click();
    await expect(row).toContainText("Revoked by Mike Ortiz");
    expect((await proposeWith(second)).status).toBe(401);
  });

  test("changes limits, and no serious fault is found by axe", async ({ page }) => {
    const { agent, key } = await createByAdmin();
    await page.goto("/agents");
    await page.getByRole("button", { name: `Manage ${agent.name}` }).click();
    await page.getByRole("button", { name: /^Change limits/ }).click();
    const dialog = page.getByRole("dialog", { name: `Change ${agent.name}` });
    await dialog.getByLabel("Proposals per minute, at most").fill("0");
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await expect(dialog.getByRole("alert")).toBeVisible();
    await dialog.getByLabel("Proposals per minute, at most").fill("1");
    await expectAccessible(page, page.url());
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await expect(page.getByRole("article", { name: agent.name })).toContainText("at most 1 a minute");
    expectStatus<ProposalView>(await proposeWith(key), 201);
    expect((await proposeWith(key)).status).toBe(429);
  });

  test("is offered neither a key of a workflow's agent nor a person that it speaks for", async ({ page }) => {
    const name = newName("agent");
    await publish(notingText(name));
    await page.goto("/agents");
    const row = page.getByRole("article", { name: `workflow-${name}` });
    await expect(row).toContainText(`Proposes for runs of ${name}`);
    await expect(row).toContainText("Speaks for whoever began the run");
    await row.getByRole("button", { name: `Manage workflow-${name}` }).click();
    await expect(page.getByRole("button", { name: /^Change limits/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Rotate key/ })).toHaveCount(0);
    await page.getByRole("button", { name: /^Change limits/ }).click();
    const dialog = page.getByRole("dialog", { name: `Change workflow-${name}` });
    await expect(dialog.getByLabel("Speaks for")).toHaveCount(0);
    await dialog.getByLabel("Waiting at once, at most").fill("9");
    await expectAccessible(page, page.url());
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await expect(row).toContainText("9 waiting");
  });
});

test("a proposal of a revoked agent is still decided by a person", async () => {
  const { agent, key } = await createByAdmin();
  const { id, payload_hash } = expectStatus<ProposalView>(await proposeWith(key), 201);
  await succeed("revokeAgent", "admin", { id: agent.id });
  expect((await send(`/api/v1/proposals/${id}`, { token: key })).status).toBe(401);
  expectStatus(await decide("approver", id, { decision: "approve", payload_hash }), 200);
});

test("with a grace the old key and the new one both work", async () => {
  const { agent, key } = await createByAdmin();
  const rotated = await succeed("rotateAgentKey", "admin", { id: agent.id, grace_hours: 1 });
  for (const each of [key, rotated.key]) expectStatus<ProposalView>(await proposeWith(each), 201);
});

test("an approver sees neither the place nor the agents", async ({ openAs }) => {
  const page = await openAs("approver");
  await page.goto("/agents");
  await expect(page).toShow("This page needs the admin role");
});
