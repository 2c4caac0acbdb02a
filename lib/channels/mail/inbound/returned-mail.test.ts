import { expect, test } from "vitest";
import { startWorkTime } from "@/lib/limits/testing/work-time";
import { returnedMailOf } from "./returned-mail";

const report = (content: string) =>
  returnedMailOf([
    { mimeType: "message/delivery-status", content } as Parameters<typeof returnedMailOf>[0][0],
  ]);

test("a server's words are read on the line of their name or on the next, without the name of their kind", () => {
  for (const said of [" smtp; 550 no such\n user", "\n smtp; 550 no such user", " 550 no such user"])
    expect(report(`Action: failed\nStatus: 5.1.1\nDiagnostic-Code:${said}\n`)?.why).toBe(
      "5.1.1 550 no such user",
    );
});

test("a report of blank lines, which any stranger can send, is read as fast", () => {
  const workMs = startWorkTime();
  expect(report(`Action: failed\nDiagnostic-Code:${"\n".repeat(65_000)}`)?.why).toBe("It gave no reason.");
  expect(workMs()).toBeLessThan(500);
});
