const secondsOfAYear = 365 * 24 * 60 * 60;

/** Keeps a choice in this browser, where the server reads it with the next page. Null forgets it. */
export function keepChoice(cookie: string, choice: string | null): void {
  const age = choice === null ? 0 : secondsOfAYear;
  document.cookie = `${cookie}=${choice ?? ""}; path=/; max-age=${age}; samesite=lax`;
}
