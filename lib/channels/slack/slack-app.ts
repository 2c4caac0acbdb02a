import type { Database } from "@/db/client";
import type { Clock } from "@/lib/clock";
import type { Sender } from "@/lib/outbound";
import { type SlackCalls, createSlackCalls } from "./outbound/slack-calls";
import { type SlackApi, type SlackClient, createSlackApi } from "./outbound/slack-api";

/** Our app at Slack: one for the whole installation, which each company connects to its own workspace. */
export interface SlackApp {
  signingSecret: string;
  client: SlackClient;
  /** Calls that need no token of a workspace. */
  api: Pick<SlackApi, "exchange" | "answerPrivately">;
  calls: SlackCalls;
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
export function slackAppFrom(
  settings: SlackSettings,
  { sender, ...around }: { sender: Sender; database: Database; clock: Clock },
): SlackApp | null {
  const {
    SLACK_SIGNING_SECRET: signingSecret,
    SLACK_CLIENT_ID: clientId,
    SLACK_CLIENT_SECRET: clientSecret,
    SLACK_API_URL: apiUrl = SLACK_API_URL,
  } = settings;
  if (!signingSecret || !clientId || !clientSecret) return null;
  const api = createSlackApi({ sender, apiUrl });
  const client = { clientId, clientSecret };
  return {
    signingSecret,
    client,
    api,
    calls: createSlackCalls({ ...around, api, client }),
    siteUrl: new URL(apiUrl).origin,
  };
}
