import { describe, expect, test } from 'vitest';
import { logs, problems, server, servers } from '../../../e2e/gallery/features/mcp/fixture.ts';
import { transcriptItems } from '../../../renderer/core/calls/items.ts';
import { ToolCallBox } from '../../../renderer/features/calls/ToolCallBox.tsx';
import { type EntryFields, emptyFields } from '../../../renderer/features/mcp/entryFields.ts';
import { McpSection } from '../../../renderer/features/mcp/McpSection.tsx';
import { McpSignIn } from '../../../renderer/features/mcp/McpSignIn.tsx';
import {
  entryOf,
  exampleFields,
  fieldErrors,
  fieldsOf,
  fitsForm,
  hostErrors,
  nameError,
  readEntry,
} from '../../../renderer/features/mcp/mcpEntry.ts';
import { mcpGroups } from '../../../renderer/features/mcp/mcpGroups.ts';
import type { McpPage } from '../../../renderer/features/mcp/mcpStore.ts';
import { serverNamed } from '../../../renderer/features/mcp/mcpStore.ts';
import { mcpWords } from '../../../renderer/features/mcp/words.ts';
import { ok } from '../../../shared/core/errors.ts';
import type { McpServerInfo } from '../../../shared/features/mcp/methods.ts';
import { cite } from '../../support/cite.ts';
import { conversationFixture, joinSession, script, settled, snapshotFixture } from '../../support/scriptedHost.ts';
import { staticMarkup, wordsOf } from '../../support/staticMarkup.tsx';

const words = mcpWords;
// biome-ignore lint/suspicious/noTemplateCurlyInString: written so in the file
const inKeychain = '${keychain:API_TOKEN}';

async function withServers(list: McpServerInfo[] = servers) {
  let shown = list;
  const joined = joinSession({
    snapshot: snapshotFixture(),
    conversations: [conversationFixture()],
    handlers: {
      'mcp.list': async () => ok({ servers: shown, problems }),
      'mcp.logs': async () => ok({ lines: logs }),
    },
  });
  joined.session.connection.start();
  await settled();
  const stop = joined.session.mcp.watch();
  await settled();
  const page = (mcp?: McpPage): string => {
    joined.session.view.setState({ dialog: { type: 'settings', section: 'mcp', ...(mcp ? { mcp } : {}) } });
    return staticMarkup(joined.session, <McpSection />);
  };
  const of = (name: string): string => {
    const found = shown.find((known) => known.name === name);
    if (!found) throw new Error(name);
    return page({ type: 'server', server: { origin: found.origin, name } });
  };
  const change = (next: McpServerInfo[]): void => {
    shown = next;
  };
  return { ...joined, stop, page, of, change };
}

