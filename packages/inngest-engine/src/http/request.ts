import { hashSigningKey, sameText } from "../app/signature";
import type { Registry } from "../app/registry";
import type { TakeEvents } from "../routing/intake";
import type { Log } from "../log";
import type { Checkpoint, CheckpointOutcome } from "../store/checkpoint";
import type { Probe } from "../probe";
import type { Db } from "../store/connection";

/** A request, whatever brought it here: a socket, or a call within the process. */
export interface ApiRequest {
  method: string;
  /** Decoded segments, without empty ones. */
  path: string[];
  query: URLSearchParams;
  /** Names are lower case. */
  header(name: string): string | undefined;
  /** Null where it is larger than `bytesMax`. */
  body(bytesMax: number): Promise<string | null>;
}

export interface Reply {
  status: number;
  body: unknown;
}

/** Everything that answers are made from. */
export interface Api {
  db: Db;
  /** For what people look at: connections that nothing else waits for. */
  reads: Db;
  registry: Registry;
  /** Null: unsigned development mode, any key will do. */
  eventKey: string | null;
  /** Null: unsigned development mode, whoever reaches the engine may change runs. */
  signingKey: string | null;
  now: () => number;
  log: Log;
  probe: Probe;
  /** Returns their ids once they are stored; throws where Postgres did not answer, and then none is. */
  takeEvents: TakeEvents;
  /** There is work that only a pass of the leader can do. */
  wakeLeader: () => Promise<void>;
  /** Resolves when the steps are stored; throws where Postgres did not answer, and then none is. */
  writeCheckpoint: (checkpoint: Checkpoint) => Promise<CheckpointOutcome>;
  health: () => Promise<Record<string, unknown>>;
}

/** The shape that the SDK reads an error from. */
export function failure(status: number, error: string): Reply {
  return { status, body: { ids: [], status, error } };
}

/** True where the caller holds the signing key: as it is, or hashed as the SDK sends it. */
export function holdsSigningKey(api: Api, request: ApiRequest): boolean {
  if (api.signingKey === null) return true;
  const token = request.header("authorization")?.replace(/^Bearer /i, "") ?? "";
  return sameText(token, api.signingKey) || sameText(token, hashSigningKey(api.signingKey));
}
