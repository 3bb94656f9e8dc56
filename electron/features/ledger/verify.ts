// Verifies the chains that the user may see: edited, missing, moved and emptied rows, and ends that were cut off. The server recomputes
// the hashes; what this device remembers of its own chain shows what the server cannot know.

import { ok, type Result } from '../../../shared/core/errors.ts';
import type { LedgerProblem, LedgerVerification } from '../../../shared/features/ledger/methods.ts';
import type { LedgerConnection } from './connection.ts';
import type { LedgerState } from './state.ts';

const step = 20_000;
/** More are counted, not listed. */
const maxProblems = 200;

interface Device {
  device: string;
  user_name: string;
  seq: string;
  hash: string;
}

export async function verifyLedger(
  { ask }: LedgerConnection,
  state: Pick<LedgerState, 'anchors'> | null,
  how: { signal: AbortSignal; onProgress?: (done: number, of: number) => void },
): Promise<Result<LedgerVerification>> {
  const devices = await ask(
    (sql) =>
      sql<
        Device[]
      >`select device, user_name, seq, encode(hash, 'hex') as hash from throughline.devices order by device`,
  );
  if (!devices.ok) return devices;
  const problems: LedgerProblem[] = [];
  let count = 0;
  let rows = 0;
  const add = (problem: LedgerProblem): void => {
    count++;
    if (problems.length < maxProblems) problems.push(problem);
  };
  const total = devices.value.reduce((sum, { seq }) => sum + Number(seq), 0);
  for (const { device, user_name: user, seq, hash } of devices.value) {
    const last = Number(seq);
    for (let from = 1; from <= last; from += step) {
      if (how.signal.aborted) break;
      const to = Math.min(last, from + step - 1);
      const part = await ask(
        (sql) =>
          sql<{ seq: string; kind: string; id: string; problem: LedgerProblem['problem']; belongs: string | null }[]>`
            select * from throughline.verify(${device}, ${from}, ${to})`,
      );
      if (!part.ok) return part;
      for (const { seq: at, kind, id, problem, belongs } of part.value) {
        const isTail = problem === 'missing' && belongs !== null && Number(belongs) === last;
        add({
          ...{ device, user, kind, id, seq: Number(at) },
          problem: isTail ? 'tail' : problem,
          until: belongs === null ? null : Number(belongs),
        });
      }
      rows += to - from + 1;
      how.onProgress?.(rows, total);
    }
    const end = await ask(
      (sql) => sql<{ hash: string; seq: string }[]>`
        select seq, encode(hash, 'hex') as hash from throughline.entries where device = ${device} and seq >= ${last}`,
    );
    if (!end.ok) return end;
    for (const row of end.value) {
      if (Number(row.seq) > last || row.hash !== hash)
        add({ device, user, kind: 'row', id: '', seq: Number(row.seq), problem: 'unlinked', until: null });
    }
  }
  for (const { device, head } of state?.anchors() ?? []) {
    const listed = devices.value.find((each) => each.device === device);
    const seen = Number(listed?.seq ?? 0);
    const user = listed?.user_name ?? '';
    if (seen < head.seq) {
      add({ device, user, kind: 'row', id: '', seq: seen + 1, problem: 'tail', until: head.seq });
      continue;
    }
    const there = await ask(
      (sql) => sql<{ hash: string }[]>`
        select encode(hash, 'hex') as hash from throughline.entries where device = ${device} and seq = ${head.seq}`,
    );
    if (!there.ok) return there;
    if (there.value.some(({ hash }) => hash !== head.hash))
      add({ device, user, kind: 'row', id: '', seq: head.seq, problem: 'rewritten', until: null });
  }
  return ok({ devices: devices.value.length, rows, count, problems, isComplete: !how.signal.aborted });
}
