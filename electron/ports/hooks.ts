// The port to hooks: the person's own commands before a tool, after it, and at the end of a turn. They may refuse and tell, and
// change files; they allow nothing.

import type { Outcome } from '../../shared/conversation/message.ts';
import type { Result } from '../../shared/errors.ts';
import type { HookEvent, HookOrigin, HookRun } from '../../shared/features/hooks/hook.ts';
import type { HookInfo, HookToSave } from '../../shared/features/hooks/methods.ts';
import type { ApprovalMode } from '../../shared/permission.ts';
import type { UserText, UserTextData } from '../../shared/sentence.ts';

export interface HookScope {
  conversationId: string;
  projectId: string;
  /** Absolute path of the folder that the conversation works in; null without one. */
  folder: string | null;
  trusted: boolean;
  mode: ApprovalMode;
}

/** What happens. `call`: its id. */
export type HookOccasion =
  | { event: 'PreToolUse'; call: string; tool: string; args: unknown }
  | { event: 'PostToolUse'; call: string; tool: string; args: unknown; outcome: Outcome; result: string }
  /** `goes`: how often the model was sent back to work in this turn. */
  | { event: 'Stop'; reply: string; goes: number };

/** What came of all hooks of an occasion, one after the other. */
export interface HookOutcome {
  runs: HookRun[];
  /** A call is not run, or the model is sent back to work: why. Those behind the one that said so were not run. */
  refusal: string | null;
  /** The person is asked about the call: why. */
  asks: string | null;
  /** For the model, each by the command that said it. */
  told: { command: string; text: string }[];
  /** The run is to end. */
  ends: boolean;
}

/** Those that count in a place, as the files were when it was asked. */
export interface HooksInForce {
  has(event: HookEvent, tool?: string): boolean;
  /** Never fails: what goes wrong with a hook is told in its run. */
  run(occasion: HookOccasion, signal: AbortSignal): Promise<HookOutcome>;
  /** A tool is about to change something: where there is no sandbox, approvals of the folder's hooks end with it. */
  noteChange(): Promise<void>;
}

export interface HookProject {
  id: string;
  folder: string | null;
  trusted: boolean;
}

/** A hook of the list, as it was shown: another one in its place is refused. */
export interface HookRef {
  id: string;
  hash: string;
}

export interface Hooks {
  /** Read from the disk each time. Never fails. */
  inForce(scope: HookScope): Promise<HooksInForce>;
  /** `project` null: the personal ones. Runs nothing. */
  list(project: HookProject | null): Promise<{ hooks: HookInfo[]; problems: UserTextData[] }>;
  /** A personal one; `replaces` null: a new one. */
  save(hook: HookToSave, replaces: HookRef | null): Promise<Result<void>>;
  remove(ref: HookRef): Promise<Result<void>>;
  enable(project: HookProject | null, ref: HookRef, enabled: boolean): Promise<Result<void>>;
  approve(project: HookProject | null, ref: HookRef): Promise<Result<void>>;
  /** Runs one that is on, with a sample. */
  test(project: HookProject | null, ref: HookRef, signal: AbortSignal): Promise<Result<HookRun>>;
  /** Told when a file was changed here, or a hook has run. */
  onChange(listener: () => void): () => void;
  /** Ends what is being tried. */
  close(): Promise<void>;
}

/** A file as it stands on disk. */
export type HookFile =
  | { kind: 'absent' }
  | { kind: 'text'; text: string }
  /** It is there and its content is not known. */
  | { kind: 'unreadable'; reason: UserText };

/** What is kept on this machine about one hook, by its hash: never part of a folder. */
export interface HookConsent {
  /** ISO 8601; absent: it was not approved. */
  approved?: string;
  /** Where it stood: what stands there later and is another is told as changed. */
  place?: string;
  /** The files that it covers, by path, with their hashes. */
  files?: Readonly<Record<string, string>>;
  /** A tool has worked in the folder since, so that the hook may run other code now. */
  touched?: boolean;
  off?: boolean;
}

export interface HookFiles {
  path(origin: HookOrigin, folder: string | null): string;
  /** Bounded. What is a folder's is not read through a symbolic link. */
  read(origin: HookOrigin, folder: string | null): Promise<HookFile>;
  /** Of what a file holds; null where there is none that can be read. */
  contentHash(path: string): Promise<string | null>;
  /** The personal file: one change after the other, over all processes. */
  change(edit: (text: string | null) => Result<string>): Promise<Result<void>>;
  /** By hash. What cannot be read approves nothing, and says so in `problem`. */
  readConsents(): Promise<{ consents: ReadonlyMap<string, HookConsent>; problem: UserText | null }>;
  changeConsent(hash: string, change: (before: HookConsent) => HookConsent | null): Promise<Result<void>>;
}
