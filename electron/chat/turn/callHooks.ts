// The person's hooks around one call: before it is authorised they may refuse it or have the person asked; after it they may tell the
// model something. What they change in files is the call's, and each run of one is kept with its result. They allow nothing.

import { blockTag } from '../../../shared/conversation/attachments.ts';
import type { ToolDetails } from '../../../shared/conversation/message.ts';
import type { ChangeSummary } from '../../ports/changes.ts';
import { isStillTrusted, modeNow } from '../runSettings.ts';
import { refusedByHook, type Verdict } from './callResult.ts';
import type { CallScope, ReadyCall } from './callScope.ts';
import { type WatchedCall, watchChanges, wholeChanges } from './callWatch.ts';
import type { HookOccasion, HookOutcome, HooksInForce } from './turnHooks.ts';

/** Paths that are named as changed by hooks. */
const maxNames = 20;

type Place = Pick<CallScope, 'deps' | 'conversationId' | 'settings' | 'signal'>;

/** As they are now. A folder that the person no longer trusts brings none, also within a run. */
export async function hooksInForce({ deps, conversationId, settings }: Omit<Place, 'signal'>): Promise<HooksInForce> {
  const { projectId, folder } = settings;
  return deps.hooks.inForce({
    conversationId,
    projectId,
    folder,
    trusted: await isStillTrusted(deps, settings),
    mode: modeNow(deps, conversationId, settings),
  });
}

export function hasCallHooks(hooks: HooksInForce, tool: string): boolean {
  return hooks.has('PreToolUse', tool) || hooks.has('PostToolUse', tool);
}

export interface WatchedHooks extends HookOutcome {
  /** What they changed in files; null: nothing, and nothing is unknown. */
  changed: ChangeSummary | null;
}

/** Runs the hooks of an occasion, with what they change noted as the call's. Null: there are none. */
export async function runHooks(
  hooks: HooksInForce,
  occasion: HookOccasion,
  call: WatchedCall,
  place: Place,
): Promise<WatchedHooks | null> {
  if (!hooks.has(occasion.event, 'tool' in occasion ? occasion.tool : undefined)) return null;
  // Where the person plans they can change nothing.
  const plans = modeNow(place.deps, place.conversationId, place.settings) === 'plan';
  const watch = plans ? null : await watchChanges(call, { type: 'tree' }, place);
  const outcome = await hooks.run(occasion, place.signal);
  return { ...outcome, changed: (await watch?.end()) ?? null };
}

/** What of hooks is kept with a result, or in the record of the turn's end. */
export async function hookDetails(
  ran: readonly WatchedHooks[],
  call: WatchedCall,
  place: Place,
  before: ToolDetails = {},
): Promise<ToolDetails> {
  const runs = ran.flatMap(({ runs: each }) => each);
  const changed = ran.flatMap(({ changed: each }) => each ?? []);
  if (changed.length === 0) return { hooks: runs };
  const paths = [...new Set(changed.flatMap(({ files }) => files.map(({ path }) => path)))];
  const whole = await wholeChanges(call, place);
  // The diff of a call is of all that it did to its file, the hooks' share among it.
  const diff = paths.includes(before.path ?? '') ? whole?.diffs.get(before.path ?? '') : undefined;
  return {
    hooks: runs,
    ...(paths.length > 0 ? { hookChanges: paths.slice(0, maxNames) } : {}),
    ...(whole ? { changes: whole.changes } : {}),
    ...(diff === undefined || before.diff === undefined ? {} : { diff }),
  };
}

/** The hooks of one call. */
export interface CallHooks {
  /** `asks`: why the person is to be asked about it; null: not because of a hook. */
  before(): Promise<{ refusal: Verdict | null; asks: string | null }>;
  /** The call is about to change something. */
  begins(): Promise<void>;
  after(verdict: Verdict): Promise<Verdict>;
  /** With what hooks did so far. */
  noted(verdict: Verdict): Promise<Verdict>;
}

export async function callHooks(
  { messageId, index, tool, call, args }: ReadyCall,
  scope: CallScope,
): Promise<CallHooks> {
  const hooks = await hooksInForce(scope);
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
    const note = ran.map(toldBlock).filter(Boolean).join('\n\n');
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
      return { refusal: await noted(refusedByHook(tool.name, outcome.refusal, outcome.ends)), asks: null };
    },

    async after(verdict) {
      if (verdict.outcome === 'ok') {
        const result = verdict.printed ? tooLong(verdict.printed.before, verdict.printed.after) : verdict.content;
        // Looked up again: the call itself may have changed what one of them runs.
        const after = await hooksInForce(scope);
        const outcome = await run({ event: 'PostToolUse', ...occasion, outcome: verdict.outcome, result }, after);
        if (outcome?.ends) scope.stopRun();
      }
      return noted(verdict);
    },
  };
}

/** What a result that is kept in a file of its own is told as. */
function tooLong(before: string, after: string): string {
  return `${before}[The output is too long to be passed on.]\n${after}`;
}

/** For the model, in the stored text of the result. */
function toldBlock({ told }: HookOutcome): string {
  if (told.length === 0) return '';
  const text = told.map(({ text: each }) => each).join('\n\n');
  const tag = blockTag('hook', text);
  return `[A hook of the person, which runs with this tool, adds:]\n<${tag}>\n${text}\n</${tag}>`;
}
