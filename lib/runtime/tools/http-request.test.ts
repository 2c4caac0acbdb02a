import { expect, test } from "vitest";
import { httpRequest } from "./http-request";
import type { ToolCall } from "./tool";

test("a secret of a text from before, whose host stands nowhere, is sent to nobody", async () => {
  const headers = { authorization: "${{\nsecrets.KEY }}" };
  const definition = { with: { method: "GET", url: "https://${{ inputs.host }}/", headers } };
  // It is refused before anything else of the call is looked at.
  const result = await httpRequest.run({ definition } as unknown as ToolCall);
  expect(result).toMatchObject({ kind: "failed", error: { code: "secret_not_allowed_here" } });
});
