// Runs the user's hooks around one call: before approval they may deny it or require asking the user; afterwards they
// may add text for the model. Their file changes count as the call's, and each run is stored with its result. They
// cannot allow anything.

import { blockTag } from '../../../shared/conversation/attachments.ts';
import type { ToolDetails } from '../../../shared/conversation/message.ts';
import type { ChangeSummary } from '../../ports/changes.ts';
import type { ChatDeps } from '../chatDeps.ts';
import { currentMode, isStillTrusted } from '../runSettings.ts';
import { hookDenialVerdict, type Verdict } from './callResult.ts';
import type { CallScope, ReadyCall } from './callScope.ts';
import { combineChanges, type WatchedCall, watchChanges } from './callWatch.ts';
import { type HookOccasion, type HookOutcome, type HookScope, type HooksInForce, subjectOf } from './turnHooks.ts';

/** Maximum paths listed as changed by hooks. */
const maxNames = 20;

/** Where hooks run. */
export interface HookRunScope extends Pick<CallScope, 'conversationId' | 'settings' | 'signal'> {
  deps: Pick<ChatDeps, 'changes' | 'hooks' | 'hub' | 'ids' | 'store'>;
}

/** Read freshly. Withdrawing trust disables a folder's hooks even during a run. */
export async function readActiveHooks(place: Omit<HookRunScope, 'signal'>): Promise<HooksInForce> {
  const { deps, settings } = place;
  return deps.hooks.inForce(hookScope(place, await isStillTrusted(deps, settings)));
}

export function hookScope(
  { deps, conversationId, settings }: Omit<HookRunScope, 'signal'>,
  trusted: boolean,
): HookScope {
  const { projectId, folder } = settings;
  return { conversationId, projectId, folder, trusted, mode: currentMode(deps, conversationId, settings) };
}

const callEvents = ['PreToolUse', 'PermissionRequest', 'PostToolUse', 'PostToolUseFailure'] as const;

export function hasCallHooks(hooks: HooksInForce, tool: string): boolean {
  return callEvents.some((event) => hooks.has(event, tool));
}

export interface WatchedHooks extends HookOutcome {
  /** Their file changes; null: none, and nothing unknown. */
  changed: ChangeSummary | null;
}

/** Runs the hooks of an occasion, recording their file changes as the call's. Null: no hooks. */
export async function runHooks(
  hooks: HooksInForce,
  occasion: HookOccasion,
  call: WatchedCall,
  place: HookRunScope,
): Promise<WatchedHooks | null> {
  if (!hooks.has(occasion.event, subjectOf(occasion))) return null;
  // In plan mode they cannot change anything.
  const plans = currentMode(place.deps, place.conversationId, place.settings) === 'plan';
  const watch = plans ? null : await watchChanges(call, { type: 'tree' }, place);
  const outcome = await hooks.run(occasion, place.signal);
  return { ...outcome, changed: (await watch?.end()) ?? null };
}

/** Returns the hook data stored with a result, or in the record at the turn's end. */
export async function hookDetails(
  ran: readonly WatchedHooks[],
  call: WatchedCall,
  place: HookRunScope,
  before: ToolDetails = {},
): Promise<ToolDetails> {
  const runs = ran.flatMap(({ runs: each }) => each);
  const changed = ran.flatMap(({ changed: each }) => each ?? []);
  if (changed.length === 0) return { hooks: runs };
  const paths = [...new Set(changed.flatMap(({ files }) => files.map(({ path }) => path)))];
  const whole = await combineChanges(call, place);
  // A call's diff covers everything done to its file, including by hooks.
  const diff = paths.includes(before.path ?? '') ? whole?.diffs.get(before.path ?? '') : undefined;
  return {
    hooks: runs,
    ...(paths.length > 0 ? { hookChanges: paths.slice(0, maxNames) } : {}),
    ...(whole ? { changes: whole.changes } : {}),
    ...(diff === undefined || before.diff === undefined ? {} : { diff }),
  };
}

/** The hooks around one call. */
export interface CallHooks {
  /** `asks`: why the user must be asked; null: no hook requires it. */
  before(): Promise<{ refusal: Verdict | null; asks: string | null }>;
  /** Call before the user is asked. Returns why the call is denied instead; null: it is not. */
  asking(): Promise<Verdict | null>;
  /** Call when the call is about to change something. */
  begins(): Promise<void>;
  after(verdict: Verdict): Promise<Verdict>;
  /** Adds the hooks' data so far. */
  noted(verdict: Verdict): Promise<Verdict>;
}

export async function createCallHooks(
  { messageId, index, tool, call, args }: ReadyCall,
  scope: CallScope,
): Promise<CallHooks> {
  const hooks = await readActiveHooks(scope);
  const place = { messageId, index };
  const ran: WatchedHooks[] = [];
  const occasion = { call: call.id, tool: tool.name, args };
  const run = async (happening: HookOccasion, inForce = hooks): Promise<WatchedHooks | null> => {
    const outcome = await runHooks(inForce, happening, place, scope);
    if (outcome) ran.push(outcome);
    return outcome;
  };

  async function noted(verdict: Verdict): Promise<Verdict> {
    if (ran.length === 0) return verdict;
    const details = await hookDetails(ran, place, scope, verdict.details);
    const note = ran.map(hookNotesBlock).filter(Boolean).join('\n\n');
    return { ...verdict, details: { ...verdict.details, ...details }, ...(note === '' ? {} : { note }) };
  }

  return {
    noted,
    begins: () => hooks.noteChange(),

    async before() {
      const outcome = await run({ event: 'PreToolUse', ...occasion });
      if (outcome === null) return { refusal: null, asks: null };
      if (outcome.ends) scope.stopRun();
      if (outcome.refusal === null) return { refusal: null, asks: outcome.asks };
      return { refusal: await noted(hookDenialVerdict(tool.name, outcome.refusal, outcome.ends)), asks: null };
    },

    async asking() {
      const outcome = await run({ event: 'PermissionRequest', ...occasion });
      if (outcome?.ends) scope.stopRun();
      const refusal = outcome?.refusal ?? null;
      return refusal === null ? null : hookDenialVerdict(tool.name, refusal, outcome?.ends === true);
    },

    async after(verdict) {
      if (verdict.outcome === 'error') {
        const failure = { error: verdict.content, isInterrupt: scope.signal.aborted };
        const outcome = await run(
          { event: 'PostToolUseFailure', ...occasion, ...failure },
          await readActiveHooks(scope),
        );
        if (outcome?.ends) scope.stopRun();
      }
      if (verdict.outcome === 'ok') {
        const result = verdict.printed ? tooLong(verdict.printed.before, verdict.printed.after) : verdict.content;
        // Read again: the call itself may have changed a hook's script.
        const after = await readActiveHooks(scope);
        const outcome = await run({ event: 'PostToolUse', ...occasion, outcome: verdict.outcome, result }, after);
        if (outcome?.ends) scope.stopRun();
      }
      return noted(verdict);
    },
  };
}

/** What the hook receives in place of a spilled result. */
function tooLong(before: string, after: string): string {
  return `${before}[The output is too long to be passed on.]\n${after}`;
}

/** For the model, in the stored text of the result. */
function hookNotesBlock({ modelNotes }: HookOutcome): string {
  if (modelNotes.length === 0) return '';
  const text = modelNotes.map(({ text: each }) => each).join('\n\n');
  const tag = blockTag('hook', text);
  return `[A hook of the user, which runs with this tool, adds:]\n<${tag}>\n${text}\n</${tag}>`;
}
