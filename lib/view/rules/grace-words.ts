/** How long a decision may be taken back, as a sentence. */
export function graceWords(seconds: number): string {
  if (seconds === 0) return "No time: an approved write goes out at once.";
  return `${seconds} ${seconds === 1 ? "second" : "seconds"}: an approved write goes out after that.`;
}
