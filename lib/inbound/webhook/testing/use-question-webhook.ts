import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import { createWebhookChannel } from "@/lib/channels/webhook/webhook-channel";
import type { WebhookSecret } from "@/lib/contract/settings/question-webhook";
import type { Person, Role } from "@/lib/core/access/principal";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { route } from "@/lib/http/route";
import { useQuestions } from "@/lib/interactions/testing/use-questions";
import { deliverEveryMessage } from "@/lib/messages/deliver-messages";
import { connectQuestionWebhook } from "@/lib/messages/webhook/connect-webhook";
import { letWebhookAnswer } from "@/lib/messages/webhook/let-answer";
import { type Sender, createSender, signWebhook, verifyWebhook } from "@/lib/outbound";
import { RECEIVER_HOST, certificate, closeReceivers, receive } from "@/lib/outbound/testing/receiver";
import { answerQuestionWebhook } from "@/lib/inbound/webhook/answer-request";

// Before anything reads the environment: questions lead to pages of ours.
process.env.NEXTAUTH_URL = "https://countersign.example.com";

/** An event as the endpoint got it. */
export interface Came {
  id: string;
  timestamp: string;
  signature: string;
  body: string;
  event: {
    type: string;
    timestamp: string;
    data: {
      ref: string;
      status: string | null;
      outcome: string | null;
      answer_by: string | null;
      answer_to: string | null;
      question: { id: number; type: string; message: string; options: unknown; url: string } | null;
      person: { name: string; email: string } | null;
    };
  };
}

/** Null: the endpoint takes it with 204. */
export type Answer = (came: Came) => { status: number; headers?: Record<string, string> } | "cut" | null;

/** Our reply to an answer. */
export interface Answered {
  status: number;
  body: { outcome?: string; repeated?: boolean; code?: string; errors?: { path: string }[]; url?: string };
}

/**
 * A company with questions whose clock the test moves, and an endpoint of its own over TLS, which calls our route over HTTP.
 */
export async function useQuestionWebhook() {
  const questions = await useQuestions();
  const { world, gateway, time } = questions;
  const { owner } = world;
  const came: Came[] = [];
  const state: { answer: Answer } = { answer: () => null };
  const port = await receive((request, response) => void takeIn(request, response, { came, state }));
  const app = await serveRoute((request, name) => answerQuestionWebhook(request, name, gateway));
  afterAll(async () => {
    closeReceivers();
    await app.close();
  });
  const line = { isUp: true };
  const reachable = createSender({
    ownUrls: ["https://countersign.example.com"],
    openAddresses: [{ host: RECEIVER_HOST, port }],
    clock: gateway.clock,
    // Rings for tests alone, so that no machine is too slow.
    setAlarm: () => () => {},
    resolve: async () => ["127.0.0.1"],
    ca: certificate.cert,
  });
  const sender: Sender = {
    ruleAgainst: (url) => reachable.ruleAgainst(url),
    send: async (request) =>
      line.isUp
        ? reachable.send(request)
        : { kind: "not_sent", stage: "connect", code: "ECONNREFUSED", ms: 0 },
  };
  gateway.sender = sender;
  gateway.channels = [createWebhookChannel({ sender, clock: gateway.clock })];
  const urlOf = (path: string) => `https://${RECEIVER_HOST}:${port}/${path}`;

  const connect = async (by: Person = world.admin, url = urlOf("questions")): Promise<WebhookSecret> =>
    connectQuestionWebhook(
      await steppedUp(owner, by, "connect_channel", `webhook:${url}`),
      { label: "Order desk", url },
      gateway,
    );
  const accountOf = async ({ tenantId }: Pick<Person, "tenantId">): Promise<number> => {
    const [row] = await owner<{ id: number }[]>`SELECT id FROM channel_accounts
      WHERE tenant_id = ${tenantId} AND kind = 'webhook' AND state <> 'closed'`;
    return row!.id;
  };
  const letAnswer = async (person: Person) =>
    letWebhookAnswer(
      { ...person, via: "session" },
      { account_id: await accountOf(person), host: `${RECEIVER_HOST}:${port}` },
      gateway,
    );

  return {
    ...questions,
    owner,
    port,
    came,
    state,
    urlOf,
    connect,
    accountOf,
    letAnswer,
    setReachable: (to: boolean) => void (line.isUp = to),
    deliver: () => deliverEveryMessage(gateway),
    /** A person whom the endpoint answers for. */
    person: async (name: string, role: Role): Promise<Person> => {
      const person = await world.home.person(name, role);
      await letAnswer(person);
      return person;
    },
    /** The events of a question, in the order in which they came. */
    eventsAbout: (id: number) => came.filter(({ event }) => event.data.question?.id === id),
    isSignedBy: (one: Came, key: string): boolean =>
      verifyWebhook({ headers: headersOf(one), body: one.body, keys: [key], now: time.now }).ok,
    /** As the endpoint answers: signed with this secret, now. */
    signed: (secret: string, data: unknown, more: Partial<Signing> = {}): SignedPost => {
      const {
        id = `msg_${Math.random().toString(36).slice(2)}`,
        type = "question.answer",
        sentAt = time.now,
      } = more;
      const body = more.body ?? JSON.stringify({ type, data });
      return { headers: signWebhook({ id, sentAt, body, keys: [secret] }), body };
    },
    post: async (
      { answers_to: address }: Pick<WebhookSecret, "answers_to">,
      sent: SignedPost,
    ): Promise<Answered> => {
      const answer = await fetch(`${app.url}${new URL(address).pathname}`, { method: "POST", ...sent });
      return { status: answer.status, body: (await answer.json()) as Answered["body"] };
    },
  };
}

interface Signing {
  id: string;
  type: string;
  sentAt: Date;
  body: string;
}

export interface SignedPost {
  headers: Record<string, string>;
  body: string;
}

export const headersOf = ({ id, timestamp, signature }: Came) =>
  new Headers({ "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature });

async function takeIn(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { came, state }: { came: Came[]; state: { answer: Answer } },
): Promise<void> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const header = (name: string) => String(request.headers[`webhook-${name}`]);
  const one: Came = {
    id: header("id"),
    timestamp: header("timestamp"),
    signature: header("signature"),
    body,
    event: JSON.parse(body) as Came["event"],
  };
  came.push(one);
  const answer = state.answer(one);
  if (answer === "cut") return void request.socket.destroy();
  response.writeHead(answer?.status ?? 204, answer?.headers ?? {}).end();
}

/** Our route in the frame that Next gives it. */
async function serveRoute(handle: (request: Request, name: string) => Promise<Response>) {
  const framed = route((request) => handle(request, new URL(request.url).pathname.split("/").at(-1)!));
  const server = http.createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
      const answer = await framed(
        new Request(`http://127.0.0.1${incoming.url}`, {
          method: "POST",
          headers: new Headers(incoming.headers as Record<string, string>),
          body: Buffer.concat(chunks),
        }),
      );
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
