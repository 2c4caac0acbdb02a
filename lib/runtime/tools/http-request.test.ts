import { expect, test } from "vitest";
import { httpRequest } from "./http-request";
import type { ToolCall } from "./tool";

test.each([
  ["whose host stands nowhere", "https://${{ inputs.host }}/", { authorization: "${{\nsecrets.KEY }}" }],
  ["which is the name of a header", "https://a.example/", "${{ {secrets.KEY: 'x'} }}"],
])("a secret of a text from before, %s, is sent to nobody and kept nowhere", async (_, url, headers) => {
  // It is refused before anything else of the call is looked at.
  const call = { definition: { with: { method: "GET", url, headers } } } as unknown as ToolCall;
  expect(await httpRequest.run(call)).toMatchObject({
    kind: "failed",
    error: { code: "secret_not_allowed_here" },
  });
});
