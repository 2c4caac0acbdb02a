import { randomBytes } from "node:crypto";

export type AccessTokens = ReturnType<typeof createAccessTokens>;

export const TOKEN_SECONDS = 3_600;

/** The access tokens the account has handed out; they die with a restart, as with their certificate. */
export function createAccessTokens(now: () => Date) {
  const live = new Map<string, { certificateId: string; endsAtMs: number }>();
  const dropEnded = () => {
    for (const [token, { endsAtMs }] of live) if (endsAtMs <= now().getTime()) live.delete(token);
  };
  return {
    issue(certificateId: string): string {
      dropEnded();
      const token = randomBytes(32).toString("base64url");
      live.set(token, { certificateId, endsAtMs: now().getTime() + TOKEN_SECONDS * 1000 });
      return token;
    },
    /** True where the token is known, not revoked and not past its hour. */
    accepts(token: string): boolean {
      dropEnded();
      return live.has(token);
    },
    /** Ends the tokens of one certificate, or all. Answers how many lived. */
    revoke(certificateId?: string): number {
      const ended = [...live].filter(
        ([, token]) => certificateId === undefined || token.certificateId === certificateId,
      );
      for (const [token] of ended) live.delete(token);
      return ended.length;
    },
  };
}
