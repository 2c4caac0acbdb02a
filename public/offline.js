const state = document.getElementById("state");
const lookEveryMs = 3_000;

// Nobody may be looking as the next page comes, and no key here was kept: a key then counts on it after a quiet second alone
// (components/ui/hand/page-asked-for.tsx).
addEventListener("pagehide", () => {
  try {
    sessionStorage.setItem("countersign.last-key", "now");
  } catch {
    // A browser that keeps nothing: each page there asks for that second.
  }
});

// The address stays that of the page which could not be fetched.
document.getElementById("again").addEventListener("click", () => {
  state.textContent = "Trying …";
  location.reload();
});
addEventListener("online", () => location.reload());
// A device may say that it is connected before it is, or not at all.
setInterval(() => {
  fetch("/manifest.webmanifest", { cache: "no-store" }).then(
    (answer) => answer.ok && location.reload(),
    () => {},
  );
}, lookEveryMs);
