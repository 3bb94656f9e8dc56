// The port to a sandbox that the operating system enforces on a tool's program. The model cannot lift or weaken it;
// only the user can open something.

import type { SandboxViolation } from '../../shared/conversation/sandbox.ts';
import type { Result } from '../../shared/core/errors.ts';
import type { Sentence } from '../../shared/core/sentence.ts';

const sandboxKinds = ['bubblewrap', 'seatbelt'] as const;
export type SandboxKind = (typeof sandboxKinds)[number];

/** Whether a sandbox is available; if not, why and what would help. */
export type SandboxStatus =
  | { available: true; kind: SandboxKind }
  /** `install`: a command line for the user's terminal; null if nothing installs it. */
  | { available: false; reason: Sentence; install: string | null };

/** Access that the user granted to a program, beyond the project's folder. */
export interface SandboxOpening {
  /** Absolute paths of files and folders that may be written, and read even if hidden by default. */
  paths: readonly string[];
  /** Hosts that may be reached; `*.example.com` covers every subdomain. */
  hosts: readonly string[];
  /** Hosts refused without asking. */
  refusedHosts: readonly string[];
  /** The paths are an agent's own: it may not change what it, or others, would run outside of the sandbox. */
  ofAgent?: true;
  /** The project's folder is read-only, too. */
  readOnly?: true;
}

export interface SandboxRequest {
  /** Programs of one conversation share a private loopback and /tmp. */
  conversationId: string;
  /** Absolute path of the project's folder; null: none. */
  folder: string | null;
  opening: SandboxOpening;
  /** Asks about an unlisted host while the program waits; without it, such hosts are refused. */
  askHost?(host: string, port: number): Promise<boolean>;
}

/** Arguments for `spawn`; `env` is added to the program's. */
export interface WrappedProgram {
  file: string;
  args: string[];
  env: Record<string, string>;
}

/** A sandboxed program, from before its start until it has ended. */
export interface SandboxedProgram {
  /**
   * Wraps `argv` to run in the sandbox; pass the result to `spawn`. With `ownTerminal` it keeps the terminal that it is
   * started in, for its keys and job control; nothing else may read from that terminal.
   */
  wrap(argv: readonly string[], cwd: string, ownTerminal?: boolean): WrappedProgram;
  readonly kind: SandboxKind;
  /** The hosts it could reach at the start. */
  readonly network: readonly string[];
  /** Accesses denied so far, and files that were moved aside; `end` returns the rest. */
  refused(): SandboxViolation[];
  /**
   * Call it after the program has ended; returns what it was denied. `printed`: the tail of its output if it failed,
   * from which the system's refusals are read.
   */
  end(printed?: string): Promise<SandboxViolation[]>;
}

export interface Sandbox {
  /** The user's home folder: neither it nor its parents are ever opened. */
  readonly home: string;
  /** `folder`: also checks whether programs can be sandboxed in that project. */
  status(folder?: string): Promise<SandboxStatus>;
  open(request: SandboxRequest): Promise<Result<SandboxedProgram>>;
  /**
   * Whether a file that the app reads automatically may come from a program that is still running in the sandbox: it is
   * new, or was writable from inside.
   */
  isUnchecked(path: string): Promise<boolean>;
  /** Removes the conversation's private /tmp. */
  close(conversationId: string): Promise<void>;
  closeAll(): Promise<void>;
}
