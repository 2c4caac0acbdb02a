import {
  type InboundMailEnvironment,
  type InboundMailSettings,
  inboundMailSettingsFrom,
} from "@/lib/core/message/inbound-mail-settings";
import type { Sender } from "@/lib/outbound";

/** The ways in for replies by mail, and what one of them asks its provider. */
export interface InboundMail {
  settings: InboundMailSettings;
  /** A page of Amazon's, for SES alone, once read it is kept. Null: it did not come. Only addresses that `lib/channels/mail/inbound/ses` allows get here. */
  readPage(url: string): Promise<string | null>;
}

const PAGE_MS_MAX = 5_000;
const PAGE_BYTES_MAX = 20_000;
const PAGES_MAX = 10;

/** Null: no reply is read. */
export function inboundMailFrom(env: InboundMailEnvironment, sender: Sender): InboundMail | null {
  const settings = inboundMailSettingsFrom(env);
  if (settings === null) return null;
  const read = new Map<string, string>();
  return {
    settings,
    async readPage(url) {
      const known = read.get(url);
      if (known !== undefined) return known;
      const result = await sender.send({
        method: "GET",
        url,
        timeoutMs: PAGE_MS_MAX,
        answerBytesMax: PAGE_BYTES_MAX,
      });
      const isWhole = result.kind === "answered" && result.status === 200 && result.bodyState === "whole";
      if (!isWhole) return null;
      const page = new TextDecoder().decode(result.body);
      if (read.size < PAGES_MAX) read.set(url, page);
      return page;
    },
  };
}
