import { type Block, findFaults, messageBlocks } from "../limits/blocks";
import type { Content, PostedMessage } from "../posts";
import { Refusal } from "../refusal";
import type { SlackChannel } from "../workspaces";
import { type Arguments, type Method, type MethodCall, TooMany, structureOf, textOf } from "./method";

/** chat.postMessage, chat.update and chat.postEphemeral: https://docs.slack.dev/reference/methods */

const TEXT_LENGTH_MAX = 40_000;

/** @throws Refusal no_text, msg_too_long, invalid_blocks. */
export function contentOf(args: Arguments): Content {
  const blocks = structureOf(args, "blocks", "invalid_blocks_format") ?? [];
  const faults = findFaults(messageBlocks, blocks, "blocks");
  if (faults.length > 0) throw new Refusal("invalid_blocks", faults);
  const text = typeof args.text === "string" ? args.text : "";
  if (text === "" && (blocks as Block[]).length === 0) throw new Refusal("no_text");
  if (text.length > TEXT_LENGTH_MAX) throw new Refusal("msg_too_long");
  return { text, blocks: blocks as Block[] };
}

/** A conversation in which the app takes part. */
function ownChannel({ state, installation, args }: MethodCall): SlackChannel {
  const { teamId, botUserId } = installation;
  const channel = state.workspaces.channel(teamId, textOf(args, "channel"), botUserId);
  if (channel.isArchived) throw new Refusal("is_archived");
  if (!channel.members.has(botUserId)) throw new Refusal("not_in_channel");
  return channel;
}

function takeTurn({ state }: MethodCall, channel: SlackChannel): void {
  const waitSeconds = state.rates.take(channel.id);
  if (waitSeconds !== null) throw new TooMany(waitSeconds);
}

export const postMessage: Method = {
  scope: "chat:write",
  run(call) {
    const channel = ownChannel(call);
    const content = contentOf(call.args);
    takeTurn(call, channel);
    const { teamId, botId } = call.installation;
    const message: PostedMessage = {
      ...content,
      teamId,
      channelId: channel.id,
      ts: call.state.posts.newTs(),
      botId,
      before: [],
      threadTs: typeof call.args.thread_ts === "string" ? call.args.thread_ts : null,
      unfurlsLinks: ![false, "false"].includes(call.args.unfurl_links as string | boolean),
    };
    call.state.posts.messages.push(message);
    return { channel: channel.id, ts: message.ts, message: shown(message) };
  },
};

export const update: Method = {
  scope: "chat:write",
  run(call) {
    const channel = ownChannel(call);
    const { teamId, botId } = call.installation;
    const message = call.state.posts.find(teamId, channel.id, textOf(call.args, "ts"));
    if (!message) throw new Refusal("message_not_found");
    if (message.botId !== botId) throw new Refusal("cant_update_message");
    const content = contentOf(call.args);
    message.before.push({ text: message.text, blocks: message.blocks });
    Object.assign(message, content);
    return { channel: channel.id, ts: message.ts, text: message.text, message: shown(message) };
  },
};

export const postEphemeral: Method = {
  scope: "chat:write",
  run(call) {
    const channel = ownChannel(call);
    const userId = textOf(call.args, "user");
    if (!channel.members.has(userId)) throw new Refusal("user_not_in_channel");
    const content = contentOf(call.args);
    takeTurn(call, channel);
    const { teamId } = call.installation;
    call.state.posts.notes.push({ ...content, teamId, channelId: channel.id, userId, replaces: false });
    return { message_ts: call.state.posts.newTs() };
  },
};

export const shown = ({ ts, text, blocks, botId, teamId }: PostedMessage) => ({
  type: "message",
  ts,
  text,
  blocks,
  bot_id: botId,
  team: teamId,
});
