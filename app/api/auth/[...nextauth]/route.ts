import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { authOptions } from "@/lib/auth/next-auth";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/** Sign-in, sign-out and the session's end; NextAuth guards its own forms with a token of its own. */
async function handler(request: NextRequest, context: Context): Promise<Response> {
  return NextAuth(request, context, authOptions());
}

export { handler as GET, handler as POST };
