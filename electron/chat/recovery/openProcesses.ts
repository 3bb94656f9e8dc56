// What remains of an interrupted call: its output so far, and any process still running. A command may outlive the app
// that started it. Rerunning the call alongside it would do the work twice, so the process is ended first, if the user
// agrees.

import type { OpenCallInfo } from '../../../shared/conversation/event.ts';
import { outputSoFarText } from '../../../shared/conversation/repair.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Processes, StartedProcess } from '../../ports/processes.ts';
import type { ConversationWriter, StoredBranch } from '../../ports/store.ts';
import { interruptedResults, type OpenCall } from './recover.ts';

/** Returns the stored output of open calls, as their results will contain it. Stores nothing. */
export async function openCallOutputs(
  store: Pick<ConversationWriter, 'asStored'>,
  branch: StoredBranch,
  open: readonly OpenCall[],
): Promise<ReadonlyMap<OpenCall, string>> {
  const outputs = new Map<OpenCall, string>();
  for (const { call, record } of interruptedResults(branch, open)) {
    if (call.state === 'not_started') continue;
    const { content } = await store.asStored(branch.conversationId, record);
    const before = record.content + outputSoFarText;
    if (typeof content === 'string' && content.startsWith(before)) outputs.set(call, content.slice(before.length));
  }
  return outputs;
}

/** Returns the call for display, with its process if that is alive. */
export async function openCallInfo(
  open: OpenCall,
  processes: Processes | null,
  printed: string | undefined,
): Promise<OpenCallInfo> {
  const { messageId, index, state, agent, task } = open;
  const [first] = processes ? await alive(open.processes, processes) : [];
  return {
    messageId,
    index,
    state,
    ...(first ? { process: first } : {}),
    ...(agent === null ? {} : { agent: { conversationId: agent } }),
    ...(task === null ? {} : { isTask: true as const }),
    ...(printed === undefined ? {} : { printed }),
  };
}

/** Drops processes that have ended; returns the same list if nothing changed. */
export async function dropEndedProcesses(list: OpenCallInfo[], processes: Processes | null): Promise<OpenCallInfo[]> {
  const over = await Promise.all(
    list.map(async ({ process }) => process !== undefined && !(await processes?.isAlive(process))),
  );
  if (!over.includes(true)) return list;
  return list.map((call, at) => {
    const { process: _process, ...rest } = call;
    return over[at] ? rest : call;
  });
}

/** CALL_STILL_RUNNING while a process is alive; with `endThem` it is ended first. */
export async function endLeftoverProcesses(
  started: readonly StartedProcess[],
  processes: Processes,
  { endThem, rerun }: { endThem: boolean; rerun: boolean },
): Promise<Result<void>> {
  // Leftovers of an earlier app run are being ended, so they no longer count as running.
  if (rerun || endThem) await processes.settled();
  const running = await alive(started, processes);
  if (running.length === 0 || (!endThem && !rerun)) return ok(undefined);
  const pids = running.map(({ pid }) => pid).join(', ');
  const ended = endThem && (await Promise.all(running.map((one) => processes.end(one)))).every(Boolean);
  if (ended) return ok(undefined);
  const what = running.length === 1 ? `process ${pids}` : `processes ${pids}`;
  return endThem
    ? fail(
        'CALL_STILL_RUNNING',
        say`This call is still running (${what}) and could not be stopped. Nothing was changed.`,
      )
    : fail(
        'CALL_STILL_RUNNING',
        say`This call is still running (${what}). Stop it before running it again. Nothing was changed.`,
      );
}

async function alive(started: readonly StartedProcess[], processes: Processes): Promise<StartedProcess[]> {
  const lives = await Promise.all(started.map((one) => processes.isAlive(one)));
  return started.filter((_one, at) => lives[at]);
}
