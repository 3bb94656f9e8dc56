// What is known of a call that ran in a sandbox: kept with its result (`details.sandbox`) and shown in its box.

/** What it tried at the edge and was refused. Paths are absolute. */
export type SandboxViolation =
  | { type: 'write'; path: string }
  | { type: 'read'; path: string }
  | { type: 'host'; host: string; port: number }
  /** It made a file that it may not make, which was set aside. */
  | { type: 'made'; path: string; movedTo: string };

export interface SandboxDetails {
  /** Null: it ran outside. */
  kind: 'bubblewrap' | 'seatbelt' | null;
  /** Hosts that were open to it; empty: none. */
  network: string[];
  violations: SandboxViolation[];
}
