// The real app accepts our exports. It is not part of the project: if `claude` is in the PATH, or named by
// THROUGHLINE_CLAUDE_CODE, it runs against a server on this machine; otherwise these tests are skipped.

import { describe, expect, test } from 'vitest';
import { claudeCodeWriter } from '../../../electron/interop/claudeCode/writer.ts';
import { cite } from '../../support/cite.ts';
import { type Files, filesOf, given, type Row, readOne } from './files.ts';
import { fixtures, session, sessionId } from './fixtures.ts';
import { ownCalls, ownGiven, ownRecords, records } from './ownConversation.ts';
import { claudeProgram, resume } from './realProgram.ts';

const program = claudeProgram ?? '';
const question = 'Go on.';

async function messagesOf(files: Files): Promise<Row[]> {
  const { code, output, requests } = await resume(program, files, question);
  expect([code, code === 0 ? '' : output]).toEqual([0, '']);
  return requests.at(-1)?.messages as Row[];
}

function blocksOf(messages: readonly Row[], type: string): Row[] {
  return messages.flatMap(({ content }) =>
    Array.isArray(content) ? (content as Row[]).filter((block) => block.type === type) : [],
  );
}

/** Without what differs at each start. */
function plain(messages: readonly Row[]): string {
  return JSON.stringify(messages, null, 1)
    .replace(/claude-home-\w+/g, '<home>')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>');
}

describe.skipIf(claudeProgram === null)('Claude Code itself (skipped if not installed)', () => {
  test(
    cite('INTEROP-2', 'resumes a conversation of ours with every call, every result, thinking and images'),
    async () => {
      const messages = await messagesOf(filesOf(await claudeCodeWriter.write(ownGiven())));
      const [used, results] = [blocksOf(messages, 'tool_use'), blocksOf(messages, 'tool_result')];
      const asked = ownRecords().flatMap((record) => (record.role === 'assistant' ? (record.tool_calls ?? []) : []));
      expect(used).toHaveLength(asked.length);
      expect(results.map(({ tool_use_id }) => tool_use_id).toSorted()).toEqual(used.map(({ id }) => id).toSorted());
      const texts = results.map(({ content }) => (typeof content === 'string' ? content : (content as Row[])[0]?.text));
      expect(texts.slice(0, ownCalls.length)).toEqual(ownCalls.map(({ content }) => content));
      expect(blocksOf(messages, 'thinking')).toMatchObject([{ thinking: 'Two at once.', signature: 'c2lnbmF0dXJl' }]);
      expect(blocksOf(messages, 'image')).toHaveLength(1);
      expect(JSON.stringify(results)).toContain('"type":"image"');
      expect(JSON.stringify(messages)).toContain(question);
    },
  );

  test(
    cite('INTEROP-2', 'sends the same to its model with its own session that was imported and exported'),
    async () => {
      const files = fixtures();
      // All of it, not just the part after the compaction.
      const lines = (files[session] ?? '').split('\n');
      const cut = lines.slice(
        0,
        lines.findIndex((line) => line.includes('compact_boundary')),
      );
      const own = Object.fromEntries(
        Object.entries({ ...files, [session]: `${cut.join('\n')}\n` }).filter(([name]) => name.startsWith(sessionId)),
      );
      const placed = Object.fromEntries(Object.entries(own).map(([name, text]) => [`-home-ada-tides/${name}`, text]));
      const [first = ''] = Object.keys(placed).filter((name) => name.endsWith(session));
      const back = filesOf(await claudeCodeWriter.write(given(await readOne(own, session))));
      const before = await messagesOf({ [first]: placed[first] ?? '', ...placed });
      expect(plain(await messagesOf(back))).toBe(plain(before));
      expect(blocksOf(before, 'tool_use').length).toBeGreaterThan(10);
    },
  );

  test(cite('INTEROP-2', 'continues the open branch of several, and accepts a text file and a PDF'), async () => {
    const file = (hash: string, mediaType: string, name: string) => ({ type: 'file', hash, mediaType, name });
    const parts = [
      { type: 'text', text: 'Opening' },
      file('note', 'text/markdown', 'tides.md'),
      file('pdf', 'application/pdf', 'tides.pdf'),
      file('zip', 'application/zip', 'tides.zip'),
    ];
    const said = records([
      { role: 'user', content: parts },
      { role: 'assistant', content: 'First answer' },
      { role: 'assistant', content: 'Other answer', parentId: 'm0' },
      { role: 'user', content: 'Asked anew', parentId: null },
      { role: 'assistant', content: 'Answered anew' },
      { role: 'user', content: 'Thanks', parentId: 'm1' },
      { role: 'assistant', content: 'Welcome' },
      { role: 'user', content: 'On the other', parentId: 'm2' },
    ]);
    const bytes: Record<string, Buffer> = { note: Buffer.from('High water at noon.'), pdf: Buffer.from('%PDF-1.4\n') };
    const attachment = async (hash: string) => bytes[hash] ?? null;
    const files = filesOf(await claudeCodeWriter.write(ownGiven(said, { headId: 'm6', attachment })));
    const messages = await messagesOf(files);
    const text = JSON.stringify(messages);
    const kept = ['Opening', 'First answer', 'Thanks', 'Welcome', '[file: tides.zip]'];
    expect(kept.filter((words) => !text.includes(words))).toEqual([]);
    const others = ['Other answer', 'Asked anew', 'Answered anew', 'On the other'];
    expect(others.filter((words) => text.includes(words))).toEqual([]);
    expect(blocksOf(messages, 'document')).toMatchObject([
      { source: { type: 'text', media_type: 'text/plain', data: 'High water at noon.' }, title: 'tides.md' },
      { source: { type: 'base64', media_type: 'application/pdf' }, title: 'tides.pdf' },
    ]);
  });

  test(cite('INTEROP-2', 'continues after a compaction of ours, with what it kept'), async () => {
    const said = records([
      { role: 'user', content: 'First question' },
      { role: 'assistant', content: 'First answer' },
      { role: 'user', content: 'Second question' },
      { role: 'assistant', content: 'Second answer' },
      {
        role: 'system',
        partType: 'summary',
        content: 'The first was answered.',
        compaction: { firstKeptId: 'm2', clearedIds: [], tokensBefore: 100, tokensAfter: 10 },
      },
      { role: 'user', content: 'Third question' },
      { role: 'assistant', content: 'Third answer' },
    ]);
    const text = JSON.stringify(await messagesOf(filesOf(await claudeCodeWriter.write(ownGiven(said)))));
    const places = [
      'The first was answered.',
      'Second question',
      'Second answer',
      'Third question',
      'Third answer',
    ].map((words) => text.indexOf(words));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(text).not.toContain('First answer');
  });
});
