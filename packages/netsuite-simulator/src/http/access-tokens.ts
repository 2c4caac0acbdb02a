import { randomBytes } from "node:crypto";

/** The access tokens the account has handed out; they die with a restart, as with their certificate. */
export interface AccessTokens {
  issue(certificateId: string): string;
  /** True where the token is known, not revoked and not past its hour. */
  accepts(token: string): boolean;
  /** Ends the tokens of one certificate, or all. Answers how many lived. */
  revoke(certificateId?: string): number;
}

export const TOKEN_SECONDS = 3_600;

export function createAccessTokens(now: () => Date): AccessTokens {
  const live = new Map<string, { certificateId: string; endsAtMs: number }>();
  const dropEnded = () => {
    for (const [token, { endsAtMs }] of live) if (endsAtMs <= now().getTime()) live.delete(token);
  };
  return {
    issue(certificateId) {
      dropEnded();
      const token = randomBytes(32).toString("base64url");
      live.set(token, { certificateId, endsAtMs: now().getTime() + TOKEN_SECONDS * 1000 });
      return token;
    },
    accepts(token) {
      dropEnded();
      return live.has(token);
    },
    revoke(certificateId) {
      const ended = [...live].filter(
        ([, token]) => certificateId === undefined || token.certificateId === certificateId,
      );
      for (const [token] of ended) live.delete(token);
      return ended.length;
    },
  };
}
