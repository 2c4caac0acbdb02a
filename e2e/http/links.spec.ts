import { expect, test } from "@playwright/test";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { readAction } from "../support/http/api";
import { succeed } from "../support/http/call";
import { parse, send } from "../support/http/request";
import { newMarker, proposeLow, type Proposed } from "../support/proposals/proposals";
import { ask } from "../support/proposals/questions";
import { cookieOf } from "../support/people/sessions";

/** Links lead to pages: whoever opens one, by whatever program, has decided nothing and answered nothing. */

/** As browsers, their prefetching, and the programs that look at links before people do, send them. */
const openers: Record<string, Record<string, string>> = {
  browser: { accept: "text/html" },
  prefetch: { accept: "*/*", purpose: "prefetch", "sec-purpose": "prefetch" },
  router: { rsc: "1", "next-router-prefetch": "1" },
  "mail scanner": { "user-agent": "Mozilla/5.0 (compatible; LinkScanner/1.0)" },
  "form that overrides its method": { "x-http-method-override": "POST", "x-method-override": "POST" },
  "server action": { "next-action": "7f".repeat(20), accept: "text/x-component" },
};

/** Of the pages that messages lead to, and of each address that changes something. */
async function addressesOf(action: Proposed, question: InteractionView): Promise<string[]> {
  const { paths } = parse<{ paths: Record<string, Record<string, unknown>> }>(
    await send("/api/openapi.json"),
  );
  const changing = Object.entries(paths)
    .filter(([, methods]) => ["post", "put", "patch", "delete"].some((method) => method in methods))
    .map(([path]) => path);
  const idOf = (path: string) => String(path.includes("interaction") ? question.id : action.id);
  const filled = changing.map((path) => path.replaceAll(/\{\w+\}/g, idOf(path)));
  const decision = new URLSearchParams({
    id: String(action.id),
    ids: String(action.id),
    decision: "approve",
    payload_hash: action.payload_hash,
    confirmed: "true",
    comment: "yes",
    response: JSON.stringify({ approved: true }),
    _method: "POST",
  });
  const pages = [
    `/proposed-actions/${action.id}`,
    `/questions/${question.id}`,
    "/proposed-actions",
    "/questions",
  ];
  return [...pages, ...filled].flatMap((path) => [path, `${path}?${decision}`]);
}

test("no address decides or answers by GET, HEAD or OPTIONS, with an approver's session, whatever its query and headers say", async () => {
  test.slow();
  const action = await proposeLow({ marker: newMarker() });
  const question = await ask();
  const addresses = await addressesOf(action, question);
  expect(addresses.length).toBeGreaterThan(150);
  const cookie = `next-auth.session-token=${cookieOf("approver").value}`;
  let sent = 0;
  for (const [name, headers] of Object.entries(openers))
    for (let at = 0; at < addresses.length; at += 8)
      await Promise.all(
        addresses.slice(at, at + 8).map(async (address, n) => {
          const method = ["GET", "HEAD", "OPTIONS"][(at + n) % 3]!;
          const { status } = await send(address, { method, headers: { cookie, ...headers } });
          sent += 1;
          expect(status, `${name}: ${method} ${address}`).toBeLessThan(500);
        }),
      );
  expect(sent).toBeGreaterThan(900);
  expect(await readAction(action.id)).toMatchObject({ status: "pending", decision: null, approvals: 0 });
  const { status } = await succeed("readInteraction", "approver", { id: question.id });
  expect(status).toBe("pending");
});
