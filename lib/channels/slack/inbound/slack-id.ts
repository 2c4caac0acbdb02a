import { z } from "zod";

/**
 * A name that Slack gave: of a person, a workspace, a conversation, a moment, a delivery. Slack's have a tenth of these characters, and
 * four of them stay within the key of a delivery. No row could hold a NUL.
 */
export const slackId = z.string().regex(/^[\x21-\x7e]{1,100}$/);
