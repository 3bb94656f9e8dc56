// Tool results on their way to disk: live output of tools (a temporary file each, named by call), the file of a large result, and
// crash leftovers. The writer holds the conversation's lock, so a temporary file not of this process belongs to a dead one. A
// call's output stays until its result is stored and then becomes part of it; orphans are removed with the next message.

import { join } from 'node:path';
import type { Message, NewMessage } from '../../../shared/conversation/message.ts';
import { outputSoFarText } from '../../../shared/conversation/repair.ts';
import type { Result } from '../../../shared/core/errors.ts';
import { fullOutputPath } from '../../conversation/formats.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PrintedOutput, PrintedResult } from '../../ports/store.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import { isTemporaryName, makeFolder } from '../files/atomicWrite.ts';
import { type Disk, fileMode, isNotFoundError } from '../files/disk.ts';
import { scanText } from '../files/textScan.ts';
import {
  findCrashOutput,
  findOutputFiles,
  outputKey,
  outputName,
  type PrintingCall,
  parseOutputKey,
} from './deadOutput.ts';
import { createResultSpool, type ResultSpool } from './resultSpool.ts';
import type { ResultCap } from './resultText.ts';
import { spillContent, spilledContent, spillLargeContent } from './spill.ts';

/** Other forms are not counted, so they count as unanswered. */
const idPattern = /"(id|tool_call_id)"\s{0,8}:\s{0,8}("(?:[^"\\]|\\.){1,1300}")/g;
const maxMatchLength = 1400;
/** A truncated result: the call's output may still be needed. */
const cutResult = '"spillError"';

