import { findFaults, modalView, type ModalView } from "../limits/blocks";
import type { OpenView } from "../posts";
import { Refusal } from "../refusal";
import { newId, type SlackUser } from "../workspaces";
import { type Method, structureOf, textOf } from "./method";

/** views.open, users.info, conversations.open and auth.test: https://docs.slack.dev/reference/methods */

export const openView: Method = {
  scope: null,
  run({ state, installation, args }) {
    const view = structureOf(args, "view", "invalid_arguments");
    const faults = findFaults(modalView, view, "view");
    if (faults.length > 0) throw new Refusal("invalid_arguments", faults);
    // Last, so that a refused view leaves the press its one modal.
    const { teamId, userId } = state.posts.useTrigger(textOf(args, "trigger_id"), installation.teamId);
    const opened = {
      id: newId("V"),
      teamId,
      userId,
      view: view as ModalView,
      hash: `${state.posts.newTs()}.hash`,
      isOpen: true,
    };
    state.posts.views.push(opened);
    return { view: shownView(opened) };
  },
};

export const shownView = ({ id, teamId, view, hash }: OpenView) => ({
  private_metadata: "",
  callback_id: "",
  close: null,
  submit: null,
  external_id: "",
  ...view,
  id,
  team_id: teamId,
  hash,
  previous_view_id: null,
  root_view_id: id,
});

export const userInfo: Method = {
  scope: "users:read",
  run({ state, installation, args }) {
    const user = state.workspaces.user(installation.teamId, textOf(args, "user"));
    const showsEmail = installation.scopes.includes("users:read.email");
    return { user: shownUser(user, showsEmail) };
  },
};

const shownUser = (user: SlackUser, showsEmail: boolean) => ({
  id: user.id,
  team_id: user.teamId,
  name: user.name.toLowerCase().replaceAll(" ", "."),
  real_name: user.name,
  deleted: user.isDeleted,
  is_bot: user.isBot,
  is_restricted: user.isRestricted,
  is_ultra_restricted: user.isUltraRestricted,
  ...(user.isStranger ? { is_stranger: true } : {}),
  profile: { real_name: user.name, ...(showsEmail && !user.isStranger ? { email: user.email } : {}) },
});

export const openConversation: Method = {
  scope: "im:write",
  run({ state, installation, args }) {
    const { teamId, botUserId } = installation;
    const users = textOf(args, "users").split(",");
    if (users.length > 1) throw new Refusal("method_not_supported_for_channel_type");
    const channel = state.workspaces.direct(teamId, users[0]!, botUserId);
    return { channel: { id: channel.id } };
  },
};

export const testAuth: Method = {
  scope: null,
  run({ state, installation }) {
    const { domain } = state.workspaces.team(installation.teamId);
    return {
      url: `https://${domain}.slack.com/`,
      team: installation.teamName,
      user: "countersign",
      team_id: installation.teamId,
      user_id: installation.botUserId,
      bot_id: installation.botId,
      is_enterprise_install: false,
    };
  },
};
