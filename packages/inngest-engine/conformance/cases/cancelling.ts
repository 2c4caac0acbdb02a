import { expect } from "vitest";
import { theme, wrongKeys } from "../case";

const unknownRun = "/v1/runs/01ARZ3NDEKTSV4RRFFQ69G5FAV";
const isTaken = (status: number): boolean => status >= 200 && status < 300;

export const cancelling = theme("cancelling and repeating");

cancelling.clock(
  "cancel-asleep",
  "a run that sleeps is cancelled by its event: nothing of it runs any more, nor onFailure",
  ({ own, span, onGo, go, send, record, history, records, reaches, endsPassing, until }) => {
    onGo(
      {
        cancelOn: [{ event: own("stop"), if: "async.data.order == event.data.order" }],
        onFailure: () => record("onFailure"),
      },
      async ({ event, step }) => {
        await step.run("before", () => record(`before ${event.data.order}`));
        await step.sleep("nap", span("1h", "5s"));
        await step.run("after", () => record(`after ${event.data.order}`));
      },
    );
    return async () => {
      const [stopped, other] = [await go({ order: "a" }), await go({ order: "b" })];
      await until("both sleeps", () => history.length === 2);
      await send({ name: own("stop"), data: { order: "a" } });
      await reaches(stopped, "Cancelled");
      expect(await endsPassing(other, 3_600_000)).toMatchObject({ status: "Completed" });
      await records({ inAnyOrder: ["after b", "before a", "before b"] });
    };
  },
);

cancelling.shared(
  "cancel-running",
  "a run cancelled in the middle of a step finishes that step, and nothing after it",
  ({ isReal, own, gate, onGo, go, send, record, records, reaches, runs, ours }) => {
    onGo(
      { retries: 3, cancelOn: [{ event: own("stop") }], onFailure: () => record("onFailure") },
      async ({ step }) => {
        await step.run("running", async () => record("running", await gate.pass()));
        await step.run("after", () => record("after"));
      },
    );
    return async () => {
      const id = await go();
      await gate.reached;
      await send({ name: own("stop") });
      const { run_id } = await reaches(id, "Cancelled");
      gate.open();
      await records(["running"], 3);
      expect(await runs(id)).toMatchObject([{ status: "Cancelled" }]);
      if (isReal) return;
      const dropped = ours().logged.filter((line) => line.startsWith("dropped a late answer"));
      expect(dropped.join()).toContain(run_id);
    };
  },
);

cancelling.shared(
  "cancel-before",
  "an event that cancels, sent before the run's own event, cancels nothing",
  ({ own, onGo, go, send, routed, completes }) => {
    onGo(
      { cancelOn: [{ event: own("stop"), match: "data.order" }] },
      async ({ step }) => await step.run("work", () => "done"),
    );
    return async () => {
      await send({ name: own("stop"), data: { order: 1 } });
      await routed();
      await completes(go({ order: 1 }), "done");
    };
  },
);

cancelling.shared(
  "cancel-after",
  "a run that has ended stays as it is when the event that cancels arrives",
  ({ own, onGo, go, send, ended, runs, routed }) => {
    onGo({ cancelOn: [{ event: own("stop") }] }, () => "done");
    return async () => {
      const id = await go();
      await ended(id);
      await send({ name: own("stop") });
      await routed();
      expect(await runs(id)).toMatchObject([{ status: "Completed", output: "done" }]);
    };
  },
);

cancelling.shared(
  "cancel-waiting",
  "a cancelled run's wait is gone: the event it waited for starts nothing",
  ({ own, gate, onGo, go, send, record, records, reaches, runs }) => {
    onGo({ cancelOn: [{ event: own("stop") }] }, async ({ step }) => {
      await Promise.all([
        step.waitForEvent("reply", { event: own("reply"), timeout: "1h" }),
        step.run("standing", () => (gate.open(), gate.pass())),
      ]);
      await step.run("after", () => record("after"));
    });
    return async () => {
      const id = await go();
      await gate.reached;
      await send({ name: own("stop") });
      await reaches(id, "Cancelled");
      await send({ name: own("reply") });
      await records([], 2);
      expect(await runs(id)).toMatchObject([{ status: "Cancelled" }]);
    };
  },
);

cancelling.shared(
  "cancel-http",
  "DELETE /v1/runs/:id cancels a run, and an unknown run is 404",
  ({ onGo, go, record, history, reaches, request, until }) => {
    onGo(async ({ step }) => {
      await step.run("before", () => record("before"));
      await step.sleep("nap", "1h");
    });
    return async () => {
      const id = await go();
      await until("the step before", () => history.length === 1);
      const { run_id: runId } = await reaches(id, "Running");
      expect(await request("DELETE", `/v1/runs/${runId}`)).toSatisfy(({ status }) => isTaken(status));
      await reaches(id, "Cancelled");
      expect(await request("DELETE", unknownRun)).toMatchObject({ status: 404 });
    };
  },
);

cancelling.shared(
  "cancel-http-key",
  "cancelling over HTTP needs the signing key: without it, or with another, it is 401 and the run goes on",
  { modes: ["signed"] },
  ({ gate, onGo, go, reaches, request, completes }) => {
    onGo(async ({ step }) => await step.run("held", async () => (await gate.pass(), "done")));
    return async () => {
      const id = await go();
      await gate.reached;
      const { run_id: runId } = await reaches(id, "Running");
      for (const key of wrongKeys)
        expect(await request("DELETE", `/v1/runs/${runId}`, { key })).toMatchObject({ status: 401 });
      gate.open();
      await completes(id, "done");
    };
  },
);

cancelling.shared(
  "rerun-http",
  "POST /v1/runs/:id/rerun starts the function again with the same event and nothing remembered",
  { notReal: "a real server re-runs from its dashboard only" },
  ({ onGo, go, record, records, ended, request }) => {
    onGo(
      { idempotency: "event.data.n" },
      async ({ event, step }) => await step.run("work", () => record(event.data.n)),
    );
    return async () => {
      const { run_id: runId } = await ended(go({ n: 5 }));
      const answer = await request("POST", `/v1/runs/${runId}/rerun`);
      expect(answer).toSatisfy(({ status }) => isTaken(status));
      await records([5, 5]);
    };
  },
);
