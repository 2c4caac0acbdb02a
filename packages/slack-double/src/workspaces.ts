import { randomBytes } from "node:crypto";
import { Refusal } from "./refusal";

/** The workspaces that the double knows, with their people, conversations and installations of the app. Kept in memory. */

export interface SlackUser {
  id: string;
  teamId: string;
  name: string;
  email: string;
  isBot: boolean;
  isDeleted: boolean;
  /** A guest of some channels, or of one alone. */
  isRestricted: boolean;
  isUltraRestricted: boolean;
  /** Somebody of another workspace in a channel that both share. */
  isStranger: boolean;
}

export interface SlackChannel {
  id: string;
  name: string;
  /** A conversation of the app with this person alone. */
  imOf: string | null;
  /** User ids; the app's bot among them. */
  members: Set<string>;
  isArchived: boolean;
}

interface Team {
  id: string;
  domain: string;
  users: Map<string, SlackUser>;
  channels: Map<string, SlackChannel>;
}

export interface NewUser {
  teamId: string;
  name: string;
  email?: string;
  id?: string;
  isBot?: boolean;
  isDeleted?: boolean;
  isRestricted?: boolean;
  isUltraRestricted?: boolean;
  isStranger?: boolean;
}

/** `U` and ten letters or digits, as Slack's ids. */
export const newId = (letter: string): string =>
  letter + randomBytes(8).toString("base64url").replaceAll(/[-_]/g, "0").toUpperCase().slice(0, 10);

export class Workspaces {
  readonly #teams = new Map<string, Team>();

  addTeam(domain: string, id = newId("T")): string {
    this.#teams.set(id, { id, domain, users: new Map(), channels: new Map() });
    return id;
  }

  addUser({
    teamId,
    name,
    email = `${name.toLowerCase().replaceAll(" ", ".")}@example.com`,
    ...rest
  }: NewUser): SlackUser {
    const user: SlackUser = {
      id: newId("U"),
      isBot: false,
      isDeleted: false,
      isRestricted: false,
      isUltraRestricted: false,
      isStranger: false,
      ...rest,
      teamId,
      name,
      email,
    };
    this.team(teamId).users.set(user.id, user);
    return user;
  }

  /** @param members Ids of people; the app's bot joins by being invited, which is to be one of them. */
  addChannel(teamId: string, name: string, members: readonly string[]): SlackChannel {
    const channel = { id: newId("C"), name, imOf: null, members: new Set(members), isArchived: false };
    this.team(teamId).channels.set(channel.id, channel);
    return channel;
  }

  team(id: string): Team {
    const team = this.#teams.get(id);
    if (!team) throw new Refusal("team_not_found");
    return team;
  }

  user(teamId: string, userId: string): SlackUser {
    const user = this.team(teamId).users.get(userId);
    if (!user) throw new Refusal("user_not_found");
    return user;
  }

  /** A conversation by its id, or by the id of the person whom the app talks to there. */
  channel(teamId: string, id: string, botId: string): SlackChannel {
    const { channels, users } = this.team(teamId);
    const channel = channels.get(id) ?? (users.has(id) ? this.direct(teamId, id, botId) : undefined);
    if (!channel) throw new Refusal("channel_not_found");
    return channel;
  }

  direct(teamId: string, userId: string, botId: string): SlackChannel {
    const { channels } = this.team(teamId);
    const user = this.user(teamId, userId);
    if (user.isDeleted) throw new Refusal("user_disabled");
    const known = [...channels.values()].find(({ imOf }) => imOf === userId);
    if (known) return known;
    const channel = {
      id: newId("D"),
      name: "directmessage",
      imOf: userId,
      members: new Set([userId, botId]),
      isArchived: false,
    };
    channels.set(channel.id, channel);
    return channel;
  }
}
