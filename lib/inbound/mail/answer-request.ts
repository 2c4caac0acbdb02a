import type { InboundMail } from "@/lib/channels/mail/inbound-mail";
import type { MailRequest, ReadMail } from "@/lib/channels/mail/inbound/incoming-mail";
import { readMailgun } from "@/lib/channels/mail/inbound/mailgun";
import { readPostmark } from "@/lib/channels/mail/inbound/postmark";
import { readSendGrid } from "@/lib/channels/mail/inbound/sendgrid";
import { readSes } from "@/lib/channels/mail/inbound/ses";
import { AppError } from "@/lib/core/errors";
import type { Gateway } from "@/lib/gateway/context";
import { countingRefusals } from "@/lib/gateway/controls/counting-refusals";
import { readBytes } from "@/lib/http/json-body";
import { receiveMailEvents } from "./receive-events";
import { receiveMail } from "./receive-mail";

/** Requests of mail providers as routes get them: without a session and without an origin; what each provider sends as proof is all that they have. */

export type MailProvider = "postmark" | "sendgrid" | "ses" | "mailgun";

const BODY_BYTES_MAX = 1_000_000;

/**
 * A mail that its provider has vouched for is answered 200 whatever becomes of it, so that it does not come again.
 * @throws AppError not_found 404 where this provider is not set up; unauthenticated 401 without a word on why; malformed_request 400;
 *   payload_too_large 413.
 */
export async function answerMail(
  request: Request,
  provider: MailProvider,
  gateway: Gateway,
): Promise<Response> {
  const { inboundMail } = gateway;
  const read = inboundMail && readerOf(provider, inboundMail);
  if (!inboundMail || !read)
    throw new AppError(
      "not_found",
      "No mail is taken in here from this provider; docs/channels/mail.md says how.",
    );
  return countingRefusals(`mail/${provider}`, gateway, async () => {
    const body = await readBytes(request, BODY_BYTES_MAX);
    const found = await read({ headers: request.headers, body, now: gateway.clock.now() });
    return Response.json({ outcome: await outcomeOf(found, inboundMail, gateway) });
  });
}

type Reader = (request: MailRequest) => ReadMail | Promise<ReadMail>;

/** Null: the provider is not set up. */
function readerOf(provider: MailProvider, inboundMail: InboundMail): Reader | null {
  const { settings } = inboundMail;
  const { postmark, sendgrid, sendgridEvents, ses, mailgun } = settings;
  switch (provider) {
    case "postmark":
      return postmark && ((request) => readPostmark(request, postmark));
    case "sendgrid":
      return (sendgrid ?? sendgridEvents) && ((request) => readSendGrid(request, settings));
    case "ses":
      return ses && ((request) => readSes(request, inboundMail));
    case "mailgun":
      return mailgun && ((request) => readMailgun(request, mailgun));
  }
}

async function outcomeOf(found: ReadMail, inboundMail: InboundMail, gateway: Gateway): Promise<string> {
  switch (found.kind) {
    case "mail":
      return receiveMail(found.mail, inboundMail, gateway);
    case "events":
      return receiveMailEvents(found, gateway);
    case "nothing":
      return "ignored";
    case "question":
      return (await inboundMail.readPage(found.url)) === null ? "not_confirmed" : "confirmed";
    case "forged":
      throw new AppError("unauthenticated", "This request does not come from the provider, or is too old.");
    case "malformed":
      throw new AppError("malformed_request", "This is no mail and no event as the provider sends it.");
  }
}
