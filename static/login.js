// Trades the code in the address's fragment for a session, after removing it from the address bar and the history. A
// browser that is signed in already continues; another one waits until it is.
const code = location.hash.slice(1);
const asked = new URLSearchParams(location.search).get("next") ?? "";
history.replaceState(null, "", location.pathname);
const root = new URL("../", import.meta.url).pathname; // a proxy may serve the manager below a path
const next = /^\/(p\/[^/\\]|logs$)/.test(asked) ? root + asked.slice(1) : root; // a page of this manager
const part = (name) => document.querySelector(`[data-${name}]`);

async function signIn() {
  const answer = await fetch(`${root}login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code }),
  });
  if (answer.ok) {
    localStorage.setItem("signed-in", String(Date.now())); // pages that wait for it continue: see signin.js
    location.replace(answer.headers.get("Location") ?? next);
    return;
  }
  await wait((await answer.json()).detail);
}

// wait says why the link did not sign in, and what to do.
async function wait(why) {
  const signedIn = (await fetch(`${root}palette`, { headers: { Accept: "text/html" } })).ok;
  part("say").textContent = signedIn ? "This browser is signed in already." : `Not signed in: ${why}.`;
  part("in").hidden = !signedIn;
  part("how").hidden = signedIn;
  if (!signedIn) await import("./signin.js");
}

(code === "" ? wait("the address has no code") : signIn()).catch(() => {
  part("say").textContent = "The manager does not answer. To start it, run devservers start in a terminal.";
});
