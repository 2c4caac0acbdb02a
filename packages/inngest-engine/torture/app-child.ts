import postgres from "postgres";
import { createTortureApp } from "./app";
import type { AppNews, AppOrder, AppStart } from "./messages";

/** The app as a process of its own that listens when it is told and kills itself at the moment it is told. */
const start = JSON.parse(process.argv[2] ?? "") as AppStart;
let dying: Extract<AppOrder, { kind: "die" }> | null = null;
const tell = (news: AppNews): void => void process.send?.(news);
const server = createTortureApp({
  sql: postgres(start.databaseUrl, { max: 4, onnotice: () => {} }),
  engineUrl: start.engineUrl,
  at: (moment) => {
    if (dying?.at !== moment) return;
    dying.hits -= 1;
    if (dying.hits === 0) process.kill(process.pid, "SIGKILL");
  },
});
process.on("message", (order: AppOrder) => {
  if (order.kind === "die") dying = order;
  else server.listen(order.port, "127.0.0.1", () => tell({ kind: "listening" }));
});
process.on("disconnect", () => process.exit());
tell({ kind: "ready" });
