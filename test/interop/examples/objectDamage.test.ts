// Sessions that are one JSON object (OpenCode's exports, older files of Gemini CLI): killed, torn, broken in the
// middle, with a duplicate ID: what is imported and what is reported.

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { diskFile } from '../../../electron/interop/diskFile.ts';
import { geminiCliFormat } from '../../../electron/interop/geminiCli/format.ts';
import type { History, HistoryFile, HistoryFormat } from '../../../electron/interop/history.ts';
import { isProblem } from '../../../electron/interop/history.ts';
import { openCodeFormat } from '../../../electron/interop/openCode/format.ts';
import { callsOf, textOf } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';

type Row = Record<string, unknown>;

interface ObjectForm {
  format: HistoryFormat;
  /** The content around the messages. */
  head: Row;
  /** The question, and the reply with its call and result. */
  turn(at: number, isOpen?: boolean): Row[];
}

const session = 'ses_00000000000000000000000001';

function openCodeTurn(at: number, isOpen = false): Row[] {
  const message = (kind: string, info: Row, parts: Row[]): Row => {
    const id = `msg_${at}${kind}`;
    const own = parts.map((part, nth) => ({
      ...part,
      id: `prt_${at}${kind}${nth}`,
      messageID: id,
      sessionID: session,
    }));
    return { info: { ...info, id, sessionID: session, time: { created: at } }, parts: own };
  };
  const done = { status: 'completed', output: `result ${at}`, title: 't', metadata: {}, time: { start: 1, end: 2 } };
  const state = { input: { command: `run ${at}` }, ...(isOpen ? { status: 'running', time: { start: 1 } } : done) };
  return [
    message('a', { role: 'user' }, [{ type: 'text', text: `question ${at}` }]),
    message('b', { role: 'assistant', modelID: 'm' }, [
      { type: 'text', text: `reply ${at}` },
      { type: 'tool', tool: 'bash', callID: `call_${at}`, state },
    ]),
  ];
}

function geminiTurn(at: number, isOpen = false): Row[] {
  const call = { id: `call_${at}`, name: 'run_shell_command', args: { command: `run ${at}` } };
  const result = [{ functionResponse: { id: call.id, name: call.name, response: { output: `result ${at}` } } }];
  const ended = isOpen ? { status: 'executing' } : { status: 'success', result };
  return [
    { id: `u${at}`, type: 'user', content: `question ${at}` },
    { id: `g${at}`, type: 'gemini', content: `reply ${at}`, toolCalls: [{ ...call, ...ended }] },
  ];
}

const forms: Record<string, ObjectForm> = {
  OpenCode: {
    format: openCodeFormat,
    head: { info: { id: session, title: 'T', directory: '/home/ada', time: { created: 1, updated: 1 } } },
    turn: openCodeTurn,
  },
  'Gemini CLI, older': {
    format: geminiCliFormat,
    head: { sessionId: 'one', projectHash: 'p', summary: 'T' },
    turn: geminiTurn,
  },
};

function outline({ messages, problems }: History) {
  const came = messages.map((message) => {
    const asked = callsOf(message).map(({ id }) => id);
    return [textOf({ content: message.content }), ...asked, ...(message.role === 'tool' ? [message.outcome] : [])].join(
      ', ',
    );
  });
  return { came, named: problems.map(({ line, message }) => `${line}: ${message.text}`) };
}

const whole = (at: number): string[] => [`question ${at}`, `reply ${at}, call_${at}`, `result ${at}, ok`];

describe.each(Object.entries(forms))('%s', (_name, { format, head, turn }) => {
  /** Each message on its own line; the first on line 3. */
  function fileText(messages: readonly (Row | string)[]): string {
    const lines = messages.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    return `${JSON.stringify(head).slice(0, -1)},\n"messages": [\n${lines.join(',\n')}\n]}\n`;
  }

  async function readFile(file: HistoryFile): Promise<History> {
    const found: History[] = [];
    for await (const one of format.read(file, new AbortController().signal)) {
      if (isProblem(one)) throw new Error(one.message.text);
      found.push(one);
    }
    return found[0] as History;
  }

  async function read(text: string): Promise<History> {
    const file = path.join(tempFolder(), 'session.json');
    writeFileSync(file, text);
    const history = await readFile(diskFile(file));
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(history.title).toBe('T');
    return history;
  }

  test(cite('INTEROP-4', 'a session killed during a call: the call is open, and nothing is reported'), async () => {
    const history = await read(fileText([...turn(0), ...turn(1, true)]));
    expect(outline(history)).toEqual({ came: [...whole(0), ...whole(1).slice(0, 2)], named: [] });
  });

  test(cite('INTEROP-4', 'every whole message of a torn file is imported, and its end is reported'), async () => {
    const text = fileText([...turn(0), ...turn(1)]);
    const history = await read(text.slice(0, -40));
    expect(outline(history)).toEqual({
      came: [...whole(0), 'question 1'],
      named: ['6: The file is cut off: the entry that starts here is incomplete.'],
    });
  });

  test(
    cite('INTEROP-4', 'a broken message is reported by its line, and everything around it is imported'),
    async () => {
      const history = await read(fileText([...turn(0), '{"half" 7}', '[1]', ...turn(1)]));
      const { came, named } = outline(history);
      expect(came).toEqual([...whole(0), ...whole(1)]);
      expect(named[0]).toBe('5: The entry that starts here is not valid JSON.');
    },
  );

  test(cite('INTEROP-4', 'a file rewritten while it is read is imported as far as it goes'), async () => {
    const file = path.join(tempFolder(), 'session.json');
    const text = fileText([...turn(0), ...turn(1)]);
    // Blanks: so many that the disk has not been read to the end when it grows.
    const begun = `${text.slice(0, -4)}${' '.repeat(5 * 1024 * 1024)}`;
    writeFileSync(file, begun);
    const growing = diskFile(file);
    let isGrown = false;
    const history = await readFile({
      ...growing,
      async *chunks() {
        for await (const chunk of growing.chunks?.() ?? []) {
          if (!isGrown) appendFileSync(file, `,\n${JSON.stringify(turn(2)[0])},\n${JSON.stringify(turn(2)[1])}\n]}\n`);
          isGrown = true;
          yield chunk;
        }
      },
    });
    expect(outline(history)).toEqual({ came: [0, 1, 2].flatMap(whole), named: [] });
  });

  test(cite('INTEROP-4', 'an ID shared by two calls: both are imported, each with its own result'), async () => {
    const second = JSON.parse(JSON.stringify(turn(1)).replaceAll('"call_1"', '"call_0"')) as Row[];
    const { came, named } = outline(await read(fileText([...turn(0), ...second])));
    expect({ came, named }).toEqual({
      came: [...whole(0), 'question 1', 'reply 1, call_0', 'result 1, ok'],
      named: [],
    });
  });
});
