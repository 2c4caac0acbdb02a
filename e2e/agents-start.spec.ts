import type { Locator, Page } from "@playwright/test";
import { readAction } from "./support/http/api";
import { expectAccessible } from "./support/screen/axe";
import { succeed } from "./support/http/call";
import { send } from "./support/http/request";
import { installation } from "./support/installation";
import { createByAdmin } from "./support/people/people";
import { expectNoScroll } from "./support/screen/screen";
import { openSdkProject } from "./support/clients/sdk-program";
import { confirmStep } from "./support/people/second-factor";
import { expect, test } from "./support/test";

const block = (page: Page, subject: string): Locator =>
  page.getByRole("figure", { name: subject }).locator("pre");
const textOf = async (page: Page, subject: string) => (await block(page, subject).textContent())!;

/** The variables that the page's lines set. */
async function environmentOf(page: Page): Promise<Record<string, string>> {
  const lines = (await textOf(page, "address and key")).split("\n");
  return Object.fromEntries(lines.map((line) => /^export (\w+)=(.+)$/.exec(line)!.slice(1))) as Record<
    string,
    string
  >;
}

const waiting = (page: Page) => page.getByTestId("waiting");
const arrived = (page: Page) => page.getByTestId("arrived");

async function proposeNote(key: string, more: object = {}) {
  return send("/api/v1/proposals", {
    method: "POST",
    token: key,
    body: {
      action_type: "ar_note",
      entity_type: "customer",
      entity_ref: "Riverbend Foods",
      changes: [{ field: "note", to: `A first note, ${Date.now()}` }],
      ...more,
    },
  });
}

