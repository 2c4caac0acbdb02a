import { send } from "../support/http/request";
import { userOf } from "../support/installation";
import { expectNoLeak, expectProblem, expectRefused } from "../support/http/refusal";
import { cookieOf } from "../support/people/sessions";
import { expect, test } from "../support/test";

const absent = 9_007_199_254_740_991;
const encoded = (cursor: unknown) => Buffer.from(JSON.stringify(cursor)).toString("base64url");
const cursors = [
  "nonsense",
  ...[
    ["1", 1],
    ["0000-01-01 00:00:00+00", 1],
    ["2026-02-31", 1],
    ["Thu Nov 20 2026 (noon)", 1],
    ["+275760-09-13T00:00:00.000Z", 1],
    ["2026-11-20 10:00:00+00", 1.5],
    ["2026-11-20 10:00:00+00"],
    { id: 1 },
  ].map(encoded),
];

for (const cursor of cursors) {
  test(`a list with cursor=${cursor} is answered 400 malformed_request`, async () => {
    const path = `/api/proposed-actions?cursor=${cursor}`;
    const request = { token: userOf("viewer").token };
    await expectRefused({ path, request, code: "malformed_request", field: "cursor" });
  });
}

for (const path of ["/api/proposed-actions/%ff", "/proposed-actions/%ff", "/%E0%A4%A", "/api/%c0%af"]) {
  test(`${path}, from which no text can be read, is answered 400`, async () => {
    expectProblem(await send(path, { token: userOf("viewer").token }), "malformed_request");
  });
}

test("pages answer odd addresses with a page, and no page or route shows our insides", async () => {
  const { value } = cookieOf("viewer");
  const headers = { cookie: `next-auth.session-token=${value}` };
  const addresses: [path: string, status: number][] = [
    ["/proposed-actions?q=%00", 200],
    ["/proposed-actions?customer=%00&agent=%00&type=%00", 200],
    ["/proposed-actions?view=everything&tier=99&selected=-1", 200],
    ["/proposed-actions?selected=99999999999999999999", 200],
    ["/proposed-actions/abc", 404],
    ["/proposed-actions/99999999999999999999", 404],
    [`/proposed-actions/${absent}`, 404],
    ["/no-such-page", 404],
    ["/api/no-such-route", 404],
    ["/proposed-actions?q=%ff%fe", 200],
  ];
  for (const [path, status] of addresses) {
    const answer = await send(path, { headers });
    expect(answer.status, path).toBe(status);
    expectNoLeak(answer.text);
    expect(answer.text, path).not.toContain("This page could not be loaded");
  }
});
