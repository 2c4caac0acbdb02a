import type { ChannelAccount } from "@/lib/channels/channel";
import type { SlackResult } from "./call-result";
import { type Renewing, renewTokens } from "./renew-tokens";
import type { CallOptions, SlackMethod } from "./slack-api";
import { tokensOf } from "./tokens";

/** Calls in the name of a connected workspace. This is the only way by which its token leaves: it is renewed here before it ends. */
export interface SlackCalls {
  call(
    account: ChannelAccount,
    method: SlackMethod,
    body: object,
    options?: CallOptions,
  ): Promise<SlackResult>;
  /** Renews the account's tokens now, for the job that does so an hour before they end. */
  renew(account: ChannelAccount): Promise<void>;
}

/** A call that begins with less left renews first: it may wait for its turn at Slack. */
const LEFT_MS_MIN = 5 * 60_000;

const AGAIN_SECONDS = 2;

export function createSlackCalls(renewing: Renewing): SlackCalls {
  return {
    async call(account, method, body, options) {
      const usable = await usableToken(account, renewing);
      if (usable.kind !== "token") return usable;
      const { token, isRotating } = usable;
      const result = await renewing.api.call(method, token, body, options);
      if (!isRotating || result.kind !== "refused" || result.code !== "token_expired") return result;
      // It ended earlier than we thought. Nothing was done.
      const renewed = await renewTokens(account, token, renewing);
      if (renewed.kind === "refused" || renewed.kind === "later") return renewed;
      return { kind: "later", code: result.code, afterSeconds: AGAIN_SECONDS };
    },
    async renew(account) {
      const tokens = tokensOf(account.secret);
      if (tokens?.rotation) await renewTokens(account, tokens.token, renewing);
    },
  };
}

type Usable =
  { kind: "token"; token: string; isRotating: boolean } | Extract<SlackResult, { kind: "later" | "refused" }>;

async function usableToken(account: ChannelAccount, renewing: Renewing): Promise<Usable> {
  const tokens = tokensOf(account.secret);
  if (tokens === null) return { kind: "refused", code: "no_token" };
  const { token, rotation } = tokens;
  if (rotation === null) return { kind: "token", token, isRotating: false };
  const leftMs = rotation.endsAt.getTime() - renewing.clock.now().getTime();
  if (leftMs > LEFT_MS_MIN) return { kind: "token", token, isRotating: true };
  const renewed = await renewTokens(account, token, renewing);
  if (renewed.kind === "renewed") return { kind: "token", token: renewed.tokens.token, isRotating: true };
  if (renewed.kind === "refused") return renewed;
  // A renewal leaves it as it is until it ends.
  if (leftMs > 0) return { kind: "token", token, isRotating: true };
  return renewed.kind === "busy"
    ? { kind: "later", code: "token_expired", afterSeconds: AGAIN_SECONDS }
    : renewed;
}
