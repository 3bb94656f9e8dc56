// The one thing that moves: a dot that says something is going on.

export function Pulse() {
  return <span className="pulse inline-block size-2 shrink-0 rounded-full bg-accent" aria-hidden />;
}