test.describe("an administrator", () => {
  test.use({ role: "admin" });

  test("names an agent, runs the five lines as they stand there, and sees its first proposal arrive and be decided", async ({
    page,
  }) => {
    const project = openSdkProject();
    const name = `started-${Date.now()}`;
    await page.goto("/agents");
    await page.getByRole("link", { name: "Connect an agent" }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connect an agent");
    await page.getByLabel("Name", { exact: true }).fill("Not A Name");
    await page.getByRole("button", { name: "Create agent" }).click();
    await expect(page.getByRole("form", { name: "A new agent" })).toContainText(
      "small letters, digits and hyphens",
    );
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.keyboard.press("Enter");
    await confirmStep(page, `Create the agent ${name}`);

    await expect(page).toShow("You see this key once");
    const env = await environmentOf(page);
    expect(env.COUNTERSIGN_URL).toBe(installation().url);
    await expect(waiting(page)).toContainText(`Waiting for the first proposal of ${name}`);
    await expect(waiting(page)).toContainText("No request with its key has arrived");
    await expectAccessible(page, "an agent that is being connected");
    await expectNoScroll(page, "width", "an agent that is being connected");
    const program = await textOf(page, "the five lines");
    expect(program.split("\n")).toHaveLength(5);

    const { output } = project.run(program, env);
    await expect(arrived(page)).toContainText(`${name} is connected`);
    await expect(arrived(page)).toContainText("can decide it");
    await expectAccessible(page, "an agent that is connected");
    const [, id] = /\/(\d+)$/.exec(
      (await arrived(page).getByRole("link", { name: "Open the proposal" }).getAttribute("href"))!,
    )!;
    const { payload_hash } = await readAction(Number(id));
    await succeed("decideAction", "approver", {
      id: Number(id),
      decision: "reject",
      payload_hash,
      comment: "Seen",
    });
    expect(await output).toBe("rejected Seen\n");
    await expect(arrived(page)).toContainText("Rejected.");
    project.remove();
  });

  test("finds the key in no address and no storage, and after a reload nowhere", async ({ page }) => {
    const name = `secret-${Date.now()}`;
    await page.goto("/agents/start");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Create agent" }).click();
    await confirmStep(page, `Create the agent ${name}`);
    await expect(page).toShow("You see this key once");
    const { COUNTERSIGN_AGENT_KEY: key } = await environmentOf(page);
    expect(key).toMatch(/^csa_\w/);
    const stored = await page.evaluate(() =>
      JSON.stringify([
        location.href,
        history.state,
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
      ]),
    );
    expect(stored).not.toContain(key);
    await page.reload();
    await expect(waiting(page)).toContainText(`Waiting for the first proposal of ${name}`);
    await expect(block(page, "address and key")).toContainText("csa_…");
    expect(await page.content()).not.toContain(key);
  });

  test("of a try that was refused sees that the key was taken, and what a refusal means", async ({
    page,
  }) => {
    const { agent, key } = await createByAdmin();
    await page.goto(`/agents/start?agent=${agent.id}`);
    await expect(waiting(page)).toContainText("No request with its key has arrived");
    expect((await proposeNote(key, { changes: [] })).status).toBe(422);
    await expect(waiting(page)).toContainText("nothing was proposed");
    await page.getByText("Nothing arrives?").click();
    await expect(page.getByText("A field is wrong.")).toBeVisible();
    expect((await proposeNote(key)).status).toBe(201);
    await expect(arrived(page)).toContainText(`${agent.name} is connected`);
  });

  test("connects an agent that exists: its old key is not shown, and a new one by rotation alone", async ({
    page,
  }) => {
    const { agent, key } = await createByAdmin();
    expect((await proposeNote(key)).status).toBe(201);
    await page.goto("/agents/start");
    await page.getByLabel("Or connect one that exists").selectOption({ label: agent.name });
    await page.getByRole("button", { name: "Connect it" }).click();
    await expect(waiting(page)).toContainText(`Waiting for the next proposal of ${agent.name}`);
    await expect(waiting(page)).toContainText("It is connected: its latest one, AR note on Riverbend Foods");
    await page.getByRole("button", { name: "Rotate key…" }).click();
    await page.getByRole("button", { name: "Rotate key", exact: true }).click();
    await confirmStep(page, `Rotate the key of ${agent.name}`);
    await expect(page).toShow("You see this key once");
    const { COUNTERSIGN_AGENT_KEY: second } = await environmentOf(page);
    expect((await proposeNote(key)).status).toBe(401);
    expect((await proposeNote(second!)).status).toBe(201);
    await expect(arrived(page)).toContainText(`${agent.name} is connected`);
    await page.getByRole("button", { name: "Connect another" }).click();
    await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
    await expect(page).toHaveURL("/agents/start");
  });

  test("walks through the ways to propose by keys, each filled in with address and customer", async ({
    page,
  }) => {
    const { agent } = await createByAdmin();
    await page.goto(`/agents/start?agent=${agent.id}`);
    await page.getByLabel("A customer of yours").fill("Zoë's Deli");
    await page.getByRole("tab", { name: "TypeScript SDK" }).focus();
    await expect(block(page, "the five lines")).toContainText("Zoë's Deli");
    await page.keyboard.press("ArrowRight");
    await expect(block(page, "the command")).toContainText("propose ar-note --customer 'Zoë'\\''s Deli'");
    await page.keyboard.press("ArrowRight");
    await expect(block(page, "the configuration")).toContainText(`${installation().url}/api/mcp`);
    await expect(block(page, "the command for Claude Code")).toContainText("claude mcp add");
    await expectAccessible(page, "the lines for MCP");
    await page.keyboard.press("ArrowRight");
    await expect(block(page, "the request")).toContainText(`First proposal of ${agent.name}`);
    await page.keyboard.press("ArrowRight");
    await expect(block(page, "the five lines in Python")).toContainText(
      `cs.propose.ar_note(customer="Zoë's Deli"`,
    );
    await expectAccessible(page, "the lines for Python");
  });
});

test("an approver reads there what to ask an administrator for, and gets the lines without a key", async ({
  page,
}) => {
  await page.goto("/agents/start");
  await expect(page).toShow("Only administrators make keys");
  await expect(block(page, "address and key")).toContainText("csa_…");
  await expect(page.getByRole("button", { name: "Create agent" })).toHaveCount(0);
  await expectAccessible(page, "an agent that somebody else connects");
});
