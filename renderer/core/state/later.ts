// The window's timer, as a function that gives back how to cancel it.

export function later(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
