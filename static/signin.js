// Opens the page that was asked for once another tab of this browser has signed in.
const root = new URL("../", import.meta.url).pathname;
const look = async () => {
  const answer = await fetch(`${root}palette`, { headers: { Accept: "text/html" } });
  if (answer.ok) location.pathname === `${root}login` ? location.replace(root) : location.reload();
};
addEventListener("storage", (event) => { if (event.key === "signed-in") look().catch(() => {}); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) look().catch(() => {}); });
