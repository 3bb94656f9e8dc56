// Sessions that were killed, torn, growing while they were read, broken in the middle, or with duplicate names: what is
// imported and what is reported, on real files.

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { diskFile } from '../../../electron/interop/diskFile.ts';
import type { History, HistoryFile, HistoryFormat } from '../../../electron/interop/history.ts';
import { isProblem } from '../../../electron/interop/history.ts';
import { callsOf, type Message } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { activeBranch } from '../../support/wholeBranch.ts';
import { wireRequest, wireViolations } from '../../support/wireForms.ts';
import { type Row, rowsOf, sessionForms, textOf } from './sessions.ts';

async function readFile(format: HistoryFormat, file: HistoryFile): Promise<History> {
  const found: History[] = [];
  for await (const one of format.read(file, new AbortController().signal)) {
    if (isProblem(one)) throw new Error(one.message.text);
    found.push(one);
  }
  expect(found).toHaveLength(1);
  return found[0] as History;
}

/** Each record in a few words, and the lines that were named. */
function outline({ messages, problems }: History): { came: string[]; named: (number | null)[] } {
  const came = messages.map((message) => {
    const asked = callsOf(message).map(({ function: called }) => `calls ${called.arguments}`);
    const said = typeof message.content === 'string' ? message.content : '';
    return [...(said === '' ? [] : [said]), ...asked, ...(message.role === 'tool' ? [message.outcome] : [])].join(', ');
  });
  return { came, named: problems.map(({ line }) => line) };
}

function nextRequestBreaks({ messages, headId }: History): unknown[] {
  const said = { v: 1, id: 'next', parentId: headId, createdAt: '', role: 'user', content: 'Go on.' } as Message;
  return wireViolations(wireRequest(activeBranch([...messages, said], 'next')));
}

const turnOf = (at: number, given: string): string[] => [
  `question ${at}`,
  `calls ${given}`,
  `result ${at}, ok`,
  `answer ${at}`,
];

/** A repeated row is an event in Codex and the newer agents, a newer state in Gemini CLI, nothing new in Claude Code. */
const twice: Record<string, { twice: number; named: number[] }> = {
  'Claude Code': { twice: 0, named: [6] },
  Codex: { twice: 1, named: [] },
  'Gemini CLI': { twice: 0, named: [] },
  'Copilot CLI': { twice: 1, named: [] },
  'Qwen Code': { twice: 1, named: [] },
  Pi: { twice: 1, named: [] },
};

describe.each(Object.entries(sessionForms))('%s', (name, form) => {
  const argumentsOf = (at: number): string => {
    const key = form === sessionForms.Codex ? 'cmd' : 'command';
    return JSON.stringify({ [key]: `run ${at}` });
  };
  const whole = (at: number): string[] => turnOf(at, argumentsOf(at));
  const before = form.head.length;

  async function read(rows: readonly (Row | string)[] | { text: string }): Promise<History> {
    const file = path.join(tempFolder(), form.file);
    const text = 'text' in rows ? rows.text : textOf(rows);
    writeFileSync(file, text);
    const history = await readFile(form.format, diskFile(file));
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(nextRequestBreaks(history)).toEqual([]);
    return history;
  }

  test(cite('INTEROP-4', 'a session killed during a call: the call is open, and nothing is reported'), async () => {
    const turn = form.turn(1);
    const history = await read([...rowsOf(form, 1), ...turn.slice(0, 2)]);
    expect(outline(history)).toEqual({
      came: [...whole(0), 'question 1', `calls ${argumentsOf(1)}`],
      named: [],
    });
  });

  test(cite('INTEROP-4', 'a torn tail is reported, and everything before it is imported'), async () => {
    const text = textOf(rowsOf(form, 2));
    const history = await read({ text: text.slice(0, -20) });
    expect(outline(history)).toEqual({
      came: [...whole(0), ...whole(1).slice(0, 3)],
      named: [before + 8],
    });
  });

  test(cite('INTEROP-4', 'one bad line in the middle is reported, and everything around it is imported'), async () => {
    const [first = [], second = []] = [form.turn(0), form.turn(1)];
    const history = await read([...form.head, ...first, '{"half": ', 'no JSON', '[1]', ...second]);
    expect(outline(history)).toEqual({
      came: [...whole(0), ...whole(1)],
      named: [before + 5, before + 6, before + 7],
    });
    const parents = history.messages.map(({ parentId }) => parentId);
    expect(new Set(parents).size).toBe(parents.length);
  });

  test(
    cite('INTEROP-4', 'a file that grows while it is read is imported as far as it goes, and later completely'),
    async () => {
      const file = path.join(tempFolder(), form.file);
      // So large that the disk has not been read to the end when it grows.
      const blank = `${' '.repeat(1024 * 1024)}\n`.repeat(4);
      writeFileSync(file, `${textOf(rowsOf(form, 1))}${blank}${textOf(form.turn(1))}`);
      const rest = textOf([...form.turn(2), ...form.turn(3)]);
      const cut = rest.length - 30;
      const growing = diskFile(file);
      const grown = await readFile(form.format, {
        ...growing,
        async *lines() {
          for await (const line of growing.lines()) {
            if (line.line === 3) appendFileSync(file, rest.slice(0, cut));
            yield line;
          }
        },
      });
      expect(outline(grown)).toEqual({
        came: [...whole(0), ...whole(1), ...whole(2), ...whole(3).slice(0, 3)],
        named: [before + 4 + 16],
      });
      appendFileSync(file, rest.slice(cut));
      const later = await readFile(form.format, diskFile(file));
      expect(outline(later)).toEqual({ came: [0, 1, 2, 3].flatMap(whole), named: [] });
      // Earlier content is the same at every read.
      const known = (history: History) => history.messages.slice(0, 15).map(({ id, parentId }) => [id, parentId]);
      expect(known(later)).toEqual(known(grown));
    },
  );

  test(cite('INTEROP-4', 'an ID shared by two calls: both are imported, each with its own result'), async () => {
    const second = form.turn(1).map((row) => JSON.stringify(row).replaceAll(/(toolu|call)_1(?=")/g, '$1_0'));
    const history = await read([...rowsOf(form, 1), ...second]);
    expect(outline(history)).toEqual({ came: [...whole(0), ...whole(1)], named: [] });
  });

  test(cite('INTEROP-4', 'a repeated row is imported once, or under two IDs, and nothing is lost'), async () => {
    const [asked = {}, ...rest] = form.turn(1);
    const history = await read([...rowsOf(form, 1), asked, asked, ...rest]);
    const { came, named } = outline(history);
    expect(came.filter((said, at) => said !== came[at - 1])).toEqual([...whole(0), ...whole(1)]);
    expect({ twice: came.length - 8, named }).toEqual(twice[name]);
    expect(new Set(history.messages.map(({ id }) => id)).size).toBe(history.messages.length);
  });
});
