import { z } from "zod";
import { slackId as id } from "./slack-id";

/**
 * A press on a card or in a modal, read from a payload that Slack signed. It says who pressed what and decides nothing. Of
 * the payload's own text nothing is taken: a button carries an opaque name, and our row says what it stands for.
 */

/** Somebody at Slack. `teamId` is their own workspace, which need not be the one in which they pressed. */
export interface SlackPerson {
  userId: string;
  teamId: string | null;
  /** As Slack calls them; from outside. */
  name: string;
}

interface Received {
  /** The same for each repeat of the same press. */
  key: string;
  /** The workspace in which our app is installed. */
  teamId: string;
  /** Set where the app is installed for a whole organisation. */
  enterpriseId: string | null;
  person: SlackPerson;
}

export interface SlackPress extends Received {
  kind: "press";
  /** Our name of the button. */
  actionId: string;
  /** 22 characters of base64url; null: the button is none of ours. */
  ref: string | null;
  /** For one modal within three seconds. */
  triggerId: string;
  /** For private answers: five within thirty minutes. */
  responseUrl: string | null;
  channelId: string;
  messageTs: string;
}

export interface SlackSubmission extends Received {
  kind: "submission";
  /** Our name of the modal. */
  callbackId: string;
  ref: string | null;
  /** The contents of the inputs, by block id. */
  values: ReadonlyMap<string, SlackValue>;
}

/** Null: nothing was typed or chosen. */
export type SlackValue = string | readonly string[] | null;

/** Signed, and of a kind that we did not ask for: it is acknowledged. */
export interface SlackOther {
  kind: "other";
}

export type SlackInteraction = SlackPress | SlackSubmission | SlackOther;

const person = z.object({
  id,
  team_id: id.nullish(),
  name: z.string().max(255).optional(),
  username: z.string().max(255).optional(),
});
const common = {
  team: z.object({ id }).nullish(),
  enterprise: z.object({ id }).nullish(),
  is_enterprise_install: z.union([z.boolean(), z.enum(["true", "false"])]).optional(),
  user: person,
};

const pressSchema = z.object({
  type: z.literal("block_actions"),
  ...common,
  trigger_id: id,
  response_url: z.url().max(2_000).optional(),
  container: z.object({ message_ts: id.optional(), channel_id: id.optional() }),
  actions: z
    .array(z.object({ action_id: id, action_ts: id, value: z.string().max(2_000).optional() }))
    .length(1, "one press has one action"),
});

/** A NUL cannot be typed, and Postgres cannot store one. */
const typed = z
  .string()
  .max(3_000)
  .refine((text) => !text.includes("\0"));
const option = z.object({ value: z.string().max(150) });
const inputState = z.union([
  z.object({ selected_option: option.nullable() }).transform((state) => state.selected_option?.value ?? null),
  z
    .object({ selected_options: z.array(option).max(100) })
    .transform((state) => state.selected_options.map(({ value }) => value)),
  z.object({ selected_date: z.string().max(10).nullable() }).transform((state) => state.selected_date),
  z.object({ value: typed.nullish() }).transform((state) => state.value ?? null),
]);

const submissionSchema = z.object({
  type: z.literal("view_submission"),
  ...common,
  view: z.object({
    id,
    callback_id: z.string().max(255),
    private_metadata: z.string().max(3_000),
    state: z.object({ values: z.record(z.string().max(255), z.record(z.string().max(255), inputState)) }),
  }),
});

/** Kinds that Slack sends to the same address: a shortcut, a closed modal. */
const otherSchema = z.object({ type: z.string().min(1).max(100) });

const REF = /^[A-Za-z0-9_-]{22}$/;
const refOf = (text: string | undefined) => (text !== undefined && REF.test(text) ? text : null);

/** Null: malformed, although Slack signed it. */
export function readInteraction(rawBody: string): SlackInteraction | null {
  const payload = payloadOf(rawBody);
  if (payload === undefined) return null;
  const { data: other } = otherSchema.safeParse(payload);
  switch (other?.type) {
    case undefined:
      return null;
    case "block_actions": {
      const { data } = pressSchema.safeParse(payload);
      return data ? pressOf(data) : null;
    }
    case "view_submission": {
      const { data } = submissionSchema.safeParse(payload);
      return data ? submissionOf(data) : null;
    }
    default:
      return { kind: "other" };
  }
}

/** Undefined: there is not exactly one form field `payload` that holds JSON. */
function payloadOf(rawBody: string): unknown {
  const [text, ...more] = new URLSearchParams(rawBody).getAll("payload");
  if (text === undefined || more.length > 0) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function pressOf(data: z.output<typeof pressSchema>): SlackPress | SlackOther | null {
  const received = receivedOf(data);
  const { channel_id: channelId, message_ts: messageTs } = data.container;
  if (received === null) return null;
  // A button of a modal or of a home tab: we have none.
  if (channelId === undefined || messageTs === undefined) return { kind: "other" };
  const { action_id: actionId, action_ts: actionTs, value } = data.actions[0]!;
  return {
    kind: "press",
    ...received,
    key: ["press", received.teamId, received.person.userId, actionId, actionTs].join(":"),
    actionId,
    ref: refOf(value),
    triggerId: data.trigger_id,
    responseUrl: data.response_url ?? null,
    channelId,
    messageTs,
  };
}

function submissionOf(data: z.output<typeof submissionSchema>): SlackSubmission | null {
  const received = receivedOf(data);
  if (received === null) return null;
  const { view } = data;
  const values = Object.entries(view.state.values).map(
    ([block, states]) => [block, Object.values(states)[0] ?? null] as const,
  );
  return {
    kind: "submission",
    ...received,
    key: ["submission", received.teamId, view.id].join(":"),
    callbackId: view.callback_id,
    ref: refOf(view.private_metadata),
    values: new Map(values),
  };
}

/** Null: it names no workspace. */
function receivedOf({
  team,
  enterprise,
  user,
}: Pick<z.output<typeof pressSchema>, "team" | "enterprise" | "user">) {
  const teamId = team?.id ?? enterprise?.id;
  if (teamId === undefined) return null;
  return {
    teamId,
    enterpriseId: enterprise?.id ?? null,
    person: { userId: user.id, teamId: user.team_id ?? null, name: user.name ?? user.username ?? user.id },
  };
}
