import { startEngine } from "../src";
import { eventKey, signingKey } from "../testing/keys";
import type { EngineNews, EngineOrder, EngineStart } from "./messages";

/** An engine as a process of its own that kills itself at the point it is told. */
const start = JSON.parse(process.argv[2] ?? "") as EngineStart;
let order: EngineOrder | null = null;
process.on("message", (message: EngineOrder) => (order = message));
process.on("disconnect", () => process.exit());
const tell = (news: EngineNews): void => void process.send?.(news);

const engine = await startEngine({
  ...start,
  port: 0,
  eventKey,
  signingKey,
  retryMs: 20,
  stopGraceMs: 20,
  log: (_level, message) => {
    if (message === "leading") tell({ kind: "leading" });
    if (message === "no longer leading") tell({ kind: "not_leading" });
  },
  probe: (point) => {
    if (order?.at !== point) return;
    order.hits -= 1;
    if (order.hits === 0) process.kill(process.pid, "SIGKILL");
  },
});
tell({ kind: "ready", url: engine.url });
