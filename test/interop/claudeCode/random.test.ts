// Any conversation exported, imported, exported and imported: nothing is lost, and every file follows the rules.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { History } from '../../../electron/interop/history.ts';
import { compareSessions } from '../../../scripts/compareSessions/compare.ts';
import { callsOf } from '../../../shared/conversation/message.ts';
import { randomConversation } from '../../support/randomConversation.ts';
import { randomHistory } from '../../support/randomHistory.ts';
import { brokenRules } from '../../support/sessionRules/claudeCode.ts';
import { volume } from '../../support/volume.ts';
import { given, readAll, readOne, write } from './files.ts';
import { outline } from './outline.ts';
import { ownGiven } from './ownConversation.ts';

describe('any conversation', () => {
  async function holds(messages: History['messages']): Promise<void> {
    const first = await write(ownGiven(messages));
    expect(brokenRules(first.lines)).toEqual([]);
    const { histories, problems } = await readAll(first.files, first.path);
    expect(problems).toEqual([]);
    const [history] = histories;
    if (!history) {
      expect(first.lines.filter(({ message }) => message !== undefined)).toEqual([]);
      return;
    }
    expect(history.problems).toEqual([]);
    // A call that ended in an error was never made.
    const asked = (of: History['messages']): number =>
      of.flatMap((message) => (['error', 'note'].includes(message.partType ?? '') ? [] : callsOf(message))).length;
    expect(asked(history.messages)).toBe(asked(messages));
    const second = await write(given(history));
    const found = compareSessions('claude-code', first.files[first.path] ?? '', second.files[second.path] ?? '');
    expect(found).toEqual({ counts: [], order: null, differences: [] });
    expect(outline(await readOne(second.files, second.path))).toEqual(outline(history));
  }

  test('is exported and imported twice as the app stores it', async () => {
    await fc.assert(
      fc.asyncProperty(randomConversation(4), async (sent) => holds(structuredClone(sent.at(-1)?.messages ?? []))),
      { numRuns: volume({ short: 12, all: 40 }) },
    );
  });

  test('and as a crash or a manual edit may have left it', async () => {
    await fc.assert(
      fc.asyncProperty(randomHistory(), async ({ messages }) => {
        // The store never assigns an ID twice.
        fc.pre(new Set(messages.map(({ id }) => id)).size === messages.length);
        await holds(structuredClone(messages));
      }),
      { numRuns: volume({ short: 16, all: 80 }) },
    );
  });
});
