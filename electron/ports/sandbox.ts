// The port to a sandbox: what the system itself enforces on a program that a tool starts. The model cannot lift it, nor ask for
// less of it; only a person opens something.

import type { SandboxViolation } from '../../shared/conversation/sandbox.ts';
import type { Result } from '../../shared/core/errors.ts';
import type { Sentence } from '../../shared/core/sentence.ts';

const sandboxKinds = ['bubblewrap', 'seatbelt'] as const;
export type SandboxKind = (typeof sandboxKinds)[number];

/** Whether programs can run in one here, and if not, why and what would help. */
export type SandboxStatus =
  | { available: true; kind: SandboxKind }
  /** `install`: a command line for the person's terminal; null where nothing installs it. */
  | { available: false; reason: Sentence; install: string | null };

/** What a person has opened for a program, beyond the project's folder. */
export interface SandboxOpening {
  /** Absolute paths of files and folders that may be written, and read though they are hidden otherwise. */
  paths: readonly string[];
  /** Names of hosts that may be reached; `*.example.com` is each name below it. */
  hosts: readonly string[];
  /** Those that are not asked about. */
  refusedHosts: readonly string[];
  /** Also the project's folder can only be read. */
  readOnly?: true;
}

export interface SandboxRequest {
  /** Programs of one conversation share their loopback and their /tmp, and nobody else's. */
  conversationId: string;
  /** Absolute path of the project's folder; null: there is none. */
  folder: string | null;
  opening: SandboxOpening;
  /** Asks about a host that is in no list, while the program waits for it; without it such a host is refused. */
  askHost?(host: string, port: number): Promise<boolean>;
}

/** What is given to `spawn`; `env` is added to the program's. */
export interface WrappedProgram {
  file: string;
  args: string[];
  env: Record<string, string>;
}

/** One program in the sandbox, from before it is started until it has ended. */
export interface SandboxedProgram {
  /** Starts `argv` in it: to be given to `spawn` in the place of the program. */
  wrap(argv: readonly string[], cwd: string): WrappedProgram;
  readonly kind: SandboxKind;
  /** The hosts that were open to it when it began. */
  readonly network: readonly string[];
  /** What it was refused so far, and what it made that was moved aside; the rest is known when it has ended. */
  refused(): SandboxViolation[];
  /**
   * Call it when the program has ended: what it was stopped at. `printed`: the end of what it printed, where it failed; what
   * the system refused is read from there.
   */
  end(printed?: string): Promise<SandboxViolation[]>;
}

export interface Sandbox {
  /** The person's home folder: neither it nor what holds it is opened. */
  readonly home: string;
  /** `folder`: also whether programs can be held in that project. */
  status(folder?: string): Promise<SandboxStatus>;
  open(request: SandboxRequest): Promise<Result<SandboxedProgram>>;
  /**
   * Whether a file that the app heeds by itself may be the work of a program that still runs in there: it is new, or could be
   * changed from inside.
   */
  isUnchecked(path: string): Promise<boolean>;
  /** The conversation needs it no longer: its /tmp goes. */
  close(conversationId: string): Promise<void>;
  closeAll(): Promise<void>;
}
