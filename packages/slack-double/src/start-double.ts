import { randomBytes } from "node:crypto";
import {
  type AppAnswer,
  type Delivery,
  type AfterSubmission,
  ANSWER_WITHIN_MS,
  EVENT_TRIES_MAX,
  asRetry,
  formDelivery,
  isTaken,
  readSubmissionAnswer,
  send,
  signedDelivery,
} from "./deliver";
import { type Fault, Faults } from "./faults";
import { type Installation, Installations, type SlackAppSettings } from "./installations";
import type { SlackState } from "./methods/method";
import { type Payload, type Typed, eventPayload, pressPayload, submissionPayload } from "./payloads";
import { type OpenView, type PostedMessage, type PrivateNote, Posts } from "./posts";
import { PostRates } from "./rates";
import { type ReceivedCall, SlackServer } from "./server";
import { type NewUser, type SlackChannel, type SlackUser, Workspaces } from "./workspaces";

export interface SlackDoubleOptions {
  /** Default: any free port. */
  port?: number;
  /** Default: the real clock. */
  now?: () => Date;
  signingSecret?: string;
  clientId?: string;
  clientSecret?: string;
  rotatesTokens?: boolean;
  /** So long a used refresh token is taken again. Default: 0, the strictest. */
  refreshGraceSeconds?: number;
  /** Posts that a channel takes at once; then one a second. Slack promises one, and allows more for a moment. Default: 20. */
  postBurst?: number;
  /** So long an app has for an answer. Default: 3,000, as at Slack; a test on a busy machine may give more and look at `ms`. */
  answerWithinMs?: number;
  /** The time that every call takes. Default: 0. */
  latencyMs?: number;
}

/** Where the app takes deliveries, as its settings at Slack say. */
interface AppAddresses {
  interactivityUrl: string;
  eventsUrl: string;
}

export class SlackDouble {
  readonly signingSecret: string;
  readonly app: SlackAppSettings;
  /** In the order of their arrival. */
  readonly calls: ReceivedCall[] = [];
  readonly #state: SlackState;
  readonly #faults = new Faults();
  readonly #server: SlackServer;
  readonly #now: () => Date;
  readonly #answerWithinMs: number;
  #addresses: AppAddresses | null = null;

  constructor(options: SlackDoubleOptions) {
    this.#now = options.now ?? (() => new Date());
    this.#answerWithinMs = options.answerWithinMs ?? ANSWER_WITHIN_MS;
    const secret = () => randomBytes(16).toString("hex");
    this.signingSecret = options.signingSecret ?? secret();
    this.app = {
      id: "A0COUNTER",
      clientId: options.clientId ?? "1234.5678",
      clientSecret: options.clientSecret ?? secret(),
      rotatesTokens: options.rotatesTokens ?? false,
      refreshGraceSeconds: options.refreshGraceSeconds ?? 0,
    };
    this.#state = {
      workspaces: new Workspaces(),
      installations: new Installations(this.app, this.#now),
      posts: new Posts(this.#now),
      rates: new PostRates(options.postBurst ?? 20, this.#now),
    };
    this.#server = new SlackServer({
      state: this.#state,
      app: this.app,
      faults: this.#faults,
      latencyMs: options.latencyMs ?? 0,
      port: options.port ?? 0,
      onCall: (call) => this.calls.push(call),
    });
  }

  /** Ends in a slash: a method's name follows. */
  get apiUrl(): string {
    return `${this.#server.url}/api/`;
  }

  get port(): number {
    return this.#server.port;
  }

  /** Every message that was posted, as it is now. */
  get messages(): readonly PostedMessage[] {
    return this.#state.posts.messages;
  }

  /** Messages that one person alone was shown. */
  get notes(): readonly PrivateNote[] {
    return this.#state.posts.notes;
  }

  get views(): readonly OpenView[] {
    return this.#state.posts.views;
  }

  /** Also the way back after `goDown`. */
  listen = (): Promise<void> => this.#server.listen();
  /** Slack cannot be reached: connections are refused. */
  goDown = (): Promise<void> => this.#server.close();
  stop = (): Promise<void> => this.#server.close();

  arm = (fault: Fault): void => this.#faults.arm(fault);
  disarm = (): void => this.#faults.clear();

  setAddresses(addresses: AppAddresses): void {
    this.#addresses = addresses;
  }

