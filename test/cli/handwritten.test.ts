// The real command on handwritten conversations, one for each way in which a log can be odd: valid for every provider,
// complete, the same from another process, and without changes on disk.

import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCore } from '../../electron/core.ts';
import { silentLog } from '../../electron/lib/log.ts';
import { requestFormatNames } from '../../shared/features/conversations/methods.ts';
import { cite } from '../support/cite.ts';
import { throughline } from '../support/commandLine.ts';
import { expectationOf, type Handwritten, handwrittenId, writeHandwritten } from '../support/handwritten/history.ts';
import { handwrittenHistories } from '../support/handwrittenHistories.ts';
import { hashTree } from '../support/hashTree.ts';
import { requestText } from '../support/requestText.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { sample, volume } from '../support/volume.ts';
import { bodyViolations, validatorNames, wireModel } from '../support/wireForms.ts';

/**
 * How often the command runs: at one in this many histories, and a second time at one in this many; in a long run, at
 * all. The test's own process checks the others.
 */
const [firstLook, secondLook] = volume({ short: [20, 40], all: [24, 72], long: [1, 1] });
const atOnce = 2;
const server = {
  OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
  OPENAI_API_KEY: 'sk-test-0123456789abcdef',
  OPENAI_MODEL: wireModel,
};
const lastWords = 'And what comes next?';

/** A zone where it is noon now: midnight cannot pass between two checks. */
function noonZone(): string {
  const hours = 12 - new Date().getUTCHours();
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

/** The command's output, or why it failed. */
async function commandSays(
  dataDir: string,
  id: string,
  zone: string,
): Promise<{ body: string; problem: string | null }> {
  const { code, stdout, stderr } = await throughline(['request', id, '-p', lastWords, '--data', dataDir], {
    TZ: zone,
    ...server,
  });
  return { body: stdout.trimEnd(), problem: code === 0 ? null : `ended with ${code}: ${stderr.slice(0, 300)}` };
}

/** What another process would send for all of them, in each provider's format. */
async function processSays(dataDir: string, ids: readonly string[]): Promise<Record<string, unknown>[]> {
  const core = createCore({ dataDir, env: server, log: silentLog, person: false });
  onTestFinished(() => core.close());
  const all: Record<string, unknown>[] = [];
  for (const id of ids) {
    const bodies: Record<string, unknown> = {};
    for (const form of requestFormatNames) {
      const body = await core.previewRequest(id, lastWords, form).catch((thrown: unknown) => String(thrown));
      bodies[form] = typeof body !== 'string' && body.ok ? body.value : body;
    }
    all.push(bodies);
  }
  return all;
}

async function twoAtATime<T, R>(items: readonly T[], act: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await act(items[at] as T, at);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

function problemsOf(history: Handwritten, printed: string, bodies: Record<string, unknown>): string[] {
  const problems: string[] = [];
  if (printed !== JSON.stringify(bodies.provider)) problems.push('another process gives another request');
  const body = JSON.parse(printed) as { messages: unknown };
  for (const { rule, where, message } of bodyViolations({ ...bodies, compatible: body, deepseek: body }, wireModel)) {
    problems.push(`${rule} ${where}: ${message}`);
  }
  const said = requestText(body.messages);
  const { has, gone } = expectationOf(history);
  for (const text of [...has, lastWords]) if (!said.includes(text)) problems.push(`misses "${text.slice(0, 80)}"`);
  for (const text of gone) if (said.includes(text)) problems.push(`has "${text.slice(0, 80)}"`);
  return problems;
}

const histories = sample(40, handwrittenHistories);

test(cite(
  ['SEQ-1', 'SEQ-2', 'SEQ-3', 'SEQ-4', 'SEQ-5', 'SEQ-6', 'SEQ-7', 'SEQ-8', 'RESUME-7'],
  'every handwritten history makes a valid and complete request, the same from another process, and no file changes',
), async () => {
  const zone = noonZone();
  vi.stubEnv('TZ', zone);
  onTestFinished(() => void vi.unstubAllEnvs());
  const dataDir = join(tempFolder(), 'data');
  const ids = histories.map((_, index) => handwrittenId(index));
  histories.forEach((history, index) => {
    writeHandwritten(dataDir, history, handwrittenId(index));
  });
  const before = hashTree(dataDir);
  const look = (every: number) =>
    twoAtATime(ids, async (id, at) => (at % every === 0 ? commandSays(dataDir, id, zone) : null));
  const first = await look(firstLook);
  const bodies = await processSays(dataDir, ids);
  const second = await look(secondLook);
  const problems = histories.flatMap((history, index) => {
    const own = bodies[index] ?? {};
    const { body, problem } = first[index] ?? { body: JSON.stringify(own.provider), problem: null };
    const again = second[index];
    const found = problem ? [problem] : problemsOf(history, body, own);
    if (again && again.body !== body) found.push('a second call gives another request');
    return found.map((sentence) => `${history.name}: ${sentence}`);
  });
  expect(hashTree(dataDir)).toEqual(before);
  expect(problems).toEqual([]);
  expect(new Set(histories.map(({ name }) => name)).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(volume({ short: 30, all: 100 }));
  const twice = first.filter((look) => look !== null).length;
  expect(twice).toBeGreaterThan(volume({ short: 1, all: 10 }));
  console.log(
    `${ids.length} histories written by hand × ${validatorNames.length} validators, ${twice} of them from two processes`,
  );
}, 300_000);
