import Link from "next/link";

export function NothingHere() {
  return (
    <main className="grid justify-items-center gap-1.5 px-8 py-16 text-center">
      <h1 className="font-semibold">There is nothing here</h1>
      <p className="max-w-sm text-sm text-ink-2">
        This address does not exist, or the action belongs to another tenant. Check the number, or look for it
        in the inbox.
      </p>
      <Link href="/proposed-actions" className="mt-3 font-medium text-accent underline underline-offset-2">
        Open the inbox
      </Link>
    </main>
  );
}
