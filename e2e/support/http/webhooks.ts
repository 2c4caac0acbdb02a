import { randomUUID } from "node:crypto";
import type { ResultOf } from "@/lib/operations";
import { succeed } from "./call";

/** An endpoint whose name leads nowhere. */
export const createEndpoint = (): Promise<ResultOf<"createWebhookEndpoint">> =>
  succeed("createWebhookEndpoint", "admin", {
    url: `https://hooks.example.com/${randomUUID().slice(0, 8)}`,
    events: ["endpoint.disabled"],
  });
