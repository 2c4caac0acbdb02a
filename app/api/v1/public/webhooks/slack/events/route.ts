import { after } from "next/server";
import { getGateway } from "@/lib/gateway/context";
import { route } from "@/lib/http/route";
import { answerSlackEvent } from "@/lib/inbound/slack/answer-request";

export const dynamic = "force-dynamic";

/** Events of Slack. By hand: the signature is of the body as it came. */
export const POST = route((request) => answerSlackEvent(request, getGateway(), after));
