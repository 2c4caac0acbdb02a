import { getGateway } from "@/lib/gateway/context";
import { route } from "@/lib/http/route";
import { answerMail } from "@/lib/inbound/mail/answer-request";

export const dynamic = "force-dynamic";

/** Mail by Postmark. By hand: whoever calls has no session, and a login of its own. */
export const POST = route((request) => answerMail(request, "postmark", getGateway()));
