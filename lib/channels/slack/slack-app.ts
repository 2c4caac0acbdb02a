import type { Sender } from "@/lib/outbound";
import { type SlackApi, type SlackClient, createSlackApi } from "./outbound/slack-api";

/** Our app at Slack: one for the whole installation, which each company connects to its own workspace. */
export interface SlackApp {
  signingSecret: string;
  client: SlackClient;
  api: SlackApi;
  /** Where people allow the app, without a slash at its end. */
  siteUrl: string;
}

interface SlackSettings {
  SLACK_SIGNING_SECRET?: string | undefined;
  SLACK_CLIENT_ID?: string | undefined;
  SLACK_CLIENT_SECRET?: string | undefined;
  SLACK_API_URL?: string | undefined;
}

const SLACK_API_URL = "https://slack.com/api/";

/** Null: Slack is not set up. docs/channels/slack.md says what to set. */
export function slackAppFrom(settings: SlackSettings, sender: Sender): SlackApp | null {
  const {
    SLACK_SIGNING_SECRET: signingSecret,
    SLACK_CLIENT_ID: clientId,
    SLACK_CLIENT_SECRET: clientSecret,
    SLACK_API_URL: apiUrl = SLACK_API_URL,
  } = settings;
  if (!signingSecret || !clientId || !clientSecret) return null;
  return {
    signingSecret,
    client: { clientId, clientSecret },
    api: createSlackApi({ sender, apiUrl }),
    siteUrl: new URL(apiUrl).origin,
  };
}
