import { expect, it } from "vitest";
import { answerRequest } from "./answer-request";

it("metrics are not there until the environment has a token for them", async () => {
  const answer = await answerRequest(new Request("http://countersign.test/api/metrics"));
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({
    code: "not_found",
    detail: expect.stringContaining("METRICS_TOKEN"),
  });
});
