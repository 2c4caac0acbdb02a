import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createRestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { buildNetSuiteRead } from "@/lib/destinations/requests";
import { testCredentials } from "./testing/open-account";
import { payloads } from "./testing/payloads";

const entry = fileURLToPath(new URL("main.ts", import.meta.url));

describe("the simulator as a process", () => {
  it("says where it listens, answers signed calls, and ends at SIGTERM", async () => {
    const child = spawn(process.execPath, ["--import", "tsx", entry, "--port", "0", "--latency-ms", "0"], {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        SIM_ACCOUNT: testCredentials.account,
        SIM_CONSUMER_KEY: testCredentials.consumerKey,
        SIM_CONSUMER_SECRET: testCredentials.consumerSecret,
        SIM_TOKEN_ID: testCredentials.tokenId,
        SIM_TOKEN_SECRET: testCredentials.tokenSecret,
      },
    });
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const baseUrl = /^simulator ready (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1];
    expect(baseUrl).toBeDefined();
    const client = createRestletClient({
      account: testCredentials.account,
      baseUrl,
      credentials: testCredentials,
      timeoutMs: 5_000,
      maxConcurrency: 2,
      clock: { now: () => new Date() },
    });
    expect(await client.read(buildNetSuiteRead(payloads.bid_price_update))).toMatchObject({ class: "read" });
    client.close();
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