/** The calls (by `callKey`) made no more often than they have results. Throws file system errors. */
async function answeredCalls(disk: Disk, messages: string, keys: ReadonlySet<string>): Promise<Set<string>> {
  const askedCounts = new Map<string, number>();
  const answered = new Map<string, number>();
  let counted = -1;
  let isCut = false;
  await scanText(disk, messages, maxMatchLength, (text, offset) => {
    isCut ||= text.includes(cutResult);
    for (const { 1: name, 2: quoted = '', index } of text.matchAll(idPattern)) {
      if (offset + index <= counted) continue;
      counted = offset + index;
      const key = keyOf(quoted);
      const counts = name === 'id' ? askedCounts : answered;
      if (key !== null && keys.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return isCut;
  });
  if (isCut) return new Set();
  return new Set([...answered].filter(([key, results]) => results >= (askedCounts.get(key) ?? 0)).map(([key]) => key));
}

/** `quoted` is a JSON string, one letter per byte. */
function keyOf(quoted: string): string | null {
  try {
    return outputKey(JSON.parse(Buffer.from(quoted, 'latin1').toString('utf8')));
  } catch {
    return null;
  }
}

type NewToolMessage = Extract<NewMessage, { role: 'tool' }>;

export interface ResultOutputs {
  /** `locate` is called once there is too much for memory. */
  open(
    locate: () => Promise<Result<ConversationPaths>>,
    call: PrintingCall | null,
    onPrinted: (bytes: Buffer) => void,
  ): PrintedOutput;
  /** Returns what the log stores of a result; its file, if any, is durable by then. The caller holds the lock. */
  store(
    paths: ConversationPaths,
    messageId: string,
    message: NewToolMessage,
    printed?: PrintedResult,
  ): Promise<NewToolMessage>;
  /** The message as `store` would return it, without writing. It must have its ID. */
  preview(paths: ConversationPaths, message: NewMessage): Promise<NewMessage>;
  /** Call after storing `message`: removes the call's crash output if it is included or irrelevant. The caller holds the lock. */
  stored(paths: ConversationPaths, message: Message): Promise<void>;
  /** Once, removes leftovers of dead processes. The caller holds the lock. */
  sweep(paths: ConversationPaths): Promise<void>;
}

export interface ResultOutputsDeps {
  disk: Disk;
  clock: Clock;
  cap: ResultCap;
  mask: SecretMask;
}

export function createResultOutputs({ disk, clock, cap, mask }: ResultOutputsDeps): ResultOutputs {
  const spools = new WeakMap<PrintedOutput, ResultSpool>();
  /** Output files of this process. */
  const live = new Set<string>();
  /** Result folders with nothing left to remove. */
  const clean = new Set<string>();
  /** Files that could not be removed yet. */
  const unwanted = new Set<string>();

  async function remove(results: string, path: string): Promise<void> {
    try {
      await disk.unlink(path);
      unwanted.delete(path);
    } catch (thrown) {
      // The next message of the conversation retries.
      if (!isNotFoundError(thrown)) {
        unwanted.add(path);
        clean.delete(results);
      }
    }
    live.delete(path);
  }

  async function storePrinted(
    paths: ConversationPaths,
    messageId: string,
    message: NewToolMessage,
    { output, before, after }: PrintedResult,
  ): Promise<NewToolMessage> {
    const large = spools.get(output)?.large(before, after) ?? null;
    if (large !== null) return spillLargeContent(disk, paths, messageId, message, await cap(), large);
    const text = (await output.end()).text ?? '';
    const content = `${before}${text}${text.endsWith('\n') ? '' : '\n'}${after}`;
    return spillContent(disk, paths, messageId, { ...message, content }, await cap());
  }

  /** The result of a call interrupted by a crash, with its output. */
  async function storeInterrupted(
    paths: ConversationPaths,
    messageId: string,
    message: NewToolMessage,
  ): Promise<NewToolMessage> {
    const dead = await findCrashOutput(disk, paths.results, callOf(message), message.content, live);
    if (!dead?.result) return spillContent(disk, paths, messageId, withoutPrinted(message, dead), await cap());
    const { content, result } = dead;
    const stored =
      content === null
        ? await spillLargeContent(disk, paths, messageId, message, await cap(), result)
        : await spillContent(disk, paths, messageId, { ...message, content }, await cap());
    await dead.close();
    return stored;
  }

  /** Of dead processes' output files, those whose calls have results. */
  async function answeredFiles(paths: ConversationPaths, names: readonly string[]): Promise<string[]> {
    const keys = new Set(names.flatMap((name) => parseOutputKey(name) ?? []));
    if (keys.size === 0) return [];
    const answered = await answeredCalls(disk, paths.messages, keys);
    return names.filter((name) => answered.has(parseOutputKey(name) ?? ''));
  }

  async function store(
    paths: ConversationPaths,
    messageId: string,
    message: NewToolMessage,
    printed?: PrintedResult,
  ): Promise<NewToolMessage> {
    if (printed) return storePrinted(paths, messageId, message, printed);
    if (isInterrupted(message)) {
      return storeInterrupted(paths, messageId, message);
    }
    return spillContent(disk, paths, messageId, message, await cap());
  }

  return {
    open(locate, call, onPrinted) {
      let file: { results: string; path: string } | null = null;
      const spool = createResultSpool({
        clock,
        cap,
        mask,
        onPrinted,
        isRecovered: call !== null,
        async open(headCap) {
          const place = await locate();
          if (!place.ok) throw new Error(place.error.message);
          const { results, project } = place.value;
          await makeFolder(disk, results, project);
          file = { results, path: outputName(results, call, headCap) };
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

    async store(paths, messageId, message, printed) {
      const stored = await store(paths, messageId, message, printed);
      // A failed write may have left its temporary file.
      if (stored.details?.spillError !== undefined) clean.delete(paths.results);
      return stored;
    },

    async preview(paths, message) {
      if (message.role !== 'tool' || !isInterrupted(message) || message.id === undefined) return message;
      const dead = await findCrashOutput(disk, paths.results, callOf(message), message.content, live);
      if (!dead?.result) return withoutPrinted(message, dead);
      await dead.close();
      const { content, result } = dead;
      return {
        ...message,
        content: content ?? spilledContent(result, fullOutputPath(paths.conversationId, message.id)),
      };
    },

    async stored({ results }, message) {
      if (message.role !== 'tool' || message.details?.spillError !== undefined) return;
      const isIncluded = message.fullOutputPath !== undefined || message.content.includes(outputSoFarText);
      const hasTaken = isInterrupted(message) && isIncluded;
      if (!hasTaken && !['run_again', 'get_result'].includes(message.resolution ?? '')) return;
      const printed = await findOutputFiles(disk, results, [callOf(message)]).catch(() => []);
      for (const path of printed) if (!live.has(path)) await remove(results, path);
    },

    async sweep(paths) {
      const { results } = paths;
      if (clean.has(results)) return;
      clean.add(results);
      try {
        const names = (await disk.readdir(results)).filter(
          (name) => isTemporaryName(name) && !live.has(join(results, name)),
        );
        const isUnwanted = (name: string): boolean =>
          parseOutputKey(name) === null || unwanted.has(join(results, name));
        const printed = names.filter((name) => !isUnwanted(name));
        for (const name of [...names.filter(isUnwanted), ...(await answeredFiles(paths, printed))]) {
          await remove(results, join(results, name));
        }
      } catch (thrown) {
        if (!isNotFoundError(thrown)) clean.delete(results);
      }
    },
  };
}

function callOf({ tool_call_id: toolCallId, details }: Pick<NewToolMessage, 'tool_call_id' | 'details'>): PrintingCall {
  return { toolCallId, ...(details?.call ? { place: details.call } : {}) };
}

/** Nothing was printed, or it is unreadable. */
function withoutPrinted(message: NewToolMessage, dead: { reason: string } | null): NewToolMessage {
  if (dead === null) return message;
  const content = `${message.content}\n\n[What it had printed until then could not be read: ${dead.reason}. It is kept.]`;
  return { ...message, content, details: { ...message.details, spillError: dead.reason } };
}

/**
 * A call interrupted by a crash keeps its output. A call that never started has none; output under its ID belongs to
 * another call, because servers reuse IDs.
 */
function isInterrupted({
  outcome,
  resolution,
  details,
}: Pick<NewToolMessage, 'outcome' | 'resolution' | 'details'>): boolean {
  if (details?.interrupted === 'not_started') return false;
  return outcome === 'interrupted' || resolution === 'mark_done';
}