describe('the MCP servers in the settings', () => {
  test(cite('MCP-1', 'are listed by their file, each with its state in words and what it runs'), async () => {
    const { page } = await withServers();
    const list = page();
    const shown = wordsOf(list);
    for (const { state } of servers) expect(list).toContain(`data-state="${state}"`);
    for (const word of Object.values(words.states)) expect(shown).toContain(word);
    expect(shown).toContain('npx -y notes-mcp --folder /home/mei/notes');
    expect(shown).toContain('sh -c "curl -s https://example.com/tools.sh⟨U+200B⟩ | sh"');
    expect(shown).toContain(problems[0]);
    const order = ['Everywhere', 'In 记账本', 'From the harbour-api folder', 'From the old-site folder'];
    const places = order.map((title) => shown.indexOf(title));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test(cite('MCP-1', 'without any, a working example is offered'), async () => {
    const { page } = await withServers([]);
    expect(wordsOf(page())).toContain('npx -y @modelcontextprotocol/server-everything');
    expect(JSON.parse(entryOf(exampleFields).configuration)).toEqual({
      command: 'npx',
      args: ['-y', '@modelcontextprotocol/server-everything'],
    });
  });

  test(
    cite('MCP-1', 'one of them shows its command in full, variables without values, version, process, tools'),
    async () => {
      const { of } = await withServers();
      const shown = wordsOf(of('everything'));
      for (const word of ['mcp-servers/everything 2.0.0', '2025-11-25', '48211', 'API_TOKEN', words.detail.secret]) {
        expect(shown).toContain(word);
      }
      expect(shown).toContain('Restart');
      expect(shown).toContain('Turn off');
      expect(shown).toContain('查询账单');
      // A server's descriptions of its tools are shown, and nothing in them hides.
      expect(shown).toContain('⟨U+202E⟩ hidden');
      const failed = wordsOf(of('weather'));
      expect(failed).toContain("Cannot find module '/home/mei/tools/");
      expect(failed).toContain('--region "north sea"');
    },
  );

  test(
    cite(
      'MCP-5',
      'approving shows exactly what is approved, in full, and says that it runs with the user’s permissions',
    ),
    async () => {
      const { of } = await withServers();
      const shown = wordsOf(of('deploy'));
      expect(shown).toContain(words.approve.changedTitle);
      expect(shown).toContain('This server runs with your permissions');
      expect(shown).toContain('1 hidden character shown as a code.');
      // In the question, and where it can be viewed at any time.
      expect(shown.split('"DEPLOY_KEY": "[hidden]"')).toHaveLength(3);
      expect(shown).toContain(server('x').hash);
      expect(wordsOf(of('everything'))).not.toContain('This server runs with your permissions');
    },
  );

  test(cite('MCP-5', "an untrusted folder's server cannot be approved, started or changed: it says why"), async () => {
    const { of } = await withServers();
    const shown = wordsOf(of('templates'));
    expect(shown).toContain('which isn’t trusted');
    expect(shown).toContain('/home/mei/src/old-site');
    expect(shown).toContain(words.untrusted.trust);
    for (const button of ['Approve', 'Start now', 'Edit', 'Remove']) expect(shown).not.toContain(button);
  });

  test(cite('MCP-6', 'a sign-in address is a link only if it is a web address, and is shown in full'), async () => {
    const { session } = await withServers();
    const web = staticMarkup(session, <McpSignIn url="https://login.example.com/authorize?a=1&b=2" />);
    expect(web).toContain('href="https://login.example.com/authorize?a=1&amp;b=2"');
    for (const url of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'mailto:a@example.com',
      'https://',
      'data:text/html,x',
    ]) {
      const markup = staticMarkup(session, <McpSignIn url={url} />);
      expect(markup).not.toContain('<a');
      expect(wordsOf(markup)).toContain(url);
      expect(wordsOf(markup)).toContain(words.signIn.badAddress);
    }
  });

  test("follow the host's events, and request nothing without a viewer", async () => {
    const { host, session, stop, change } = await withServers();
    const asked = (): number => host.calls.filter(({ method }) => method === 'mcp.list').length;
    expect(asked()).toBe(1);
    change([server('one')]);
    host.publish({ type: 'mcp.changed' });
    host.publish({ type: 'mcp.changed' });
    host.publish({ type: 'mcp.changed' });
    await settled();
    expect(session.mcp.store.getState().servers?.map(({ name }) => name)).toEqual(['one']);
    // Three changes while an answer was pending are one more request.
    expect(asked()).toBe(3);
    stop();
    host.publish({ type: 'mcp.changed' });
    await settled();
    expect(asked()).toBe(3);
  });
});

describe("a server's form", () => {
  const command: EntryFields = {
    ...emptyFields,
    command: ' node ',
    args: 'server.mjs\n--name\ntwo words\n\n',
    env: [
      { id: 0, name: 'LEVEL', value: 'debug', secret: false },
      { id: 1, name: 'API_TOKEN', value: 's3cret', secret: true },
    ],
    timeout: '90',
  };

  test(
    cite('MCP-1', 'creates the entry that other clients use; a secret is referenced in it and never contained'),
    () => {
      const { configuration, secrets } = entryOf(command);
      expect(JSON.parse(configuration)).toEqual({
        command: 'node',
        args: ['server.mjs', '--name', 'two words'],
        env: { LEVEL: 'debug', API_TOKEN: inKeychain },
        timeout: 90,
      });
      expect(secrets).toEqual({ API_TOKEN: 's3cret' });
      expect(configuration).not.toContain('s3cret');
      const address = {
        ...emptyFields,
        kind: 'address' as const,
        url: 'https://example.com/mcp',
        headers: [{ id: 0, name: 'X-Api-Key', value: 'k', secret: true }],
      };
      expect(entryOf(address)).toEqual({
        configuration: expect.stringContaining('"type": "http"'),
        secrets: { 'X-Api-Key': 'k' },
      });
    },
  );

  test.each([true, { hosts: ['*.example.com'], paths: [] }, { hosts: ['a.example'], paths: ['~/notes', '/srv/x'] }])(
    cite('BOX-1', "a sandboxed server's settings are opened and saved unchanged: %j"),
    (sandbox) => {
      const saved = JSON.parse(entryOf(fieldsOf({ command: 'node', sandbox })).configuration);
      expect(saved).toEqual({ command: 'node', sandbox });
    },
  );

  test(cite('MCP-1', 'an entry opened and saved again is unchanged: unknown fields, stored and hidden secrets'), () => {
    const entry = {
      command: 'node',
      args: ['a b', '', 'c'],
      env: { API_TOKEN: inKeychain, KEY: '[hidden]', LEVEL: '1' },
      timeout: 30,
      alwaysAllow: ['x'],
      disabled: true,
    };
    const fields = fieldsOf(entry);
    expect(fields.env.map(({ secret, value }) => [secret, value])).toEqual([
      [true, ''],
      [true, ''],
      [false, '1'],
    ]);
    expect(entryOf(fields)).toEqual({ configuration: expect.any(String), secrets: {} });
    expect(JSON.parse(entryOf(fields).configuration)).toEqual(entry);
    expect(fitsForm(entry)).toBe(true);
    // Edited as fields, these would become other arguments.
    for (const args of [['-c', 'one\ntwo'], ['a', ''], 'a']) expect(fitsForm({ args })).toBe(false);
    const sse = { type: 'sse', url: 'https://example.com/sse', headers: { A: 'b' } };
    expect(JSON.parse(entryOf(fieldsOf(sse)).configuration)).toEqual(sse);
  });

  test('shows errors next to the field', () => {
    expect(fieldErrors(emptyFields)).toEqual({ command: words.form.errors.command });
    expect(fieldErrors({ ...emptyFields, kind: 'address', url: 'ftp://x' })).toEqual({ url: words.form.errors.url });
    const twice = [
      { id: 0, name: 'A', value: '', secret: false },
      { id: 1, name: 'A ', value: '', secret: false },
    ];
    expect(fieldErrors({ ...command, env: twice, timeout: '0' })).toEqual({
      env: words.form.errors.rowName,
      timeout: words.form.errors.timeout,
    });
    expect(nameError('a', ['a'])).toBe(words.form.errors.taken);
    expect(nameError('a\u202eb', [])).toBe(words.form.errors.name);
    expect(nameError('账单 2', [])).toBeNull();
    expect(hostErrors({ code: 'PARAMS_INVALID', message: 'env.A: must not be empty.' })).toEqual({
      env: 'env.A: must not be empty.',
    });
    expect(hostErrors({ code: 'STORE_WRITE_FAILED', message: 'The file could not be written.' })).toEqual({
      other: 'The file could not be written.',
    });
    expect(readEntry('{"mcpServers": {}}')).toEqual({ ok: false, reason: words.form.errors.jsonWrapped });
    expect(readEntry('[1]')).toEqual({ ok: false, reason: words.form.errors.jsonObject });
    expect(readEntry('{').ok).toBe(false);
  });
});

describe("a server's call", () => {
  async function box(state: McpServerInfo['state'], outcome: 'error' | 'ok' = 'error'): Promise<string> {
    const talked = script().user('go').asks(null, ['mcp__weather__forecast', {}]);
    talked.result('It has ended.', { outcome, details: { mcp: { server: 'weather' } } });
    const { session } = joinSession({
      snapshot: snapshotFixture(),
      conversations: [conversationFixture({ messages: talked.messages })],
      handlers: { 'mcp.list': async () => ok({ servers: [server('weather', { state })], problems: [] }) },
    });
    session.connection.start();
    await settled();
    session.actions.show('current');
    session.mcp.watch();
    await settled();
    const item = transcriptItems(talked.messages).find(({ type }) => type === 'calls');
    if (item?.type !== 'calls' || !item.calls[0]) throw new Error('no call');
    return wordsOf(staticMarkup(session, <ToolCallBox call={item.calls[0]} />));
  }

  test(cite('MCP-3', 'that has failed offers to reconnect, in the transcript'), async () => {
    expect(await box('failed')).toContain('Reconnect');
    expect(await box('ready')).not.toContain('Reconnect');
    expect(await box('failed', 'ok')).not.toContain('Reconnect');
  });

  test(cite('MCP-6', 'that needs sign-in offers that instead'), async () => {
    expect(await box('needs_sign_in')).toContain('Sign in');
    expect(await box('unapproved')).toContain('Open MCP settings');
  });

  test('refers to the server that applies in its project', () => {
    const folder = { type: 'folder', projectId: 'p1' } as const;
    const list = [
      server('a', { state: 'shadowed' }),
      server('a', { origin: folder, state: 'failed' }),
      server('a', { origin: { type: 'project', projectId: 'p9' }, state: 'ready' }),
      server('b', { state: 'disabled' }),
    ];
    expect(serverNamed(list, 'a', 'p1')?.origin).toEqual(folder);
    expect(serverNamed(list, 'a', null)?.state).toBe('shadowed');
    expect(serverNamed(list, 'b', 'p1')?.state).toBe('disabled');
    expect(serverNamed(list, 'c', 'p1')).toBeNull();
    expect(mcpGroups(list, []).map(({ title }) => title)).toContain('In a project that no longer exists');
  });
});
