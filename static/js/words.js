// Values as text, by the rules of app/words.

// age is how long something has lasted: "12s", "3m", "2h 5m", "3d".
export function age(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  if (s < 60) return `${s}s`;
  const m = Math.floor(s / 60);
  if (m < 60) return `${m}m`;
  const h = Math.floor(m / 60);
  if (h >= 48) return `${Math.floor(h / 24)}d`;
  return m % 60 === 0 ? `${h}h` : `${h}h ${m % 60}m`;
}

// size is a number of bytes in units of 1024: "812 B", "1.5 kB", "14 MB".
export function size(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  let v = bytes / 1024, unit = 0;
  for (; v >= 999.5 && unit < 5; unit++) v /= 1024;
  return `${v >= 9.95 ? v.toFixed(0) : v.toFixed(1).replace(/\.0$/, "")} ${"kMGTPE"[unit]}B`;
}

// root is the address of the manager's first page: a proxy may serve it below a path.
export const root = new URL("../../", import.meta.url).pathname;
