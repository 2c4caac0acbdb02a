import { createHmac, timingSafeEqual } from "node:crypto";
import type http from "node:http";
import type { Card } from "@/lib/channels/card";
import type { MessageChannel, MessageTarget, SendOutcome } from "@/lib/channels/channel";
import type { ChannelKind, Following } from "@/lib/core/message/message";
import { receivePlainly } from "@/lib/outbound/testing/receiver";

/**
 * A channel whose provider is a server of its own, over real HTTP, that does as the test says: it takes messages, refuses them, asks
 * for patience, and cuts the line after it has taken one. It calls in with a signature, as providers do.
 */

export const FAKE_SECRET = "fake-signing-secret";

/** The provider's state: its cards in order of arrival, each in its latest version. */
export interface Arrived {
  externalId: string;
  to: string;
  part: string;
  ref: string;
  account: number;
  card: Card;
  /** How often it was changed since. */
  changes: number;
}

/** Null: it takes the message. */
export type Answer = (request: { to: string; part: string; count: number }) => Misbehaviour | null;
export type Misbehaviour =
  | { status: number; retryAfter?: string }
  /** It arrives, and no answer comes back. */
  | "cut_after"
  /** Nothing arrives. */
  | "cut_before";

export interface FakeProvider {
  channel: MessageChannel<Card>;
  arrived: Arrived[];
  /** All requests that came, those that it refused too. */
  requests: number;
  answer: Answer;
  /** Waits before it answers, if set. */
  hold: Promise<unknown> | null;
  stop(): void;
}

interface Posted {
  to: string;
  part: string;
  ref: string;
  account: number;
  externalId: string | null;
  card: Card;
}

export async function openFakeProvider({
  kind = "slack",
  following = "in_place",
}: { kind?: ChannelKind; following?: Following } = {}): Promise<FakeProvider> {
  let isStopped = false;
  const provider: FakeProvider = {
    channel: undefined!,
    arrived: [],
    requests: 0,
    answer: () => null,
    hold: null,
    stop: () => (isStopped = true),
  };
  const port = await receivePlainly(async (request, response) => {
    provider.requests += 1;
    const posted = JSON.parse(await bodyOf(request)) as Posted;
    await provider.hold;
    const wrong = provider.answer({ to: posted.to, part: posted.part, count: provider.requests });
    if (wrong === "cut_before") return void request.socket.destroy();
    if (wrong !== null && wrong !== "cut_after") {
      const headers = wrong.retryAfter === undefined ? {} : { "retry-after": wrong.retryAfter };
      return void response.writeHead(wrong.status, headers).end();
    }
    const externalId = take(provider, posted);
    if (wrong === "cut_after") return void request.socket.destroy();
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ externalId }));
  });
  provider.channel = channelOf({ kind, following }, () => (isStopped ? 1 : port));
  return provider;
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

function take(provider: FakeProvider, { externalId, ...posted }: Posted): string {
  const before = provider.arrived.find((one) => externalId !== null && one.externalId === externalId);
  if (before) {
    Object.assign(before, { card: posted.card, changes: before.changes + 1 });
    return before.externalId;
  }
  const name = `m${provider.arrived.length + 1}`;
  provider.arrived.push({ ...posted, externalId: name, changes: 0 });
  return name;
}

function channelOf(
  { kind, following }: { kind: ChannelKind; following: Following },
  port: () => number,
): MessageChannel<Card> {
  const post = (to: MessageTarget, externalId: string | null, card: Card) =>
    attempt(`http://127.0.0.1:${port()}/`, {
      to: to.person!.email,
      part: to.part,
      ref: to.ref,
      account: to.account.id,
      externalId,
      card,
    });
  return {
    kind,
    ...(kind === "email" && { ownLabel: "Mail" }),
    following,
    render: (card) => card,
    send: (to, card) => post(to, null, card),
    ...(following === "in_place" && { update: (to, externalId, card) => post(to, externalId, card) }),
    inbound: {
      receive({ headers, body }) {
        const given = Buffer.from(headers["x-signature"] ?? "");
        const right = Buffer.from(createHmac("sha256", FAKE_SECRET).update(body).digest("hex"));
        if (given.length !== right.length || !timingSafeEqual(given, right)) return { kind: "forged" };
        try {
          return { kind: "received", ...(JSON.parse(body) as object) } as never;
        } catch {
          return { kind: "malformed" };
        }
      },
      identify: ({ user }) => user,
    },
  };
}

async function attempt(url: string, posted: Posted): Promise<SendOutcome> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      body: JSON.stringify(posted),
      signal: AbortSignal.timeout(5_000),
    });
    const retryAfter = answer.headers.get("retry-after");
    const retryAfterSeconds = retryAfter === null ? null : Number(retryAfter);
    const why = `It answered ${answer.status}.`;
    if (answer.ok) return { kind: "sent", ...((await answer.json()) as { externalId: string }) };
    if (answer.status === 401) return { kind: "refused", scope: "account", why };
    if (answer.status === 429) return { kind: "later", scope: "account", why, retryAfterSeconds };
    if (answer.status < 500) return { kind: "refused", scope: "message", why };
    return { kind: "later", scope: "message", why, retryAfterSeconds };
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    if (code === "ECONNREFUSED")
      return { kind: "later", scope: "account", why: code, retryAfterSeconds: null };
    return { kind: "unknown", why: code ?? "no answer" };
  }
}
