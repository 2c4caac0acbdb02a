import "next-auth";
import "next-auth/jwt";

declare module "next-auth" {
  /** The person as the credentials check hands them to the session's token. */
  interface User {
    id: string;
    sessionId: number;
  }
}

declare module "next-auth/jwt" {
  /** Nothing but these two: names, roles and memberships are read from the database on every request. */
  interface JWT {
    sessionId: number;
    userId: number;
  }
}
