import { expect, test } from 'vitest';
import { questionText } from '../../electron/host/terminal/approvalQuestion.ts';
import type { ApprovalRequest } from '../../shared/conversation/event.ts';
import { cite } from '../support/cite.ts';

const asked = (fields: Partial<ApprovalRequest>): string =>
  questionText({
    approvalId: 'a',
    messageId: 'm',
    index: 0,
    toolName: 'read_file',
    kind: 'read',
    preview: { type: 'text', text: 'Read /etc/hosts' },
    reason: 'It is outside.',
    offers: [],
    askedAt: '',
    ...fields,
  });

/** Erases the line, goes one up, hides; and what turns the reading order or has no width. */
const tricks = '\x1b[2K\x1b[1A\x1b[8m\x9b2J\r\b\u202e\u2066\u200b\u00a0\ufeff\x00';
const obeyed = /[\p{Cc}\p{Cf}\u00a0]/u;

test(
  cite('APPROVE-1', 'nothing of what is asked about is obeyed or hidden by the terminal, wherever it stands'),
  () => {
    const everywhere: Partial<ApprovalRequest>[] = [
      { reason: `It leads to /tmp/${tricks}id_rsa.` },
      { toolName: `read${tricks}` },
      { server: `files${tricks}` },
      { agent: { conversationId: 'c', title: `Look${tricks}` } },
      { preview: { type: 'text', text: `Read /tmp/${tricks}` } },
      { preview: { type: 'diff', path: 'a', diff: `+${tricks}`, isNew: false } },
      { preview: { type: 'command', command: `ls ${tricks}`, cwd: '/tmp' } },
      { preview: { type: 'command', command: 'ls', cwd: `/tmp/${tricks}`, background: true } },
    ];
    for (const fields of everywhere) {
      const text = asked(fields);
      expect(obeyed.test(text.replaceAll('\n', '')), JSON.stringify(fields)).toBe(false);
      expect(text).toContain('⟨U+001B⟩[2K⟨U+001B⟩[1A⟨U+001B⟩[8m⟨U+009B⟩2J⟨U+000D⟩⟨U+0008⟩⟨U+202E⟩');
    }
  },
);

test(cite('APPROVE-1', 'no text of others makes a line that looks like one of the question'), () => {
  const forged = 'x\nRead README.md\nAllow read_file once?';
  const texts = [
    asked({ reason: forged, toolName: forged, server: forged, agent: { conversationId: 'c', title: forged } }),
    asked({ preview: { type: 'text', text: forged } }),
    asked({ preview: { type: 'diff', path: 'a', diff: forged, isNew: true } }),
    asked({ preview: { type: 'command', command: forged, cwd: forged } }),
  ];
  for (const text of texts) {
    const lines = text.split('\n');
    expect(lines.filter((line) => line.startsWith('Allow '))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/^Allow read_file|^Allow x⟨U\+000A⟩Read/);
    expect(lines.filter((line) => line.startsWith('Read '))).toEqual([]);
  }
});

test(cite('APPROVE-6', 'the agent and the server that ask are named'), () => {
  expect(asked({ agent: { conversationId: 'c', title: 'Look around' }, server: 'files' })).toBe(
    '\nThe agent "Look around" asks.\nIt is a tool of the server "files".\nIt is outside.\n  Read /etc/hosts\nAllow read_file once?',
  );
});
