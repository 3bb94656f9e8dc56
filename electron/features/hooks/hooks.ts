// Lists, runs and edits hooks. A hook may refuse a call, have the user asked about it, add text for the model and change files. It
// can never allow anything.

import { hostText, type SandboxViolation } from '../../../shared/conversation/sandbox.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import {
  type Sentence,
  say,
  sentenceDataOf,
  textOf,
  toUserTextData,
  type UserText,
  type UserTextData,
} from '../../../shared/core/sentence.ts';
import { type HookEvent, type HookRun, matchesSubject } from '../../../shared/features/hooks/hook.ts';
import type { HookInfo, HookToSave } from '../../../shared/features/hooks/methods.ts';
import {
  type HookOccasion,
  type HookOutcome,
  type HookScope,
  type HooksInForce,
  subjectOf,
  type TurnHooks,
} from '../../chat/turn/turnHooks.ts';
import { firstCharacters } from '../../lib/text.ts';
import { type ConfiguredHook, type HookContext, hookFileLabel, loadConfiguredHooks } from './configuredHooks.ts';
import { parseHookAnswer } from './hookAnswer.ts';
import { editHooks, hookNotFound } from './hookFile.ts';
import type { HookFiles } from './hookFiles.ts';
import { hookInput, sampleOccasion } from './hookInput.ts';
import { type HookProcessDeps, runHookProcess } from './hookProcess.ts';

export interface HookProject {
  id: string;
  folder: string | null;
  trusted: boolean;
}

/** A listed hook. A different hook in its place has another hash and is refused. */
export interface HookRef {
  id: string;
  hash: string;
}

export interface Hooks extends TurnHooks {
  /** `project` null: the personal hooks. Runs nothing. */
  list(project: HookProject | null): Promise<{ hooks: HookInfo[]; problems: UserTextData[] }>;
  /** Saves a personal hook; `replaces` null adds one. */
  save(hook: HookToSave, replaces: HookRef | null): Promise<Result<void>>;
  remove(ref: HookRef): Promise<Result<void>>;
  enable(project: HookProject | null, ref: HookRef, enabled: boolean): Promise<Result<void>>;
  approve(project: HookProject | null, ref: HookRef): Promise<Result<void>>;
  /** Runs an enabled hook on a sample event. */
  test(project: HookProject | null, ref: HookRef, signal: AbortSignal): Promise<Result<HookRun>>;
  /** Notifies when a file was changed here, or a hook has run. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface HooksDeps extends HookProcessDeps {
  files: HookFiles;
  /** The home folder: where hooks run in a conversation without a folder. */
  home: string;
  /** Receives each problem once that keeps hooks from running. */
  notice(problem: UserText): void;
}

const maxReported = 200;
/** Milliseconds that hooks may delay the app's end. */
const maxEndWait = 1500;
const maxCommandLength = 2000;
const maxTextLength = 10_000;
/** Events before something happens. */
const beforeEvents: ReadonlySet<HookEvent> = new Set([
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'SubagentStart',
]);
const nobody: HookContext = { folder: null, trusted: true };

interface RanHook {
  run: HookRun;
  modelNote: string;
  ends: boolean;
}

