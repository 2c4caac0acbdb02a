import type { ServerResponse } from "node:http";
import { receivePlainly } from "@/lib/outbound/testing/receiver";

export interface WitnessedRequest {
  path: string;
  /** The Idempotency-Key. */
  key: string;
  /** By this process's clock, which begins with it. */
  atMs: number;
}

/**
 * An address of somebody else's that honours keys: of each path it does once what it is asked under one key. It remembers every
 * request, and can withhold its answers. It ends with `closeReceivers`.
 */
export interface RequestWitness {
  port: number;
  requests: readonly WitnessedRequest[];
  /** The keys under which a path was asked. Each had one effect. */
  keysOf(path: string): string[];
  /** From here on no request is answered. */
  hold(): void;
  /** How many requests wait for their answer. */
  heldCount(): number;
  /** Answers them, and all that follow. */
  release(): void;
  /** Calls `hear` at each request from here on, before its answer. */
  whenAsked(hear: () => void): void;
}

export async function startRequestWitness(): Promise<RequestWitness> {
  const requests: WitnessedRequest[] = [];
  const held = new Set<ServerResponse>();
  let holds = false;
  let hear = (): void => {};
  const answer = (response: ServerResponse) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}');
  const port = await receivePlainly((request, response) => {
    request.resume().on("end", () => {
      const key = String(request.headers["idempotency-key"]);
      requests.push({ path: request.url!, key, atMs: performance.now() });
      if (holds) {
        held.add(response);
        response.on("close", () => held.delete(response));
      }
      hear();
      if (!held.has(response)) answer(response);
    });
  });
  return {
    port,
    requests,
    keysOf: (path) => [...new Set(requests.filter((one) => one.path === path).map(({ key }) => key))],
    hold: () => void (holds = true),
    heldCount: () => held.size,
    release: () => {
      holds = false;
      for (const response of held) answer(response);
    },
    whenAsked: (next) => void (hear = next),
  };
}
