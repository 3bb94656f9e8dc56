// Formats context sizes: 8k, 128k, 1M.

export function formatTokenCount(tokens: number): string {
  if (tokens >= 1_000_000) return `${Math.round(tokens / 100_000) / 10}M`;
  // Accepts multiples of 1024, too.
  const thousands = tokens % 1000 !== 0 && tokens % 1024 === 0 ? tokens / 1024 : Math.round(tokens / 1000);
  return `${thousands}k`;
}
