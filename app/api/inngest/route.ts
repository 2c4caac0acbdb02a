import { serve } from "inngest/next";
import { getInngest } from "@/inngest/client";
import { allFunctions } from "@/inngest/functions";
import { getEnv } from "@/lib/env";

export const dynamic = "force-dynamic";
export const maxDuration = 300;

type Handlers = ReturnType<typeof serve>;
let handlers: Handlers | null = null;

/** Made on first use: the environment is not there yet while the app is built. */
function inngestHandlers(): Handlers {
  handlers ??= serve({
    client: getInngest(),
    functions: allFunctions(),
    // On by default: an unsigned PUT would be allowed to change what is registered.
    enableUnauthedSync: false,
    // Else the address would come from the Host header, which the caller writes.
    ...(getEnv().NEXTAUTH_URL ? { serveOrigin: getEnv().NEXTAUTH_URL } : {}),
  });
  return handlers;
}

export const GET: Handlers["GET"] = (...call) => inngestHandlers().GET(...call);
export const POST: Handlers["POST"] = (...call) => inngestHandlers().POST(...call);
export const PUT: Handlers["PUT"] = (...call) => inngestHandlers().PUT(...call);
