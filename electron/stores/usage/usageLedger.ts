// usage/YYYY-MM.jsonl: paid requests, one per line. Processes append concurrently, each line with a single write at the
// end of the file. Lines torn by a crash are skipped. Files are read in pieces and cached as sums.

import { join } from 'node:path';
import { errorSentence, fail, ok, type Result, SentenceError } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { PaidRequest, RaisedLimit, UsageLedger, UsageRow } from '../../ports/usageLedger.ts';
import { makeFolder } from '../files/atomicWrite.ts';
import { type Disk, diskReason, fileMode, isNotFoundError, readFlags } from '../files/disk.ts';
import { withLock } from '../locks/locks.ts';
import { OpenRequests, parseUsageLine, type UsageLine, UsageSums } from './usageLine.ts';

export interface UsageLedgerOptions {
  disk: Disk;
  log: Log;
}

interface MonthSums {
  /** Bytes, up to the end of the last complete line. */
  read: number;
  sums: UsageSums;
  raised: RaisedLimit[];
}

const pieceBytes = 256 * 1024;
/** Longer lines are not ours. */
const maxLineBytes = 8_192;
const lineFeed = 0x0a;

export function createUsageLedger(dataDir: string, { disk, log }: UsageLedgerOptions): UsageLedger {
  const folder = join(dataDir, 'usage');
  const months = new Map<string, MonthSums>();
  const open = new OpenRequests();
  /** Requests of this process. */
  const inFlight = new Set<string>();
  /** Lines that could not be written; limits count them anyway. */
  const unwritten: UsageLine[] = [];
  let writeProblem: Sentence | null = null;
  let readProblem: Sentence | null = null;
  let isFolderMade = false;
  let last: Promise<unknown> = Promise.resolve();
  let reading: Promise<unknown> = Promise.resolve();

  async function write(line: UsageLine): Promise<Result<void>> {
    try {
      if (!isFolderMade) await makeFolder(disk, folder, dataDir);
      isFolderMade = true;
      // Several processes append to this file, and an encrypted one has one writer at a time.
      const lock = { folder: join(dataDir, 'locks'), name: 'usage', purpose: say`recording costs`, clock: systemClock };
      const written = await withLock(lock, 'STORE_WRITE_FAILED', async () => ok(await append(line)));
      if (!written.ok) throw new SentenceError(errorSentence(written.error));
      writeProblem = null;
      return ok(undefined);
    } catch (thrown) {
      writeProblem = say`The cost of a reply could not be recorded: ${diskReason(thrown)}.`;
      unwritten.push(line);
      log('warning', writeProblem.text, 'COSTS_UNWRITTEN', { reason: thrown });
      return fail('STORE_WRITE_FAILED', writeProblem);
    }
  }

  async function append(line: UsageLine): Promise<void> {
    const handle = await disk.open(join(folder, `${line.at.slice(0, 7)}.jsonl`), 'a+', fileMode);
    try {
      // Start a new line after a torn one.
      const torn = (await endsInLine(handle)) ? '' : '\n';
      await handle.write(`${torn}${JSON.stringify({ v: 1, ...line })}\n`);
    } finally {
      await handle.close();
    }
  }

  function unreadable(thrown: unknown): void {
    readProblem = say`The cost records could not be read: ${diskReason(thrown)}.`;
    log('warning', readProblem.text, 'COSTS_UNREADABLE', { reason: thrown });
  }

  async function monthsFrom(first: string): Promise<string[]> {
    try {
      const names = await disk.readdir(folder);
      return names
        .flatMap((name) => /^(\d{4}-\d{2})\.jsonl$/.exec(name)?.[1] ?? [])
        .filter((month) => month >= first)
        .sort();
    } catch (thrown) {
      if (!isNotFoundError(thrown)) unreadable(thrown);
      return [];
    }
  }

  /** Reads complete lines from `from`; returns where the last one ended. */
  async function readLines(month: string, from: number, take: (text: string) => void): Promise<number> {
    let handle: Awaited<ReturnType<Disk['open']>>;
    try {
      handle = await disk.open(join(folder, `${month}.jsonl`), readFlags);
    } catch (thrown) {
      if (!isNotFoundError(thrown)) unreadable(thrown);
      return from;
    }
    // Lines before an error were taken and are not read again.
    let end = from;
    try {
      const { size } = await handle.stat();
      let at = from;
      let rest = Buffer.alloc(0);
      while (at < size) {
        const piece = Buffer.alloc(Math.min(pieceBytes, size - at));
        const { bytesRead } = await handle.read(piece, 0, piece.length, at);
        if (bytesRead === 0) break;
        at += bytesRead;
        const bytes = Buffer.concat([rest, piece.subarray(0, bytesRead)]);
        let begin = 0;
        for (let feed = bytes.indexOf(lineFeed); feed >= 0; feed = bytes.indexOf(lineFeed, begin)) {
          if (feed > begin && feed - begin <= maxLineBytes) take(bytes.toString('utf8', begin, feed));
          begin = feed + 1;
        }
        rest = bytes.subarray(begin);
        // Without line breaks, keep just enough to tell that it is no line.
        if (rest.length > maxLineBytes) rest = rest.subarray(0, maxLineBytes + 1);
        end = at - rest.length;
      }
      return end;
    } catch (thrown) {
      unreadable(thrown);
      return end;
    } finally {
      await handle.close();
    }
  }

  async function sumsOf(month: string): Promise<MonthSums> {
    const monthSums = months.get(month) ?? { read: 0, sums: new UsageSums(), raised: [] };
    months.set(month, monthSums);
    monthSums.read = await readLines(month, monthSums.read, (text) => {
      const line = parseUsageLine(text);
      if (!line) return;
      open.take(line);
      if (line.kind === 'raise') monthSums.raised.push(line);
      else monthSums.sums.add(line);
    });
    return monthSums;
  }

  /** Serialized, so that no line is read twice. */
  async function all(fromMonth: string): Promise<MonthSums[]> {
    await last;
    const turn = reading.then(async () => {
      readProblem = null;
      const sums: MonthSums[] = [];
      for (const month of await monthsFrom(fromMonth)) sums.push(await sumsOf(month));
      return sums;
    });
    reading = turn.catch(() => {});
    return turn;
  }

  /** Requests in no file: cut off by a crash, or not written. */
  function unfiledRequests(requests: OpenRequests, isWanted: (line: UsageLine) => boolean): UsageRow[] {
    const sums = new UsageSums();
    for (const line of [...requests.cutOff(inFlight), ...unwritten]) if (isWanted(line)) sums.add(line);
    return sums.rows();
  }

  return {
    append(line) {
      if (line.kind === 'begun') inFlight.add(line.id);
      const written = last.then(() => write(line));
      last = written;
      if (line.kind === 'begun' || line.kind === 'raise' || line.of === undefined) return written;
      // An unwritten settling line still settles the request for this process.
      const { of } = line;
      return written.then((done) => {
        if (done.ok) inFlight.delete(of);
        return done;
      });
    },
    async rows(fromDay) {
      // Months are in UTC, days in the user's time zone.
      const months = await all(fromDay === null ? '' : monthBefore(fromDay));
      const rows = [...months.flatMap(({ sums }) => sums.rows()), ...unfiledRequests(open, () => true)];
      return fromDay === null ? rows : rows.filter(({ day }) => day >= fromDay);
    },
    async since(conversation, at) {
      await last;
      const sums = new UsageSums();
      const requests = new OpenRequests();
      const named = JSON.stringify(conversation);
      const from = Date.parse(at);
      const isWanted = (line: UsageLine): boolean =>
        'provider' in line && isOf(line, conversation) && Date.parse(line.at) >= from;
      for (const month of await monthsFrom(at.slice(0, 7))) {
        await readLines(month, 0, (text) => {
          const line = text.includes(named) || text.includes('"ended"') ? parseUsageLine(text) : null;
          if (!line) return;
          if (isWanted(line)) sums.add(line);
          if (isWanted(line) || line.kind === 'ended') requests.take(line);
        });
      }
      return [...sums.rows(), ...unfiledRequests(requests, isWanted)];
    },
    problem: () => readProblem ?? writeProblem,
    raised: async () => (await all('')).flatMap(({ raised }) => raised),
    async close() {
      await last;
    },
  };
}

function isOf(row: Pick<PaidRequest, 'conversation'> & { parent?: string | null }, conversation: string): boolean {
  return row.conversation === conversation || row.parent === conversation;
}

function monthBefore(day: string): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 2);
  return date.toISOString().slice(0, 7);
}

async function endsInLine(handle: Awaited<ReturnType<Disk['open']>>): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return true;
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, size - 1);
  return byte[0] === lineFeed;
}
