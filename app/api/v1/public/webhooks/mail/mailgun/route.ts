import { getGateway } from "@/lib/gateway/context";
import { route } from "@/lib/http/route";
import { answerMail } from "@/lib/inbound/mail/answer-request";

export const dynamic = "force-dynamic";

/** Mail by Mailgun. By hand: the signature is of the body as it came. */
export const POST = route((request) => answerMail(request, "mailgun", getGateway()));
