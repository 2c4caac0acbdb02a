const state = document.getElementById("state");
const lookEveryMs = 3_000;

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
