/** Loaded on demand: nobody pays for it before leaving. */
export async function signOutHere(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  await signOut({ callbackUrl: "/sign-in" });
}
