import { randomBytes } from "node:crypto";
import type { Block, ModalView } from "./limits/blocks";
import { Refusal } from "./refusal";
import { newId } from "./workspaces";

/** Everything that the app has posted, and the short-lived passes with which it may answer a press. */

export interface Content {
  text: string;
  blocks: readonly Block[];
}

export interface PostedMessage extends Content {
  teamId: string;
  channelId: string;
  ts: string;
  botId: string;
  /** Earlier contents, oldest first. */
  before: Content[];
  unfurlsLinks: boolean;
  /** Of the message that it answers; null: it begins a thread of its own. */
  threadTs: string | null;
}

/** Seen by one person, until they reload. */
export interface PrivateNote extends Content {
  teamId: string;
  channelId: string;
  userId: string;
  /** True: it stands in the place of the message whose button was pressed. */
  replaces: boolean;
}

export interface OpenView {
  id: string;
  teamId: string;
  userId: string;
  view: ModalView;
  hash: string;
  isOpen: boolean;
}

/** Of one press: what may still be done with it. */
interface Trigger {
  teamId: string;
  userId: string;
  expiresAt: number;
  isUsed: boolean;
}

export interface ResponseUrl {
  id: string;
  teamId: string;
  channelId: string;
  userId: string;
  ts: string | null;
  expiresAt: number;
  usesLeft: number;
}

const TRIGGER_LIFE_MS = 3_000;
const RESPONSE_URL_LIFE_MS = 30 * 60_000;
const RESPONSE_URL_USES = 5;

export class Posts {
  readonly messages: PostedMessage[] = [];
  readonly notes: PrivateNote[] = [];
  readonly views: OpenView[] = [];
  readonly #triggers = new Map<string, Trigger>();
  readonly #responseUrls = new Map<string, ResponseUrl>();
  readonly #now: () => Date;
  #count = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** `1503435956.000247`: the second, and a number that no other message has. */
  newTs(): string {
    this.#count += 1;
    return `${Math.floor(this.#now().getTime() / 1_000)}.${String(this.#count).padStart(6, "0")}`;
  }

  find(teamId: string, channelId: string, ts: string): PostedMessage | undefined {
    return this.messages.find(
      (message) => message.teamId === teamId && message.channelId === channelId && message.ts === ts,
    );
  }

  newTrigger(teamId: string, userId: string): string {
    const id = `${newId("")}.${randomBytes(12).toString("hex")}`;
    this.#triggers.set(id, {
      teamId,
      userId,
      expiresAt: this.#now().getTime() + TRIGGER_LIFE_MS,
      isUsed: false,
    });
    return id;
  }

  useTrigger(id: string, teamId: string): Trigger {
    const trigger = this.#triggers.get(id);
    if (!trigger || trigger.teamId !== teamId) throw new Refusal("invalid_trigger_id");
    if (trigger.isUsed) throw new Refusal("exchanged_trigger_id");
    if (trigger.expiresAt <= this.#now().getTime()) throw new Refusal("expired_trigger_id");
    trigger.isUsed = true;
    return trigger;
  }

  newResponseUrl(of: Pick<ResponseUrl, "teamId" | "channelId" | "userId" | "ts">): string {
    const id = randomBytes(24).toString("base64url");
    const expiresAt = this.#now().getTime() + RESPONSE_URL_LIFE_MS;
    this.#responseUrls.set(id, { ...of, id, expiresAt, usesLeft: RESPONSE_URL_USES });
    return id;
  }

  useResponseUrl(id: string): ResponseUrl {
    const url = this.#responseUrls.get(id);
    if (!url || url.expiresAt <= this.#now().getTime()) throw new Refusal("expired_url");
    if (url.usesLeft === 0) throw new Refusal("used_url");
    url.usesLeft -= 1;
    return url;
  }
}
