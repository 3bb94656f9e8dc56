// Starts `resultChild.ts` for a test or the benchmark: one large result in its own process, and its costs.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ResultPage } from '../../electron/ports/tool.ts';
import type { ToolDetails } from '../../shared/conversation/message.ts';

export interface Took<T> {
  value: T;
  /** The process's maximum growth in bytes. */
  grown: number;
  /** Milliseconds; null when turns were counted. */
  ms: number | null;
  /** The longest others had to wait: milliseconds of work, or steps when turns were counted. */
  longest: number;
  /** Steps of its work, when turns were counted. */
  steps: number | null;
}

export interface RunAnswer {
  end: string;
  result: { id: string; content: string; details: ToolDetails };
}

export type Matches = { matches: { offset: number; line: number; excerpt: string }[]; more: boolean };

export function runInProcess(
  dataDir: string,
  folder: string,
  command: string,
): Promise<Took<RunAnswer> & { conversationId: string }> {
  return answerOf([dataDir, 'run', folder, command]);
}

export function pageInProcess(
  dataDir: string,
  conversationId: string,
  messageId: string,
  offset: number,
): Promise<Took<ResultPage>> {
  return answerOf([dataDir, 'page', conversationId, messageId, String(offset)]);
}

export function searchInProcess(
  dataDir: string,
  conversationId: string,
  messageId: string,
  text: string,
): Promise<Took<Matches>> {
  return answerOf([dataDir, 'search', conversationId, messageId, text]);
}

async function answerOf<T>(args: readonly string[]): Promise<T> {
  const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
  const node = ['--disable-warning=ExperimentalWarning', '--expose-gc', '--import', here('../../scripts/rawText.mjs')];
  const { stdout } = await promisify(execFile)(process.execPath, [...node, here('./resultChild.ts'), ...args], {
    maxBuffer: 1024 * 1024,
  });
  return JSON.parse(stdout) as T;
}
