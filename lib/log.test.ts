import { expect, test } from "vitest";
import { describeError } from "./log";

test("an error in the log says what and where, and nothing of a statement's parameters", () => {
  const database = Object.assign(new Error("value too long"), {
    code: "22001",
    detail: "Failing row contains (secret note)",
  });
  const error = new Error(
    'Failed query: insert into "proposed_actions" values ($1)\nparams: secret note,{"to":"secret"}',
    {
      cause: database,
    },
  );
  const line = JSON.stringify(describeError(error));
  expect(line).not.toContain("secret");
  expect(line).toContain("22001");
  expect(line).toContain("log.test.ts");
});
