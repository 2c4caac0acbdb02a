import { answerCall, answerGet } from "@/inngest/door";

export const dynamic = "force-dynamic";
export const maxDuration = 300;

/** Inngest's calls (POST) come here only where the server does not take them first (inngest/before-next.ts). */
export const GET = answerGet;
export const POST = (request: Request): Promise<Response> => answerCall("POST", request);
export const PUT = (request: Request): Promise<Response> => answerCall("PUT", request);
