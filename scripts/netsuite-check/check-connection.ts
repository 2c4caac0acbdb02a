import { RESTLET_ACTION_TYPES } from "@/lib/action-types/registry";
import { publicMessageOf } from "@/lib/core/push/verdict-table";
import type { AccountCall, Answer } from "./account-call";
import { type AccountBody, accountBody } from "./answers";
import type { CheckConfiguration } from "./configuration";
import { type Line, fail, pass, warn } from "./line";
import { LOGIN_NEEDS, PERMISSION_NEEDS, SETTINGS } from "./needs";

/** From the network to the script: each step needs the one before. `account` is null where the script did not answer. */
export interface Connection {
  lines: Line[];
  account: AccountBody | null;
}

const SKEW_MS_ALLOWED = 5 * 60_000;
const SKEW_MS_NOTICED = 60_000;

export async function checkConnection(
  configuration: CheckConfiguration,
  call: AccountCall,
): Promise<Connection> {
  const { outcome, clockOffsetMs } = await call.knock();
  const host = new URL(call.url).host;
  if (outcome.kind !== "response")
    return { lines: [unreachable(host, outcome.code, configuration)], account: null };
  const secure = call.url.startsWith("https:") ? "with TLS" : "without TLS: a simulator on this machine";
  const lines = [pass("reachable", `${host} answers, ${secure}.`), clockLine(clockOffsetMs)];
  const answer = await call.ask(
    {
      op: "check",
      request_id: requestId,
      permissions: [...PERMISSION_NEEDS, LOGIN_NEEDS[configuration.strategy]].map(({ key }) => key),
      action_types: RESTLET_ACTION_TYPES,
      settings: Object.values(SETTINGS),
    },
    accountBody,
  );
  const signed = signatureLine(answer, configuration);
  if (signed.status === "fail") return { lines: [...lines, signed], account: null };
  const deployed = deploymentLine(answer);
  const account = answer.kind === "answered" ? answer.body : null;
  return { lines: [...lines, signed, deployed], account };
}

function unreachable(host: string, code: string, { account, baseUrl, source }: CheckConfiguration): Line {
  const lacks = (finding: string, todo: string) => fail("reachable", `${host} ${finding} (${code}).`, todo);
  if (baseUrl) return lacks("does not answer", `Start it: npm run demo. It was named by ${source}.`);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    const where = "Setup › Company › Company Information shows it.";
    return lacks("has no address", `Is NETSUITE_ACCOUNT=${account} right? ${where}`);
  }
  if (/CERT|TLS|SSL|ISSUER|ALTNAME/.test(code)) {
    const todo = "Let whoever runs the proxy on the way look; never turn the check off.";
    return lacks("shows a certificate that is not trusted here", todo);
  }
  return lacks("does not answer", "Is https to it allowed from here?");
}

function clockLine(offsetMs: number | null): Line {
  if (offsetMs === null) return warn("clock", "The answer carries no time.", "Compare the clocks by hand.");
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  const finding = `The account's clock is ${seconds} s ${offsetMs < 0 ? "behind" : "ahead of"} ours.`;
  const todo = "Synchronise this machine's clock (NTP). NetSuite refuses signatures from five minutes on.";
  if (Math.abs(offsetMs) > SKEW_MS_ALLOWED) return fail("clock", finding, todo);
  if (Math.abs(offsetMs) > SKEW_MS_NOTICED) return warn("clock", finding, todo);
  return pass("clock", finding);
}

function signatureLine(answer: Answer<AccountBody>, { strategy }: CheckConfiguration): Line {
  const how = strategy === "tba" ? "a token (tba)" : "a certificate (oauth2-m2m)";
  if (answer.kind === "unsigned") {
    const { code, reason, message } = answer.failure;
    const todo =
      reason === "refused"
        ? publicMessageOf("lane_halt", code)
        : "Try again; if it lasts, look at NetSuite's status page.";
    return fail("signature", `No access token: ${message} (${code})`, todo);
  }
  if (answer.kind === "failed" && (answer.status === 401 || answer.code === "INVALID_LOGIN_ATTEMPT")) {
    const where = "Setup › Users/Roles › View Login Audit Trail (column Detail) says which.";
    const causes =
      strategy === "tba"
        ? "One of the four values is wrong, the token is revoked, the clock is off, or the role lacks Log in using Access Tokens."
        : "The token was refused: was the certificate or its mapping revoked just now?";
    return fail("signature", `NetSuite refuses ${how}: ${answer.code}.`, `${causes} ${where}`);
  }
  return pass("signature", `NetSuite accepts ${how}.`);
}

const deploy = "Deploy netsuite/sdf: docs/netsuite-setup.md, step “Deploy”.";
const olderRestlet = new Set(["UNKNOWN_OPERATION", "MALFORMED_REQUEST", "UNKNOWN_VERSION"]);

function deploymentLine(answer: Answer<AccountBody>): Line {
  const lacks = (finding: string, todo: string) => fail("restlet", finding, todo);
  if (answer.kind === "answered") return versionLine(answer.body);
  if (answer.kind === "unsigned") return lacks("It was not asked.", "Mend the line above.");
  const { code, status } = answer;
  if (status === 404 || code === "SSS_INVALID_SCRIPTLET_ID")
    return lacks("The RESTlet customscript_gfs_platform_query is not deployed.", deploy);
  if (olderRestlet.has(code))
    return lacks(`An older RESTlet is deployed: it does not know this check (${code}).`, deploy);
  if (status === 302) {
    const finding = "NetSuite sends us to another data centre (302).";
    return lacks(finding, "Is NETSUITE_ACCOUNT the account's own id?");
  }
  if (code === "INSUFFICIENT_PERMISSION" || status === 403)
    return lacks(`The role may not run the RESTlet (${code}).`, "Add the role to the deployment's audience.");
  const http = status === null ? "" : `, HTTP ${status}`;
  const finding = `The RESTlet did not answer as ours does (${code}${http}).`;
  return lacks(finding, "Look at the script's Execution Log in NetSuite.");
}

/** The RESTlet of this version repeats it. */
const requestId = "check";

function versionLine({ account, release, user, action_types, request_id }: AccountBody): Line {
  const missing = Object.keys(action_types).filter((name) => !action_types[name]);
  const where = `account ${account.id} (${account.environment}, NetSuite ${release}), as ${user.name}`;
  if (missing.length === 0 && request_id !== requestId) {
    const lacks = "it does not say which request it answers, so that a mixed up answer is not noticed";
    return warn("restlet", `An older RESTlet is deployed: ${lacks}; ${where}.`, deploy);
  }
  return missing.length === 0
    ? pass("restlet", `The RESTlet of this version is deployed: ${where}.`)
    : fail(
        "restlet",
        `An older RESTlet is deployed: it does not know ${missing.join(", ")}; ${where}.`,
        deploy,
      );
}
