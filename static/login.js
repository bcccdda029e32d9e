// Trades the code in the address's fragment for a session, after removing it from the address bar and the history.
const code = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
const say = document.querySelector("[data-say]");

async function signIn() {
  const answer = await fetch("/login", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code }),
  });
  if (answer.ok) {
    localStorage.setItem("signed-in", String(Date.now())); // pages that wait for it continue: see signin.js
    location.replace(answer.headers.get("Location") ?? "/");
    return;
  }
  const problem = await answer.json();
  say.textContent = `Not signed in: ${problem.detail}. ${problem.hint ?? ""}`;
}

if (code === "") {
  say.textContent = "The address has no code. Run devservers open in a terminal.";
} else {
  signIn().catch(() => { say.textContent = "The manager does not answer. Is it running?"; });
}
