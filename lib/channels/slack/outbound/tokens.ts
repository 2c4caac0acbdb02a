import { z } from "zod";

/** The credentials of a workspace, as an account's secret holds them. */

export interface SlackTokens {
  token: string;
  /** Null: the app at Slack is set up without rotation, and the token does not end. */
  rotation: { refreshToken: string; endsAt: Date } | null;
}

const secretSchema = z.object({
  token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  ends_at: z.iso.datetime().optional(),
});

/** Null: there are none, and the workspace has to be connected again. */
export function tokensOf(secret: string | null): SlackTokens | null {
  const parsed = secret === null ? undefined : secretSchema.safeParse(JSON.parse(secret)).data;
  if (!parsed) return null;
  const { token, refresh_token: refreshToken, ends_at: endsAt } = parsed;
  const rotation = refreshToken && endsAt ? { refreshToken, endsAt: new Date(endsAt) } : null;
  return { token, rotation };
}

export const secretOf = ({ token, rotation }: SlackTokens): string =>
  JSON.stringify({
    token,
    ...(rotation && { refresh_token: rotation.refreshToken, ends_at: rotation.endsAt.toISOString() }),
  });

const TOKEN_LENGTH_MAX = 2_000;
const tokenSchema = z.string().min(1).max(TOKEN_LENGTH_MAX);

/** Members of an answer of oauth.v2.access. A rotating token has both of the last two, any other has neither. */
export const issuedSchema = z
  .object({
    access_token: tokenSchema,
    refresh_token: tokenSchema.optional(),
    expires_in: z.int().positive().max(10_000_000).optional(),
  })
  .refine(
    ({ refresh_token: refreshToken, expires_in: seconds }) =>
      (refreshToken === undefined) === (seconds === undefined),
  );

/** @param askedAt When Slack was asked: the token ends a little later than noted, never before. */
export function issuedTokens(
  { access_token: token, refresh_token: refreshToken, expires_in: seconds }: z.output<typeof issuedSchema>,
  askedAt: Date,
): SlackTokens {
  const rotation =
    refreshToken !== undefined && seconds !== undefined
      ? { refreshToken, endsAt: new Date(askedAt.getTime() + seconds * 1_000) }
      : null;
  return { token, rotation };
}

/** An outage of an hour costs nothing: the token at hand is good meanwhile. */
const RENEWED_AHEAD_MS = 60 * 60_000;

/** When a job renews them. Null: they do not end. */
export const renewAtOf = ({ rotation }: SlackTokens): Date | null =>
  rotation && new Date(rotation.endsAt.getTime() - RENEWED_AHEAD_MS);
