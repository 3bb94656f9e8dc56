import { beforeAll, describe, expect, test } from 'vitest';
import { forms } from '../../../e2e/gallery/boxFixture.ts';
import { conversationFixture, script } from '../../../e2e/gallery/conversationFixture.ts';
import { type CallRef, transcriptItems } from '../../../renderer/core/calls/items.ts';
import { toolIcon } from '../../../renderer/core/calls/toolIcon.ts';
import type { Session } from '../../../renderer/core/state/session.ts';
import { ToolCallBox } from '../../../renderer/features/calls/ToolCallBox.tsx';
import { resultForm } from '../../../renderer/features/results/resultForm.ts';
import type { Outcome, ToolMessage } from '../../../shared/conversation/message.ts';
import { hostileMarkdown } from '../../renderer/hostile.ts';
import { backgroundCommands } from '../../support/backgroundCommands.ts';
import { cite } from '../../support/cite.ts';
import { openWebSearch } from '../../support/openWebSearch.ts';
import { joinSession, settled, snapshotFixture } from '../../support/scriptedHost.ts';
import { staticMarkup, wordsOf } from '../../support/staticMarkup.tsx';
import { createToolCaller } from '../../support/toolCaller.ts';
import { volume } from '../../support/volume.ts';

let session: Session;
beforeAll(async () => {
  ({ session } = joinSession({ snapshot: snapshotFixture(), conversations: [conversationFixture()] }));
  session.connection.start();
  await settled();
  session.actions.show('current');
  await settled();
});

function called(name: string, args: unknown, content: string, more: Partial<ToolMessage> = {}): CallRef {
  const { messages } = script().user('go').asks(null, [name, args]).result(content, more);
  const item = transcriptItems(messages).find(({ type }) => type === 'calls');
  if (item?.type !== 'calls') throw new Error('no call');
  return item.calls[0] as CallRef;
}

function opened(call: CallRef): string {
  session.view.setState({ openCalls: { [call.key]: true } });
  const markup = staticMarkup(session, <ToolCallBox call={call} />);
  session.view.setState({ openCalls: {} });
  return markup;
}

const formOf = (...call: Parameters<typeof called>) => {
  const ref = called(...call);
  return resultForm(ref, ref.result as ToolMessage);
};