export function createHooks(deps: HooksDeps): Hooks {
  const { files, clock, mask } = deps;
  const last = new Map<string, { at: string; run: HookRun }>();
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  const reportedTexts = new Set<string>();
  const sessions = new Map<string, HookScope>();
  const tracked = new Set<Promise<void>>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };

  const isSandboxed = async (folder: string): Promise<boolean> => (await deps.sandbox.status(folder)).available;
  const configured = (place: HookContext): ReturnType<typeof loadConfiguredHooks> =>
    loadConfiguredHooks(files, isSandboxed, place);

  async function runOne(
    hook: ConfiguredHook,
    occasion: HookOccasion,
    scope: Pick<HookScope, 'conversationId' | 'folder' | 'mode'>,
    signal: AbortSignal,
  ): Promise<RanHook> {
    const { folder, conversationId } = scope;
    const cwd = folder ?? deps.home;
    const startedAt = clock.elapsed();
    const ended = await runHookProcess(deps, {
      command: hook.command,
      cwd,
      folder,
      conversationId,
      input: hookInput(occasion, scope, cwd, hook.origin),
      timeoutMs: hook.timeout * 1000,
      boundary: scope.mode === 'plan' ? 'readOnly' : hook.sandboxed ? 'project' : 'none',
      signal: AbortSignal.any([signal, closing.signal]),
    });
    const base = {
      event: hook.event,
      origin: hook.origin,
      command: firstCharacters(mask.text(hook.command), maxCommandLength),
      exitCode: null,
      duration: Math.round(clock.elapsed() - startedAt),
    };
    const ran = ranHook(base, ended, hook);
    last.set(hook.hash, { at: clock.now().toISOString(), run: ran.run });
    changed();
    return ran;
  }

  /** In file order, until one denies. */
  async function runAll(
    hooks: readonly ConfiguredHook[],
    occasion: HookOccasion,
    scope: HookScope,
    signal: AbortSignal,
  ): Promise<HookOutcome> {
    const outcome: HookOutcome = { runs: [], refusal: null, asks: null, modelNotes: [], ends: false };
    for (const hook of hooks) {
      if (signal.aborted || outcome.refusal !== null || outcome.ends) break;
      const { run, modelNote, ends } = await runOne(hook, occasion, scope, signal);
      outcome.runs.push(run);
      if (run.outcome === 'refused') outcome.refusal = run.text ?? '';
      if (run.outcome === 'asked') outcome.asks ??= run.text ?? '';
      if (modelNote !== '') outcome.modelNotes.push({ command: run.command, text: modelNote });
      outcome.ends ||= ends;
    }
    return outcome;
  }

  /** The hook that was shown, in its current form. */
  async function find(project: HookProject | null, { id, hash }: HookRef): Promise<Result<ConfiguredHook>> {
    const { hooks } = await configured(project ?? nobody);
    const match = hooks.find((hook) => hook.id === id && hook.hash === hash);
    return match ? ok(match) : hookNotFound();
  }

  /** Its ID within the file. */
  const idInFile = ({ id, origin }: ConfiguredHook): string => id.slice(origin.length + 1);

  async function edit(hook: HookToSave | null, ref: HookRef | null): Promise<Result<void>> {
    const replaced = ref && (await find(null, ref));
    if (replaced && !replaced.ok) return replaced;
    if (replaced && replaced.value.origin !== 'personal') return hookNotFound();
    const place = replaced ? idInFile(replaced.value) : null;
    const edited = await files.change((text) => editHooks(text, hookFileLabel(files, 'personal'), hook, place));
    if (edited.ok) changed();
    return edited;
  }

  async function inForce(scope: HookScope): Promise<HooksInForce> {
    const { hooks, own } = await configured(scope);
    for (const problem of [...own, ...unapproved(hooks)]) {
      const text = `${scope.folder ?? ''} ${textOf(problem)}`;
      if (!reportedTexts.has(text) && reportedTexts.size < maxReported) deps.notice(problem);
      reportedTexts.add(text);
    }
    const counted = hooks.filter(
      ({ state, onlyTrusted, event }) =>
        state === 'on' &&
        (!onlyTrusted || scope.trusted || scope.folder === null) &&
        // In plan mode nothing may change, so hooks only see what is about to be done.
        (scope.mode !== 'plan' || beforeEvents.has(event)),
    );
    const meant = (event: string, subject?: string): ConfiguredHook[] =>
      counted.filter(
        (hook) => hook.event === event && (subject === undefined || matchesSubject(hook.matcher, subject)),
      );
    return {
      has: (event, subject) => meant(event, subject).length > 0,
      run: (occasion, signal) => runAll(meant(occasion.event, subjectOf(occasion)), occasion, scope, signal),
      async noteChange() {
        for (const { hash } of hooks.filter(({ untouched }) => untouched)) {
          // Others may have changed it meanwhile.
          await files.changeConsent(hash, (before) =>
            before.approved === undefined ? before : { ...before, touched: true },
          );
        }
      },
    };
  }

  async function endSessions(): Promise<void> {
    const ended = [...sessions.values()].map(async (scope) => {
      const hooks = await inForce(scope);
      if (hooks.has('SessionEnd')) await hooks.run({ event: 'SessionEnd' }, closing.signal);
    });
    await Promise.all(ended);
  }

  return {
    track(work) {
      const done = work.catch(() => {}).finally(() => tracked.delete(done));
      tracked.add(done);
    },

    startSession(scope) {
      if (sessions.has(scope.conversationId)) return false;
      sessions.set(scope.conversationId, scope);
      return true;
    },

    inForce,

    async list(project) {
      const { hooks, problems } = await configured(project ?? nobody);
      const infos = hooks.map(({ place: _place, untouched: _untouched, problem, ...hook }): HookInfo => {
        const command = mask.text(hook.command);
        const names = Object.keys(hook.files);
        return {
          ...hook,
          command,
          files: names,
          problem: problem && toUserTextData(problem),
          last: last.get(hook.hash) ?? null,
        };
      });
      return { hooks: infos, problems: problems.map(toUserTextData) };
    },

    save: (hook, replaces) => edit(hook, replaces),
    remove: (ref) => edit(null, ref),

    async enable(project, ref, enabled) {
      const hook = await find(project, ref);
      if (!hook.ok) return hook;
      const { place, hash } = hook.value;
      const saved = await files.changeConsent(hash, ({ off: _off, ...before }) => {
        const next = { ...before, place, ...(enabled ? {} : { off: true }) };
        return enabled && next.approved === undefined ? null : next;
      });
      if (saved.ok) changed();
      return saved;
    },

    async approve(project, ref) {
      const hook = await find(project, ref);
      if (!hook.ok) return hook;
      const { state, place, hash, files: covered } = hook.value;
      if (state === 'untrusted') {
        return fail('NOT_SUPPORTED', say`This folder is not trusted, so its hooks cannot be approved.`);
      }
      if (state === 'broken')
        return fail('NOT_SUPPORTED', say`This hook cannot run because of an error in its definition.`);
      const at = clock.now().toISOString();
      const saved = await files.changeConsent(hash, ({ touched: _touched, ...before }) => ({
        ...before,
        ...{ place, approved: at, files: covered },
      }));
      if (saved.ok) changed();
      return saved;
    },

    async test(project, ref, signal) {
      const hook = await find(project, ref);
      if (!hook.ok) return hook;
      const { state, onlyTrusted } = hook.value;
      if (onlyTrusted && project?.folder && !project.trusted) {
        return fail('NOT_SUPPORTED', say`This hook runs only in trusted folders.`);
      }
      if (state !== 'on') return fail('NOT_SUPPORTED', say`Only enabled hooks can be tested.`);
      const scope = { conversationId: 'test', folder: project?.folder ?? null, mode: 'ask' as const };
      return ok((await runOne(hook.value, sampleOccasion(hook.value), scope, signal)).run);
    },

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async close() {
      const late = clock.wait(maxEndWait, closing.signal);
      await Promise.race([Promise.all([...tracked]).then(endSessions), late]);
      closing.abort();
    },
  };
}

