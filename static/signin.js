// Opens the page that was asked for once another tab of this browser has signed in.
const look = async () => {
  const answer = await fetch("/palette", { headers: { Accept: "text/html" } });
  if (answer.ok) location.pathname === "/login" ? location.replace("/") : location.reload();
};
addEventListener("storage", (event) => { if (event.key === "signed-in") look().catch(() => {}); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) look().catch(() => {}); });