describe("a result's form", () => {
  test(cite('UI-1', 'every built-in tool has an icon, a sentence and its own form'), () => {
    const { tools } = createToolCaller(null, {
      background: backgroundCommands(),
      webSearch: openWebSearch({ backend: 'off', address: '' }),
    });
    const content: Record<string, [string, Partial<ToolMessage>, string]> = {
      read_file: ['     1\tone', {}, 'file'],
      list_files: ['src/\nsrc/a.ts', {}, 'list'],
      search_files: ['src/a.ts:3: found', {}, 'matches'],
      write_file: ['Wrote it.', { details: { diff: '@@ -0,0 +1 @@\n+one\n' } }, 'diff'],
      edit_file: ['Edited it.', { details: { diff: '@@ -1 +1 @@\n-one\n+two\n' } }, 'diff'],
      run_command: ['out', { details: { exitCode: 0 } }, 'terminal'],
      read_command: ['out', {}, 'terminal'],
      write_command: ['Written.', {}, 'text'],
      end_command: ['Ended.', {}, 'text'],
      fetch_url: ['[https://a.example · 200]\n# A', { details: { mediaType: 'text/html' } }, 'markdown'],
      todo_write: ['…', { details: { todos: { before: [], after: [] } } }, 'todos'],
      read_tool_result: ['plain', {}, 'text'],
      ask_user: [
        '…',
        { details: { question: { message: 'Which?', fields: [], answer: { action: 'accept', values: {} } } } },
        'none',
      ],
      present_plan: [
        '…',
        { details: { plan: { title: 'A', text: 'B', edited: false, answer: 'accepted', mode: 'edits' } } },
        'plan',
      ],
      run_agent: ['It is done.', {}, 'markdown'],
      web_search: ['…', { details: { sources: [{ title: 'A', url: 'https://a.example/', text: '' }] } }, 'sources'],
    };
    for (const { name } of tools) {
      const [text, more, form] = content[name] ?? ['', {}, 'missing'];
      const call = called(name, { path: 'a', command: 'b', pattern: 'c' }, text, more);
      expect([name, resultForm(call, call.result as ToolMessage).type]).toEqual([name, form]);
      expect(toolIcon(name)).not.toBe(toolIcon('no_such_tool'));
      expect(opened(call)).toContain(`data-form="${form}"`);
    }
  });

  test("another app's tool has the icon of our similar one", () => {
    for (const [theirs, ours] of [
      ...([
        ['Bash', 'run_command'],
        ['Read', 'read_file'],
        ['Edit', 'edit_file'],
      ] as const),
      ...([
        ['Grep', 'search_files'],
        ['task', 'run_agent'],
        ['TodoWrite', 'todo_write'],
      ] as const),
    ])
      expect(toolIcon(theirs)).toBe(toolIcon(ours));
  });

  test(
    cite('UI-1', "a server's result is a tree if it is JSON, even after text, and Markdown if it is Markdown"),
    () => {
      expect(formOf('mcp__a__b', {}, '{"a":[1,2]}')).toEqual({ type: 'json', before: '', value: { a: [1, 2] } });
      expect(formOf('mcp__a__b', {}, 'Fine.\n\n{"a":1}')).toEqual({ type: 'json', before: 'Fine.', value: { a: 1 } });
      expect(formOf('mcp__a__b', {}, '# Title\n\nSome **words**').type).toBe('markdown');
      for (const plain of [
        '{"a":',
        'no {json} here',
        '[not json]',
        '# just a comment',
        '"text"',
        '12',
        '- one\n- two',
      ]) {
        expect(formOf('mcp__a__b', {}, plain)).toEqual({ type: 'text', text: plain, quiet: false });
      }
    },
  );

  test('an unsuccessful result is text, whatever the tool', () => {
    for (const outcome of ['error', 'denied', 'cancelled', 'interrupted'] as Outcome[]) {
      expect(formOf('read_file', { path: 'a' }, '{"a":1}', { outcome }).type).toBe('text');
    }
  });

  test(
    cite('WORK-6', 'the pages that a search found are links with their host, and anything but an address is text'),
    () => {
      const [tool, args, content, more] = forms.sources ?? ['', {}, '', {}];
      const markup = opened(called(tool, args, content, more));
      expect([...markup.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.slice(0, 40))).toEqual([
        'https://example.com/guides/health-checks',
        'https://xn--fsqu00a.example/%E6%95%B0%E6',
        'https://a-rather-long-name-of-a-host-tha',
      ]);
      expect(markup.match(/rel="noopener noreferrer"/g)).toHaveLength(3);
      expect(wordsOf(markup)).toMatch(
        /4 results.*Array<string> & SELECT 1example\.com · 2026-11-10A check that counts/s,
      );
      expect(wordsOf(markup)).toMatch(/javascript:alert\(1\)javascript:alert\(1\)Not a link\./);
      const none = { details: { backend: 'brave', sources: [] } };
      expect(wordsOf(opened(called(tool, args, '…', none)))).toContain('No pages found.');
      expect(formOf(tool, args, 'plain').type).toBe('text');
      const odd = { details: { sources: [null, 1, { title: 'x' }, { title: 'y', url: 5 }, { title: 'A', url: 'B' }] } };
      expect(formOf(tool, args, '…', odd)).toEqual({ type: 'sources', sources: [{ title: 'A', url: 'B', text: '' }] });
    },
  );

  test(cite('UI-1', 'every form is rendered with its content'), () => {
    const shown = (name: string): string => {
      const [tool, args, content, more] = forms[name] ?? ['', {}, '', {}];
      return wordsOf(opened(called(tool, args, content, more)));
    };
    expect(shown('search')).toMatch(/src\/health\.ts.*9.*count\(\*\)/);
    expect(shown('list')).toContain('健康检查.ts');
    expect(shown('several')).toMatch(/Renamed file.*new\/name\.ts.*from old\/name\.ts/);
    expect(shown('several')).toContain('Not a text file, so its content isn’t shown.');
    expect(shown('several')).toContain('Deleted file');
    expect(shown('json')).toContain('9007199254740993');
    expect(shown('json')).toContain('240 items');
    expect(shown('todos')).toMatch(/1 of 2 done.*was: In progress.*New.*Ask the team.*Removed/);
    expect(shown('terminal')).toContain('[##########] 100 %');
    expect(shown('terminal')).not.toContain('40 %');
    expect(shown('markdown')).toContain('Health checks');
  });

  test(cite('UI-1', 'an address named by a server is text: nothing follows it'), () => {
    const [tool, args, content, more] = forms.link ?? ['', {}, '', {}];
    expect(opened(called(tool, args, content, more))).not.toMatch(/<a |href=|src=/);
  });

  test(cite('SEC-4', 'hostile results do nothing in any form'), { timeout: 600_000 }, () => {
    // A third of the texts in the short run; renderer/hostileContent renders all of them as Markdown.
    for (const text of hostileMarkdown.filter((_, at) => at % volume({ short: 3, all: 1 }) === 0)) {
      const bodies: Parameters<typeof called>[] = [
        ['mcp__a__b', { text }, `# Title\n\n**a**\n\n${text}`],
        ['mcp__a__b', { [text]: text }, JSON.stringify({ [text]: [text] })],
        ['fetch_url', { url: 'https://a.example' }, `[x]\n${text}`, { details: { mediaType: 'text/html' } }],
        ['run_command', { command: text }, text, { details: { exitCode: 0 } }],
        ['search_files', { pattern: '(a+)+$' }, `a.ts:1: ${text.replaceAll('\n', ' ')}`],
        ['list_files', {}, text],
        ['edit_file', {}, '', { details: { diff: `--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+${text.split('\n')[0]}\n` } }],
      ];
      for (const body of bodies) {
        const markup = opened(called(...body));
        expect(markup).not.toMatch(/<(?:script|iframe|object|embed|form|svg on|img|video|link|meta|style)\b/i);
        expect(markup).not.toMatch(/(?:href|src)="(?!https?:|mailto:|#)/i);
        expect(markup.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^>]* on\w+=/i);
      }
    }
  });
});