/** New hooks of a trusted folder that nobody has approved yet. */
function unapproved(hooks: readonly ConfiguredHook[]): UserText[] {
  const count = hooks.filter(({ state }) => state === 'unapproved').length;
  if (count === 0) return [];
  return [
    count === 1
      ? say`One hook from this folder does not run because you have not approved it. Review it in Settings, Hooks.`
      : say`${count} hooks from this folder do not run because you have not approved them. Review them in Settings, Hooks.`,
  ];
}

type Ended = Awaited<ReturnType<typeof runHookProcess>>;
type Base = Pick<HookRun, 'event' | 'origin' | 'command' | 'exitCode' | 'duration'>;

function ranHook(base: Base, ended: Ended, { timeout }: ConfiguredHook): RanHook {
  if (!ended.ok) {
    const { code, message, said } = ended.error;
    const outcome = code === 'NOT_SUPPORTED' ? ('skipped' as const) : ('failed' as const);
    return { run: { ...base, outcome, problem: message, ...(said ? { said } : {}) }, modelNote: '', ends: false };
  }
  const { reason, exitCode, output, printed, refused } = ended.value;
  const runResult = {
    ...base,
    exitCode,
    ...(output === '' ? {} : { output }),
    ...(printed > Buffer.byteLength(output) ? { printed } : {}),
  };
  if (reason !== 'exit') {
    const outcome = reason === 'timeout' ? ('timed_out' as const) : ('stopped' as const);
    const why =
      reason === 'timeout'
        ? say`It took longer than ${timeout} s and was stopped.`
        : say`It was stopped together with the run.`;
    return { run: { ...runResult, outcome, ...problemOf(why) }, modelNote: '', ends: false };
  }
  const answer = parseHookAnswer(base.event, ended.value);
  const problem = refused.length > 0 ? atBoundary(refused) : answer.problem;
  const text = firstCharacters(answer.reason || answer.modelNote, maxTextLength);
  const run = {
    ...runResult,
    outcome: answer.outcome,
    ...(text === '' ? {} : { text }),
    ...(problem ? problemOf(problem) : {}),
  };
  return { run, modelNote: firstCharacters(answer.modelNote, maxTextLength), ends: answer.ends };
}

const maxRefused = 5;

function atBoundary(refused: readonly SandboxViolation[]): Sentence {
  const names = refused.map((each) => (each.type === 'host' ? hostText(each) : each.path));
  const refusedNames = say.list(names.slice(0, maxRefused));
  return say`The sandbox denied it access to: ${refusedNames}. If a hook needs this, add it as one of your own.`;
}

function problemOf(why: UserText): Pick<HookRun, 'problem' | 'said'> {
  const reason = sentenceDataOf(why);
  return { problem: textOf(why), ...(reason ? { said: reason } : {}) };
}
