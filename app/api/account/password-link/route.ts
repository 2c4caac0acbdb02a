import { redeemLinkSchema } from "@/lib/contract/people";
import { redeemPasswordLink } from "@/lib/gateway/access/account/redeem-password-link";
import { readJsonBody } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

/** For whoever holds the link: nobody is signed in yet. */
export const POST = route(async (request) =>
  json(await redeemPasswordLink(await readJsonBody(request, redeemLinkSchema))),
);
