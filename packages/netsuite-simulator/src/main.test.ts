import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readPrice } from "./testing/open-account";
import { callRestlet, testCredentials } from "./testing/signed-call";

const program = fileURLToPath(new URL("main.ts", import.meta.url));
const RESTLET_PATH =
  "/app/site/hosting/restlet.nl?script=customscript_gfs_platform_query&deploy=customdeploy_gfs_platform_query";

describe("the simulator as a process", () => {
  it("says where it listens, answers signed calls, and ends at SIGTERM", async () => {
    const child = spawn(process.execPath, ["--import", "tsx", program, "--port", "0", "--latency-ms", "0"], {
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
    const answer = await callRestlet(`${baseUrl}${RESTLET_PATH}`, readPrice);
    expect(answer).toMatchObject({ status: 200, body: { verdict: "read" } });
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
