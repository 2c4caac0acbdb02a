import { randomUUID } from "node:crypto";
import type { Installation } from "./installations";
import type { Block, Button, InputBlock } from "./limits/blocks";
import { shown } from "./methods/chat";
import { shownView } from "./methods/others";
import type { OpenView, Posts, PostedMessage } from "./posts";
import type { SlackUser } from "./workspaces";

/** Slack's payloads for a press and a submission: https://docs.slack.dev/reference/interaction-payloads */

export type Payload = Record<string, unknown>;

interface PayloadParts {
  appId: string;
  domain: string;
  installation: Installation;
  user: SlackUser;
  posts: Posts;
  /** Where private answers go. */
  responseUrlOf(id: string): string;
  now: Date;
}

interface PressedButton {
  message: PostedMessage;
  actionId: string;
}

export function pressPayload(parts: PayloadParts, { message, actionId }: PressedButton): Payload {
  const { block, button } = findButton(message.blocks, actionId);
  const { posts, user, installation } = parts;
  const { teamId, channelId, ts } = message;
  return {
    type: "block_actions",
    ...common(parts),
    container: { type: "message", message_ts: ts, channel_id: channelId, is_ephemeral: false },
    trigger_id: posts.newTrigger(installation.teamId, user.id),
    channel: { id: channelId, name: "channel" },
    message: { ...shown(message), user: installation.botUserId, app_id: parts.appId },
    state: { values: {} },
    response_url: parts.responseUrlOf(posts.newResponseUrl({ teamId, channelId, userId: user.id, ts })),
    actions: [
      {
        type: "button",
        block_id: block.block_id ?? randomUUID().slice(0, 5),
        action_id: button.action_id,
        text: button.text,
        ...(button.value === undefined ? {} : { value: button.value }),
        // No two presses have the same.
        action_ts: posts.newTs(),
      },
    ],
  };
}

function findButton(blocks: readonly Block[], actionId: string): { block: Block; button: Button } {
  for (const block of blocks)
    for (const button of buttonsOf(block)) if (button.action_id === actionId) return { block, button };
  throw new Error(`the message has no button ${actionId}`);
}

function buttonsOf(block: Block): Button[] {
  const elements =
    block.type === "actions" ? block.elements : block.type === "section" ? [block.accessory] : [];
  return elements.flatMap((element) => (element?.type === "button" ? [element] : []));
}

/** By block id: a text, the value of one option, or those of several. A field that is not named is left as it was opened. */
export type Typed = Readonly<Record<string, string | readonly string[]>>;

export function submissionPayload(parts: PayloadParts, opened: OpenView, typed: Typed): Payload {
  const inputs = opened.view.blocks.filter((block): block is InputBlock => block.type === "input");
  const unknown = Object.keys(typed).find((id) => !inputs.some((block) => block.block_id === id));
  if (unknown !== undefined) throw new Error(`the view has no input ${unknown}`);
  const values = inputs.map((block) => [
    block.block_id ?? block.element.action_id,
    { [block.element.action_id]: stateOf(block, typed[block.block_id ?? ""]) },
  ]);
  return {
    type: "view_submission",
    ...common(parts),
    trigger_id: parts.posts.newTrigger(parts.installation.teamId, parts.user.id),
    view: {
      ...shownView(opened),
      state: { values: Object.fromEntries(values) as unknown },
      app_id: parts.appId,
      app_installed_team_id: parts.installation.teamId,
      bot_id: parts.installation.botId,
    },
    response_urls: [],
  };
}

function stateOf({ element }: InputBlock, typed: string | readonly string[] | undefined): Payload {
  const { type } = element;
  const chosen = (value: string) => {
    const option = "options" in element ? element.options.find((one) => one.value === value) : undefined;
    if (!option) throw new Error(`there is no option ${value}`);
    return option;
  };
  switch (type) {
    case "plain_text_input":
      return { type, value: typed ?? element.initial_value ?? null };
    case "datepicker":
      return { type, selected_date: typed ?? element.initial_date ?? null };
    case "static_select":
    case "radio_buttons":
      return {
        type,
        selected_option: typed === undefined ? (element.initial_option ?? null) : chosen(String(typed)),
      };
    case "multi_static_select":
    case "checkboxes":
      return {
        type,
        selected_options:
          typed === undefined ? (element.initial_options ?? []) : [typed].flat().map((one) => chosen(one)),
      };
  }
}

function common({ appId, domain, installation, user }: PayloadParts): Payload {
  return {
    // Slack's old way to prove itself; an app that reads it is mistaken.
    token: "deprecated",
    api_app_id: appId,
    team: { id: installation.teamId, domain },
    user: {
      id: user.id,
      username: user.name.toLowerCase(),
      name: user.name.toLowerCase(),
      team_id: user.teamId,
    },
    enterprise: null,
    is_enterprise_install: false,
  };
}

/** An event of a conversation, in its envelope. */
export function eventPayload(
  { appId, installation, now }: Pick<PayloadParts, "appId" | "installation" | "now">,
  event: Payload,
): Payload {
  const { teamId, botUserId } = installation;
  return {
    token: "deprecated",
    team_id: teamId,
    api_app_id: appId,
    event,
    type: "event_callback",
    event_id: `Ev${randomUUID().replaceAll("-", "").slice(0, 10).toUpperCase()}`,
    event_time: Math.floor(now.getTime() / 1_000),
    authorizations: [{ enterprise_id: null, team_id: teamId, user_id: botUserId, is_bot: true }],
  };
}
