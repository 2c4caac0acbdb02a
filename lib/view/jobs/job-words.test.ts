import { expect, test } from "vitest";
import type { JobDetail } from "@/lib/contract/monitoring/jobs";
import { cancelWords, cronWords, nextWords, rerunWords } from "./job-words";

const about = (line_no: number | null, status: string): Pick<JobDetail, "function" | "subject"> => ({
  function: "push-action",
  subject: { action_id: 8421, line_no, push: { id: 12, status, dead_letter_id: null } },
});

test("a re-run of a push says that its row decides, and that a dead one stays dead", () => {
  expect(rerunWords(about(null, "queued")).sentences.join(" ")).toMatch(
    /push 12 of #8421.*queued now.*written twice/,
  );
  expect(rerunWords(about(null, "applied")).sentences.join(" ")).not.toContain("dead");
  expect(rerunWords(about(null, "dead")).sentences.join(" ")).toContain(
    "stays dead until its dead letter is replayed",
  );
  expect(rerunWords(about(3, "applied")).sentences[0]).toContain("the roll #8421");
  expect(rerunWords({ function: "watch", subject: null }).sentences[0]).toContain("same event");
});

test("a cancel says that the push stays, who asks again, and how the write itself is stopped", () => {
  const words = cancelWords(about(null, "queued")).sentences.join(" ");
  expect(words).toMatch(/push 12 stays as it is, queued, and reconciliation asks .* cancel #8421\./);
  expect(cancelWords(about(2, "queued")).sentences.join(" ")).toContain("rows of the roll's lines stay");
  expect(cancelWords({ function: "watch", subject: null }).sentences).toHaveLength(1);
});

test("schedules are told as people say them, and others as they are written", () => {
  expect(["* * * * *", "*/15 * * * *", "17 3 * * *", "0 9 * * 1-5"].map(cronWords)).toEqual([
    "every minute",
    "every 15 minutes",
    "every day at 03:17",
    "by schedule 0 9 * * 1-5",
  ]);
});

test("the next call names the attempt, the limit it waits behind, and the step", () => {
  const upcoming = { step_id: null, attempt: 1, at: "", in_flight: false, parked_limit: null };
  expect(nextWords({ ...upcoming, kind: "run" }, null)).toBe("Attempt 2 of the function");
  expect(nextWords({ ...upcoming, kind: "run", in_flight: true }, null)).toContain("Being called now");
  expect(nextWords({ ...upcoming, kind: "step", parked_limit: 4 }, "pay")).toContain(
    "at most 4 of these run at once",
  );
  expect(nextWords({ ...upcoming, kind: "timeout" }, "answer")).toBe("“answer” gives up waiting");
});
