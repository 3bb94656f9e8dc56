// Durations for people: < 1 ms, 40 ms, 1.2 s, 2 min 5 s, 1 h 3 min. Milliseconds in.

export function formatDuration(ms: number): string {
  const value = Math.max(0, ms);
  if (value < 0.5) return '< 1 ms';
  if (value < 999.5) return `${Math.round(value)} ms`;
  if (value < 9950) return `${(value / 1000).toFixed(1)} s`;
  if (value < 59_500) return `${Math.round(value / 1000)} s`;
  const seconds = Math.round(value / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** For something that is still going on: whole seconds, so that the figure does not flicker. */
export function formatElapsed(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