  addTeam = (domain: string, id?: string): string => this.#state.workspaces.addTeam(domain, id);
  addUser = (user: NewUser): SlackUser => this.#state.workspaces.addUser(user);
  addChannel = (teamId: string, name: string, members: readonly string[]): SlackChannel =>
    this.#state.workspaces.addChannel(teamId, name, members);

  /** The app's conversation with this user; null: it has none yet. */
  directOf(teamId: string, userId: string): string | null {
    const channels = [...this.#state.workspaces.team(teamId).channels.values()];
    return channels.find(({ imOf }) => imOf === userId)?.id ?? null;
  }

  /** An administrator allows the app these scopes. The code is for oauth.v2.access. */
  consent(
    user: SlackUser,
    { scopes, redirectUri = null }: { scopes: readonly string[]; redirectUri?: string | null },
  ): { code: string; installation: Installation } {
    const { id: teamId, domain } = this.#state.workspaces.team(user.teamId);
    const of = { teamId, teamName: domain, installedBy: user.id, scopes };
    return this.#state.installations.consent(of, redirectUri);
  }

  /** The same, with the code exchanged already. */
  install(user: SlackUser, scopes: readonly string[]) {
    const { code, installation } = this.consent(user, { scopes });
    const { accessToken, refreshToken, expiresInSeconds } = this.#state.installations.exchange(code, null);
    return { token: accessToken, refreshToken, expiresInSeconds, installation };
  }

  /** The delivery of a press on a message of this installation. Nothing is sent yet. */
  pressOf(
    installation: Installation,
    user: SlackUser,
    button: { message: PostedMessage; actionId: string },
  ): Delivery {
    return this.#form(pressPayload(this.#payloadParts(installation, user), button));
  }

  submissionOf(installation: Installation, user: SlackUser, opened: OpenView, typed: Typed = {}): Delivery {
    return this.#form(submissionPayload(this.#payloadParts(installation, user), opened, typed));
  }

  eventOf(installation: Installation, event: Payload): Delivery {
    const payload = eventPayload({ appId: this.app.id, installation, now: this.#now() }, event);
    return this.signed({
      url: this.#addressesOrThrow().eventsUrl,
      body: JSON.stringify(payload),
      contentType: "application/json",
    });
  }

  /** Any request, signed as Slack would sign it at that time. */
  signed(request: { url: string; body: string; contentType: string }, at = this.#now()): Delivery {
    return signedDelivery(request, this.signingSecret, at);
  }

  send = (delivery: Delivery): Promise<AppAnswer> => send(delivery, this.#answerWithinMs);

  press = (
    installation: Installation,
    user: SlackUser,
    button: { message: PostedMessage; actionId: string },
  ) => this.send(this.pressOf(installation, user, button));

  /** Submits the modal, and shows it as the answer leaves it. */
  async submit(
    installation: Installation,
    user: SlackUser,
    opened: OpenView,
    typed: Typed = {},
  ): Promise<{ answered: AppAnswer; after: AfterSubmission }> {
    const answered = await this.send(this.submissionOf(installation, user, opened, typed));
    return { answered, after: readSubmissionAnswer(answered, opened) };
  }

  /** As often as Slack would, without the minutes between. */
  async sendEvent(delivery: Delivery): Promise<AppAnswer[]> {
    const answers: AppAnswer[] = [];
    for (let number = 0; number < EVENT_TRIES_MAX; number += 1) {
      const answered = await this.send(number === 0 ? delivery : asRetry(delivery, number));
      answers.push(answered);
      if (isTaken(answered)) break;
    }
    return answers;
  }

  #form(payload: Payload): Delivery {
    return formDelivery(this.#addressesOrThrow().interactivityUrl, payload, this.signingSecret, this.#now());
  }

  #payloadParts(installation: Installation, user: SlackUser) {
    return {
      appId: this.app.id,
      domain: this.#state.workspaces.team(installation.teamId).domain,
      installation,
      user,
      posts: this.#state.posts,
      responseUrlOf: (id: string) => `${this.#server.url}/response/${id}`,
      now: this.#now(),
    };
  }

  #addressesOrThrow(): AppAddresses {
    if (!this.#addresses) throw new Error("the app has not said where it takes deliveries");
    return this.#addresses;
  }
}

/** Listens on loopback alone. */
export async function startSlackDouble(options: SlackDoubleOptions = {}): Promise<SlackDouble> {
  const double = new SlackDouble(options);
  await double.listen();
  return double;
}
