import { propose } from "../support/http/api";
import { send } from "../support/http/request";
import { cookieOf } from "../support/people/sessions";
import { expect, test } from "../support/test";
import { userOf } from "../support/installation";

/** Text that no page of a viewer may carry, in its HTML or in the data for its scripts. */
const mark = `persimmon${Date.now().toString(36)}`;

const pages = [
  "/proposed-actions",
  "/proposed-actions?view=history",
  "/dashboard",
  "/dead-letters",
  "/email-drafts",
  "/cache-versions",
  "/your-decisions",
  "/jobs",
  "/ledger",
  "/kill-switches",
  "/retention",
  "/subscribers",
  "/account",
  "/chat",
  "/people",
  "/agents",
  "/netsuite",
  "/workflows",
  "/runs",
  "/runs/caps",
  "/runs/model-prices",
];

test("no page of a viewer carries content, in its HTML or in its data", async () => {
  const { id } = await propose({
    action_type: "ar_note",
    entity_type: "customer",
    entity_ref: "Coastal Pantry",
    changes: [{ field: "note", to: `Talked about ${mark}` }],
    reason: `Because of ${mark}`,
    evidence: [{ kind: "mail", text: mark }],
  });
  const own = `/proposed-actions/${id}`;
  const read = (path: string, role: "viewer" | "approver", headers = {}) =>
    send(path, { headers: { cookie: `next-auth.session-token=${cookieOf(role).value}`, ...headers } });
  for (const path of [own, ...pages])
    for (const headers of [{}, { rsc: "1" }]) {
      const answer = await read(path, "viewer", headers);
      expect(answer.status, path).toBeLessThan(400);
      expect(answer.text, path).not.toContain(mark);
    }
  const shown = await read(own, "viewer");
  expect(shown.text).toContain("The content is hidden from viewers");
  expect((await read(own, "approver")).text).toContain(mark);
});

test("a viewer's token reads the outline, marked as such", async () => {
  const answer = await send("/api/proposed-actions?status=all&limit=5", { token: userOf("viewer").token });
  const { items } = JSON.parse(answer.text) as { items: Record<string, unknown>[] };
  expect(items.length).toBeGreaterThan(0);
  for (const item of items)
    expect(item).toMatchObject({ redacted: true, changes: null, sentence: null, payload_hash: null });
});
