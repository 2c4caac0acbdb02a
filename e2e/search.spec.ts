import { propose } from "./support/http/api";
import { newMarker } from "./support/proposals/proposals";
import { card } from "./support/screen/screen";
import { expect, test } from "./support/test";

test("a misspelt word finds the action that holds the right one, and an empty list says where it was looked for", async ({
  page,
}) => {
  const marker = newMarker();
  const { id } = await propose({
    action_type: "ar_note",
    entity_type: "customer",
    entity_ref: "Coastal Pantry",
    changes: [{ field: "note", to: `Asked for mangosteens ${marker}` }],
    reason: "The season began early",
  });
  await page.goto("/proposed-actions");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const search = page.getByLabel("Search actions");
  await search.fill(`mangostens ${marker}`);
  await expect(card(page, id)).toBeVisible();
  await search.fill(`season early ${marker}`);
  await expect(card(page, id)).toBeVisible();
  await search.fill(`L2 coastal ${marker}`);
  await expect(card(page, id)).toBeVisible();
  await search.fill(`nothing has this ${marker}`);
  await expect(page).toShow("Nothing matches");
  await expect(page).toShow("agents, reasons, fields, tiers and ids");
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(page).toHaveURL(/\/proposed-actions$/);
});
