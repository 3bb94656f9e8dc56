// Before a command continues a conversation: if it runs on another of the user's machines, it is taken over, or the user decides.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Line, Terminal } from '../../host/terminal/terminal.ts';
import type { SyncEngine } from './engine/engine.ts';
import type { RemoteRun } from './engine/handover.ts';

type Asking = Pick<Terminal, 'core' | 'signal' | 'progress' | 'err' | 'confirm'> & {
  line: Line<{ takeOver: boolean; fromHere: boolean }>;
};

const lookMs = 3_000;
const maxLookMs = 30_000;
/** Looks without an answer until the user learns of it, and until the command asks no longer: about ten minutes. */
const patience = 8;
const maxLooks = 30;

/** The runs of other machines, as far as this one knows without a request. Null: sync is not set up. */
export async function knownRuns(
  core: Pick<Terminal['core'], 'sync' | 'dataDir'>,
  signal: AbortSignal,
): Promise<SyncEngine['runs'] | null> {
  // Nothing was synced yet: reading creates no file.
  if (!existsSync(join(core.dataDir, 'sync-state.db'))) return null;
  const engine = await core.sync.connectAccount(signal);
  if (!engine.ok || engine.value === null) return null;
  await engine.value.runs.open();
  return engine.value.runs;
}

export function nameOfRun({ name, device }: Pick<RemoteRun, 'name' | 'device'>): string {
  return name ?? device.slice(0, 8);
}

/** The other machines see what a command runs, as they do with a window. Returns a function that begins nothing more. */
export function syncMeanwhile({ sync }: Pick<Terminal['core'], 'sync'>): () => void {
  return sync.readOnly === null ? sync.live.keepUp() : () => {};
}

/** CONVERSATION_BUSY: it runs elsewhere, and the user has not decided. */
export async function settleRunElsewhere(terminal: Asking, conversationId: string): Promise<Result<void>> {
  const { core, signal, line } = terminal;
  const { takeOver, fromHere } = line.values;
  if (fromHere) return ok(undefined);
  const runs = await knownRuns(core, signal);
  const runOf = (): RemoteRun | undefined =>
    runs?.list().find((run) => run.conversationId === conversationId && run.state !== 'continued');
  const { engine } = core.sync;
  if (!runs || !engine || !runOf()) return ok(undefined);
  // It may have ended since.
  await engine.syncNow(signal);
  const run = runOf();
  if (!run) return ok(undefined);
  const name = nameOfRun(run);
  const asks = !takeOver && terminal.confirm !== null;
  const question = `This conversation runs on ${name} (last heard ${run.heardAt ?? 'never'}). End it there and continue here?`;
  if (!takeOver && !(asks && (await terminal.confirm?.(question)))) {
    return fail(
      'CONVERSATION_BUSY',
      say`This conversation runs on ${name}. --take-over ends it there first; --from-here continues from what is here.`,
    );
  }
  runs.takeOver(conversationId);
  for (let looks = 0; runOf(); looks++) {
    terminal.progress(`Waiting for ${name} to end its run…`);
    if (looks === patience) {
      terminal.err(`${name} has not answered yet. Ctrl+C stops waiting; --from-here continues from what is here.\n`);
    }
    // Fails while a window syncs at the same moment.
    if (!signal.aborted) await engine.syncNow(signal);
    if (!signal.aborted && looks < maxLooks && runOf()) await core.sync.clock.wait(pauseAfter(looks), signal);
    if (!signal.aborted && (looks < maxLooks || !runOf())) continue;
    runs.dismiss(conversationId, false);
    terminal.progress(null);
    // The other machine would end the run later, for nobody.
    if (!signal.aborted) await engine.syncNow(signal);
    if (signal.aborted) return fail('CANCELLED', say`Stopped waiting for ${name}. Nothing was sent.`);
    return continueFromHere(terminal, runs, conversationId, name);
  }
  terminal.progress(null);
  return ok(undefined);
}

/** Looks become rarer, as each is several requests. */
function pauseAfter(looks: number): number {
  return Math.min(maxLookMs, lookMs * 1.5 ** Math.max(0, looks - patience));
}

/** The other machine did not answer. */
async function continueFromHere(
  { confirm }: Asking,
  runs: SyncEngine['runs'],
  conversationId: string,
  name: string,
): Promise<Result<void>> {
  const question = `${name} has not answered. Continue from what is here? What it adds later becomes a branch.`;
  if (!confirm || !(await confirm(question))) {
    return fail(
      'CONVERSATION_BUSY',
      say`${name} has not answered, and is no longer asked. --from-here continues from what is here.`,
    );
  }
  runs.dismiss(conversationId, true);
  return ok(undefined);
}