describe("a call's row", () => {
  const name = (call: CallRef): string =>
    /<button[^>]*aria-label="([^"]*)"/.exec(staticMarkup(session, <ToolCallBox call={call} />))?.[1] ?? '';

  test(cite('UI-1', 'tells screen readers what was done, its state and its cost'), () => {
    const states: [Outcome, string][] = [
      ['ok', 'Read a.ts, Done'],
      ['error', 'Read a.ts, Failed'],
      ['denied', 'Read a.ts, Denied'],
      ['cancelled', 'Read a.ts, Canceled'],
      ['interrupted', 'Read a.ts, Interrupted'],
    ];
    for (const [outcome, said] of states) {
      expect(name(called('read_file', { path: 'a.ts' }, 'one', { outcome }))).toBe(said);
    }
    const unstarted = { outcome: 'interrupted' as const, details: { interrupted: 'not_started' } };
    expect(name(called('read_file', { path: 'a.ts' }, '', unstarted))).toBe('Read a.ts, Not started');
  });

  test.each<[string, Partial<ToolMessage>, string, string]>([
    ['a short call', {}, 'Read a.ts, Done', '40 ms · 3 B'],
    ['a long call', { duration: 3_400 }, 'Read a.ts, Done, 3.4 s', '3.4 s · 3 B'],
    ['a failed call', { duration: 1_000, outcome: 'error' }, 'Read a.ts, Failed, 1.0 s', '1.0 s'],
  ])(
    cite('UI-1', 'shows a duration from one second on, and the size only in its tooltip: %s'),
    (_case, more, row, tip) => {
      const markup = staticMarkup(session, <ToolCallBox call={called('read_file', { path: 'a.ts' }, 'one', more)} />);
      expect(/<button[^>]*aria-label="([^"]*)" title="([^"]*)"/.exec(markup)?.slice(1)).toEqual([row, tip]);
      expect(markup.replaceAll(/<[^>]*>/g, ' ')).not.toMatch(/\d (?:ms|B|kB)\b/);
    },
  );

  test('when collapsed has its row, its menu, and no part of its result', () => {
    const markup = staticMarkup(session, <ToolCallBox call={called('plot', {}, `${'x'.repeat(500)}marker`)} />);
    expect(markup).not.toContain('marker');
    expect(markup.match(/<button/g)).toHaveLength(2);
    expect(markup).toContain('Call actions');
  });
});
