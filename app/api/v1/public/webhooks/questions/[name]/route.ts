import { getGateway } from "@/lib/gateway/context";
import { route } from "@/lib/http/route";
import { answerQuestionWebhook } from "@/lib/inbound/webhook/answer-request";

export const dynamic = "force-dynamic";

/** Answers of companies' own endpoints. By hand: the signature is of the body as it came. */
export const POST = route((request) =>
  answerQuestionWebhook(request, new URL(request.url).pathname.split("/").at(-1)!, getGateway()),
);
