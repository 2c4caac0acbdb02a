import {
  channelTestSchema,
  channelsSchema,
  preferenceSchema,
  testChannelSchema,
} from "@/lib/contract/settings/channels";
import { readChannels, setPreference } from "@/lib/messages/read-channels";
import { testChannel } from "@/lib/messages/test-channel";
import { defineOperation, ok } from "@/lib/operations/frame/operation";

/** Channels, and the kinds of messages that people get by them. */

export const channels = {
  readChannels: defineOperation("GET /api/channels", {
    summary: "By which channels you are told, and of what; administrators also read how the channels fare",
    answers: ok(channelsSchema),
    verb: (person) => readChannels(person),
  }),
  setPreference: defineOperation("PUT /api/channels", {
    summary: "Choose what you are told by a channel, from now on",
    body: preferenceSchema,
    example: { kind: "email", questions: true, tier_min: 3 },
    answers: ok(channelsSchema),
    verb: (person, wish) => setPreference(person, wish),
  }),
  testChannel: defineOperation("POST /api/channels/test", {
    summary: "Send yourself a test message, and learn what became of it",
    body: testChannelSchema,
    example: { kind: "email" },
    answers: ok(channelTestSchema),
    refusals: ["not_found", "rate_limited"],
    verb: (person, { kind }) => testChannel(person, kind),
  }),
};
