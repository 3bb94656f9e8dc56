// Tool results on their way to the disk: what running tools print (one temporary file each, named by its call), the file of
// a large result, and what a crash left behind. Whoever writes a conversation has its lock, so a temporary file among its
// results that is not of this process belongs to nobody: what it holds goes to the interrupted result of its call, and it is
// removed with the next message.

import { join } from 'node:path';
import type { NewMessage } from '../../../shared/conversation/message.ts';
import type { Result } from '../../../shared/errors.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PrintedOutput, PrintedResult } from '../../ports/store.ts';
import type { ConversationPlace } from '../dataFolder.ts';
import { isTemporaryName, makeFolder } from '../files/atomicWrite.ts';
import { type Disk, fileMode, isAbsent } from '../files/disk.ts';
import { findDeadOutput, outputName } from './deadOutput.ts';
import { createResultSpool, type ResultSpool } from './resultSpool.ts';
import type { ResultCap } from './resultText.ts';
import { spillContent, spillLarge } from './spill.ts';

type NewToolMessage = Extract<NewMessage, { role: 'tool' }>;

export interface ResultOutputs {
  /** `locate` is asked once there is too much for memory. */
  open(
    locate: () => Promise<Result<ConversationPlace>>,
    toolCallId: string,
    onPrinted: (bytes: Buffer) => void,
  ): PrintedOutput;
  /** What the log stores of a result; its file, if it has one, is durable then. The lock is held. */
  store(
    place: ConversationPlace,
    messageId: string,
    message: NewToolMessage,
    printed?: PrintedResult,
  ): Promise<NewToolMessage>;
  /** Removes what belongs to nobody, the first time that `message` is of a run that is not recovered. The lock is held. */
  sweepBefore(place: ConversationPlace, message: NewMessage): Promise<void>;
}

export interface ResultOutputsDeps {
  disk: Disk;
  clock: Clock;
  cap: ResultCap;
  mask: SecretMask;
}

export function createResultOutputs({ disk, clock, cap, mask }: ResultOutputsDeps): ResultOutputs {
  const spools = new WeakMap<PrintedOutput, ResultSpool>();
  /** Files that outputs of this process are written to. */
  const live = new Set<string>();
  /** Folders of results in which there is nothing left to remove. */
  const clean = new Set<string>();

  async function remove(results: string, path: string): Promise<void> {
    try {
      await disk.unlink(path);
    } catch (thrown) {
      // The next message of the conversation tries again.
      if (!isAbsent(thrown)) clean.delete(results);
    }
    live.delete(path);
  }

  async function storePrinted(
    place: ConversationPlace,
    messageId: string,
    message: NewToolMessage,
    { output, before, after }: PrintedResult,
  ): Promise<NewToolMessage> {
    const large = spools.get(output)?.large(before, after) ?? null;
    if (large !== null) return spillLarge(disk, place, messageId, message, await cap(), large);
    const text = (await output.end()).text ?? '';
    const content = `${before}${text}${text.endsWith('\n') ? '' : '\n'}${after}`;
    return spillContent(disk, place, messageId, { ...message, content }, await cap());
  }

  /** The result of a call that a crash cut off, with what it had printed, if that was much. */
  async function storeInterrupted(
    place: ConversationPlace,
    messageId: string,
    message: NewToolMessage,
  ): Promise<NewToolMessage> {
    const dead = await findDeadOutput(disk, place.results, message.tool_call_id, message.content, live);
    if (dead !== null) {
      const stored = await spillLarge(disk, place, messageId, message, await cap(), dead.result);
      await dead.close();
      if (stored.fullOutputPath !== undefined) return stored;
    }
    return spillContent(disk, place, messageId, message, await cap());
  }

  async function store(
    place: ConversationPlace,
    messageId: string,
    message: NewToolMessage,
    printed?: PrintedResult,
  ): Promise<NewToolMessage> {
    if (printed) return storePrinted(place, messageId, message, printed);
    if (message.outcome === 'interrupted' || message.resolution === 'mark_done') {
      return storeInterrupted(place, messageId, message);
    }
    return spillContent(disk, place, messageId, message, await cap());
  }

  return {
    open(locate, toolCallId, onPrinted) {
      let file: { results: string; path: string } | null = null;
      const spool = createResultSpool({
        clock,
        cap,
        mask,
        onPrinted,
        async open(headCap) {
          const place = await locate();
          if (!place.ok) throw new Error(place.error.message);
          const { results, project } = place.value;
          await makeFolder(disk, results, project);
          file = { results, path: outputName(results, toolCallId, headCap) };
          live.add(file.path);
          return disk.open(file.path, 'wx+', fileMode);
        },
        async remove() {
          if (file !== null) await remove(file.results, file.path);
        },
      });
      spools.set(spool, spool);
      return spool;
    },

    async store(place, messageId, message, printed) {
      const stored = await store(place, messageId, message, printed);
      // A write that failed may have left its temporary file.
      if (stored.details?.spillError !== undefined) clean.delete(place.results);
      return stored;
    },

    async sweepBefore({ results }, message) {
      // While a person decides about the calls of a crash, what those had printed is still theirs.
      const decided =
        message.role === 'tool' && (message.outcome === 'interrupted' || message.resolution !== undefined);
      if (clean.has(results) || decided) return;
      clean.add(results);
      try {
        const names = await disk.readdir(results);
        const dead = names.filter(isTemporaryName).map((name) => join(results, name));
        for (const path of dead) if (!live.has(path)) await remove(results, path);
      } catch (thrown) {
        if (!isAbsent(thrown)) clean.delete(results);
      }
    },
  };
}
