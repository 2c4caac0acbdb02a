import type { IssuedTokens } from "../installations";
import { Refusal } from "../refusal";
import { type Arguments, type SlackState, textOf } from "./method";

/** oauth.v2.access: exchanges a code, or a refresh token. https://docs.slack.dev/reference/methods/oauth.v2.access */
export function exchangeTokens(
  { installations }: SlackState,
  args: Arguments,
  client: { id: string | undefined; secret: string | undefined },
  appId: string,
): Record<string, unknown> {
  installations.checkClient(client.id, client.secret);
  const { grant_type: grantType, redirect_uri: redirectUri } = args;
  if (grantType === "refresh_token")
    return shownTokens(installations.refresh(textOf(args, "refresh_token")), appId);
  if (grantType !== undefined && grantType !== "authorization_code") throw new Refusal("invalid_grant_type");
  return shownTokens(
    installations.exchange(textOf(args, "code"), typeof redirectUri === "string" ? redirectUri : null),
    appId,
  );
}

function shownTokens(
  { installation, accessToken, refreshToken, expiresInSeconds }: IssuedTokens,
  appId: string,
) {
  return {
    access_token: accessToken,
    token_type: "bot",
    scope: installation.scopes.join(","),
    bot_user_id: installation.botUserId,
    app_id: appId,
    team: { name: installation.teamName, id: installation.teamId },
    enterprise: null,
    is_enterprise_install: false,
    authed_user: { id: installation.installedBy },
    ...(refreshToken === null ? {} : { refresh_token: refreshToken, expires_in: expiresInSeconds }),
  };
}
