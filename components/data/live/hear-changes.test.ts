import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { actionKey } from "@/components/data/actions";
import { hearChanges } from "./hear-changes";
import { FakeDocument, FakeSource } from "./testing/fake-browser";

const stops: (() => void)[] = [];
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("document", new FakeDocument());
  vi.stubGlobal("navigator", {});
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
});

/** A page that shows an action and the list, and whose readings end when the test says. */
async function openPage(id: number) {
  const queries = new QueryClient();
  const readings: string[] = [];
  const answers: (() => void)[] = [];
  for (const queryKey of [actionKey(id), ["list", "pending"]]) {
    queries.setQueryData(queryKey, "as rendered");
    const queryFn = () => {
      readings.push(String(queryKey[0]));
      return new Promise<string>((resolve) => answers.push(() => resolve("read anew")));
    };
    stops.push(new QueryObserver(queries, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => {}));
  }
  const tell = { change: vi.fn(), gap: () => {}, live: () => {} };
  const stop = hearChanges({ name: "one-person", from: 1, queries, tell });
  stops.push(stop);
  await settled();
  const [source] = FakeSource.open();
  return { readings, answer: () => answers.shift()!(), source: source!, tell, stop };
}

test("an action that changed is read before the figures, and is told of before either", async () => {
  const { readings, answer, source, tell } = await openPage(7);
  source.tell("action", 2, 7);
  expect(tell.change).toHaveBeenCalledOnce();
  await settled();
  expect(readings).toEqual(["action"]);
  answer();
  await settled();
  expect(readings).toEqual(["action", "list"]);
});

test("the figures are read at once where an action changed that the page does not show", async () => {
  const { readings, source } = await openPage(7);
  source.tell("action", 2, 8);
  await settled();
  expect(readings).toEqual(["list"]);
});

test("a page that no longer listens reads no figures when its action comes", async () => {
  const { readings, answer, source, stop } = await openPage(7);
  source.tell("action", 2, 7);
  await settled();
  stop();
  answer();
  await settled();
  expect(readings).toEqual(["action"]);
});
