import { randomBytes } from "node:crypto";
import { Refusal } from "./refusal";
import { newId } from "./workspaces";

/** The app's installations: codes of a consent, and tokens that live for ever or rotate every twelve hours. */

export interface SlackAppSettings {
  id: string;
  clientId: string;
  clientSecret: string;
  /** True: tokens live 12 hours, and each comes with a refresh token that works once. */
  rotatesTokens: boolean;
  /** So long a used refresh token is taken again. Slack says "a short grace period". */
  refreshGraceSeconds: number;
}

export interface Installation {
  teamId: string;
  teamName: string;
  botId: string;
  botUserId: string;
  installedBy: string;
  scopes: readonly string[];
  /** Why its tokens are refused; null: they are not. */
  closedBecause: "token_revoked" | "account_inactive" | null;
}

interface Token {
  installation: Installation;
  /** Milliseconds since 1970; null: it does not expire. */
  expiresAt: number | null;
  /** When its refresh token was used first; null: it was not. */
  refreshedAt: number | null;
  isRevoked: boolean;
}

interface Consent {
  installation: Installation;
  redirectUri: string | null;
  expiresAt: number;
  isUsed: boolean;
}

export interface IssuedTokens {
  installation: Installation;
  accessToken: string;
  refreshToken: string | null;
  expiresInSeconds: number | null;
}

const CODE_LIFE_MS = 10 * 60_000;
const TOKEN_LIFE_SECONDS = 12 * 3_600;
/** https://docs.slack.dev/authentication/using-token-rotation, "2 active token limit". */
const ACTIVE_TOKENS_MAX = 2;
const newSecret = (prefix: string) => `${prefix}-${randomBytes(24).toString("base64url")}`;

export class Installations {
  readonly #tokens = new Map<string, Token>();
  readonly #refreshTokens = new Map<string, Token>();
  /** By their workspace. */
  readonly #installations = new Map<string, Installation>();
  readonly #consents = new Map<string, Consent>();
  readonly #app: SlackAppSettings;
  readonly #now: () => Date;

  constructor(app: SlackAppSettings, now: () => Date) {
    this.#app = app;
    this.#now = now;
  }

  /**
   * What an administrator's consent gives the app: a code, to be exchanged within ten minutes, once. A workspace that had allowed the app
   * before keeps the app's bot.
   */
  consent(
    of: Pick<Installation, "teamId" | "teamName" | "installedBy" | "scopes">,
    redirectUri: string | null,
  ) {
    const bot = { botId: newId("B"), botUserId: newId("U"), closedBecause: null };
    const before = this.#installations.get(of.teamId);
    const installation: Installation = before
      ? Object.assign(before, of, { closedBecause: null })
      : { ...of, ...bot };
    this.#installations.set(of.teamId, installation);
    const code = randomBytes(24).toString("hex");
    this.#consents.set(code, {
      installation,
      redirectUri,
      expiresAt: this.#now().getTime() + CODE_LIFE_MS,
      isUsed: false,
    });
    return { code, installation };
  }

  exchange(code: string, redirectUri: string | null): IssuedTokens {
    const consent = this.#consents.get(code);
    if (!consent) throw new Refusal("invalid_code");
    if (consent.isUsed) throw new Refusal("code_already_used");
    if (consent.expiresAt <= this.#now().getTime()) throw new Refusal("code_expired");
    if (consent.redirectUri !== redirectUri) throw new Refusal("bad_redirect_uri");
    consent.isUsed = true;
    return this.#issue(consent.installation);
  }

  /** A refresh token works once, and for its grace: two that use it at the same time cannot both go on for long. */
  refresh(refreshToken: string): IssuedTokens {
    const token = this.#refreshTokens.get(refreshToken);
    const now = this.#now().getTime();
    const graceMs = this.#app.refreshGraceSeconds * 1_000;
    if (!token || (token.refreshedAt !== null && token.refreshedAt + graceMs <= now))
      throw new Refusal("invalid_refresh_token");
    if (token.installation.closedBecause) throw new Refusal(token.installation.closedBecause);
    token.refreshedAt ??= now;
    const issued = this.#issue(token.installation);
    this.#keepNewest(token.installation);
    return issued;
  }

  #keepNewest(installation: Installation): void {
    const now = this.#now().getTime();
    const active = [...this.#tokens.values()].filter(
      (token) =>
        token.installation === installation &&
        !token.isRevoked &&
        (token.expiresAt === null || token.expiresAt > now),
    );
    for (const token of active.slice(0, -ACTIVE_TOKENS_MAX)) token.isRevoked = true;
  }

  checkClient(clientId: string | undefined, clientSecret: string | undefined): void {
    if (clientId !== this.#app.clientId) throw new Refusal("invalid_client_id");
    if (clientSecret !== this.#app.clientSecret) throw new Refusal("bad_client_secret");
  }

  /** @param scope One that the method asks for. */
  installationOf(token: string | null, scope: string | null): Installation {
    if (token === null) throw new Refusal("not_authed");
    const known = this.#tokens.get(token);
    if (!known) throw new Refusal("invalid_auth");
    const { installation, expiresAt, isRevoked } = known;
    if (isRevoked) throw new Refusal("token_revoked");
    if (installation.closedBecause) throw new Refusal(installation.closedBecause);
    if (expiresAt !== null && expiresAt <= this.#now().getTime()) throw new Refusal("token_expired");
    if (scope !== null && !installation.scopes.includes(scope))
      throw new Refusal("missing_scope", [], { needed: scope, provided: installation.scopes.join(",") });
    return installation;
  }

  #issue(installation: Installation): IssuedTokens {
    const { rotatesTokens } = this.#app;
    const accessToken = newSecret(rotatesTokens ? "xoxe.xoxb" : "xoxb");
    const refreshToken = rotatesTokens ? newSecret("xoxe") : null;
    const expiresInSeconds = rotatesTokens ? TOKEN_LIFE_SECONDS : null;
    const token: Token = {
      installation,
      expiresAt: expiresInSeconds === null ? null : this.#now().getTime() + expiresInSeconds * 1_000,
      refreshedAt: null,
      isRevoked: false,
    };
    this.#tokens.set(accessToken, token);
    if (refreshToken) this.#refreshTokens.set(refreshToken, token);
    return { installation, accessToken, refreshToken, expiresInSeconds };
  }
}
