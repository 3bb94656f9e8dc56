import { expect, test } from 'vitest';
import { choiceLines, parseTypedAnswer, questionText } from '../../electron/host/terminal/approvalText.ts';
import type { ApprovalRequest } from '../../shared/conversation/event.ts';
import type { ApprovalOffer } from '../../shared/permission/offers.ts';
import { cite } from '../support/cite.ts';

const asked = (fields: Partial<ApprovalRequest>): string =>
  questionText(
    {
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
    },
    { offers: fields.offers ?? [], hasFolder: true },
  );

/** Erases the line, moves up, hides; and characters that change direction or have no width. */
const tricks = '\x1b[2K\x1b[1A\x1b[8m\x9b2J\r\b\u202e\u2066\u200b\u00a0\ufeff\x00';
const obeyed = /[\p{Cc}\p{Cf}\u00a0]/u;

test(cite('APPROVE-1', 'no part of a question controls the terminal or is hidden by it, wherever it is'), () => {
  const everywhere: Partial<ApprovalRequest>[] = [
    { grave: [`It deletes ${tricks}x.`] },
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
});

test(cite('APPROVE-1', 'no foreign text makes a line that looks like part of the question'), () => {
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
    '\nRequested by the agent "Look around".\nThis tool is from the server "files".\nIt is outside.\n  Read /etc/hosts\ny: allow once. n: deny. n and a reason: deny and tell the model why.\nAllow read_file once?',
  );
});

test(cite('APPROVE-8', "a call's dangers are printed before the answers, one line each"), () => {
  const grave = ['It deletes ~/work.', 'It runs a script that it downloads from x.test.'];
  const lines = asked({ toolName: 'run_command', grave }).split('\n');
  expect(lines.slice(3, 8)).toEqual([
    'Check carefully before you allow this:',
    '! It deletes ~/work.',
    '! It runs a script that it downloads from x.test.',
    'y: allow once. n: deny. n and a reason: deny and tell the model why.',
    'Allow run_command once?',
  ]);
});

const typical: ApprovalOffer[] = [
  { match: { tool: 'run_command', commandLine: 'npm test' }, label: 'exactly the command `npm test`' },
  {
    match: { tool: 'run_command', command: ['npm', 'x\nAllow'] },
    label: 'commands that start with `npm x\nAllow everything once?`',
  },
  { match: { tool: 'run_command' }, label: 'any command' },
];

test(
  cite('APPROVE-2', "an answer's possible rules are listed on their own lines, with their meaning and scope"),
  () => {
    const lines = choiceLines({ offers: typical, hasFolder: true });
    expect(lines.slice(1)).toEqual([
      'Or always allow (c: in this conversation, p: in this project, a: everywhere), followed by a number:',
      '1: exactly this command',
      '2: commands that start with `npm x⟨U+000A⟩Allow everything once?`',
      '3: any command (dangerous)',
      'A letter alone means number 1.',
    ]);
    expect(choiceLines({ offers: typical.slice(2), hasFolder: false })[1]).toBe(
      'Or always allow (c: in this conversation, a: everywhere): any command (dangerous)',
    );
    const toProcess = { match: { tool: 'write_command', process: 'c/1' }, label: 'anything write_command writes to 1' };
    expect(choiceLines({ offers: [toProcess], hasFolder: true })[1]).toBe(
      'Or always allow (c: in this conversation): anything write_command writes to 1',
    );
    expect(choiceLines({ offers: [], hasFolder: true })).toHaveLength(1);
    const outside = { match: { tool: 'read_file', path: '/etc/a' }, label: 'calls to read_file for /etc/a' };
    const beyond = { offers: [{ ...outside, outside: true as const }], hasFolder: true };
    expect(choiceLines(beyond)[1]).toBe(
      'Or always allow (c: in this conversation, p: in this project): calls to read_file for /etc/a (outside the project folder)',
    );
    expect(parseTypedAnswer('a', beyond)).toMatchObject({ decision: 'deny', misread: true });
  },
);

test(cite(['APPROVE-2', 'APPROVE-4'], 'an answer means what it says; anything else typed is a no'), () => {
  const choices = { offers: typical, hasFolder: true };
  const meant = (typed: string | null, given = choices) => {
    const { decision, remember, reason, misread } = parseTypedAnswer(typed, given);
    const rule = remember ? `${remember.scope} ${remember.offer}` : '';
    return [decision, rule, reason, misread ? 'misread' : ''].filter(Boolean).join(' ');
  };
  for (const yes of ['y', ' Y ', 'yes', 'YES']) expect(meant(yes)).toBe('allow');
  expect(meant('c')).toBe('allow conversation 0');
  expect(meant('P2')).toBe('allow project 1');
  expect(meant('a 3')).toBe('allow always 2');
  expect(meant('n')).toBe('deny');
  expect(meant('no  not in this folder ')).toBe('deny not in this folder');
  expect(meant('')).toBe('deny');
  expect(meant(null)).toBe('deny');
  for (const other of ['ok', 'c4', 'c0', 'a-1', 'y please', 'yes, but', 'cc', '1', 'always', 'p 1 2']) {
    expect([other, meant(other)]).toEqual([other, 'deny misread']);
  }
  // Only what was offered.
  expect(meant('p', { offers: typical, hasFolder: false })).toBe('deny misread');
  expect(meant('c', { offers: [], hasFolder: true })).toBe('deny misread');
});
