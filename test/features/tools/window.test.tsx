// The pages of rules and tools, result images, and tools run by the user.

import { describe, expect, test } from 'vitest';
import { listedTools, rules } from '../../../e2e/gallery/toolFixture.ts';
import { toolScenes } from '../../../e2e/gallery/toolScenes.ts';
import { RulesList } from '../../../renderer/features/approvals/rules/RulesList.tsx';
import { readRule } from '../../../renderer/features/approvals/rules/ruleDraft.ts';
import { LiveToolRun, ToolRunRow } from '../../../renderer/features/chat/transcript/ToolRunRow.tsx';
import { ModelMenu } from '../../../renderer/features/models/ModelMenu.tsx';
import { ResultImages } from '../../../renderer/features/results/ResultImages.tsx';
import { argumentsProblem } from '../../../renderer/features/tools/run/argumentsProblem.ts';
import { initialArguments, parametersOf } from '../../../renderer/features/tools/run/schemaParameters.ts';
import { ToolsSection, toolGroups } from '../../../renderer/features/tools/ToolsSection.tsx';
import type { ConversationState } from '../../../shared/conversation/event.ts';
import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import type { RuleInfo } from '../../../shared/features/approvals/ruleMethods.ts';
import { cite } from '../../support/cite.ts';
import { conversationFixture, joinSession, settled, snapshotFixture } from '../../support/scriptedHost.ts';
import { staticMarkup, wordsOf } from '../../support/staticMarkup.tsx';

async function joined(change: Partial<ConversationState> = {}, list: () => RuleInfo[] = () => rules) {
  const host = joinSession({
    snapshot: snapshotFixture(),
    conversations: [conversationFixture(change)],
    handlers: {
      'permission.list': async () => ok({ rules: list() }),
      'tool.list': async () => ok({ tools: listedTools }),
      'mcp.list': async () => ok({ servers: [], problems: [] }),
      'conversation.configure': async () => ok({}),
    },
  });
  host.session.connection.start();
  await settled();
  host.session.actions.show('current');
  await settled();
  return host;
}

describe('the rules page', () => {
  test(cite('APPROVE-2', 'each rule shows its subject, scope, creation, origin, and last use'), async () => {
    const { session } = await joined();
    session.lists.rules.want();
    await settled();
    const markup = staticMarkup(session, <RulesList />);
    const text = wordsOf(markup);
    expect(markup.match(/<li /g)).toHaveLength(rules.length);
    expect(text).toContain('Allow: Commands that start with npm testIn the project harbour-api');
    // 12 when the fixture was made; a busy machine may have taken its time since.
    expect(text).toMatch(
      /From your answer in “Move the retry policy into one place” · created 1 h ago · last used (1[2-9]|[2-4]\d) min ago/,
    );
    expect(text).toContain('Deny: Commands that start with git push');
    expect(text).toContain('From your answer in a deleted conversation');
    expect(text).toContain('not used yet');
    expect(text).toContain('docker⟨U+202E⟩');
    expect(markup).toContain('aria-label="Remove: Deny: Commands that start with `git push`"');
  });

  test(cite('APPROVE-2', 'without rules it explains how one is created'), async () => {
    const { session } = await joined({}, () => []);
    session.lists.rules.want();
    await settled();
    const text = wordsOf(staticMarkup(session, <RulesList />));
    expect(text).toContain('No rules yet.');
    expect(text).toContain('Add rule');
  });

  test(cite('APPROVE-2', 'it is loaded while visible, and again when a rule has changed'), async () => {
    let now = rules;
    const { session, host } = await joined({}, () => now);
    const asked = (): number => host.calls.filter(({ method }) => method === 'permission.list').length;
    host.publish({ type: 'permissions.changed' });
    await settled();
    expect(asked()).toBe(0);
    const done = session.lists.rules.want();
    await settled();
    now = [];
    host.publish({ type: 'permissions.changed' });
    await settled();
    const before = asked();
    expect(before).toBeGreaterThan(1);
    expect(session.lists.rules.store.getState().value).toEqual([]);
    done();
    done();
    host.publish({ type: 'permissions.changed' });
    await settled();
    expect(asked()).toBe(before);
  });

  test(
    cite('APPROVE-2', 'a hand-written rule is about words, a path, a site, a tool or a server; never about everything'),
    () => {
      const rule = (kind: Parameters<typeof readRule>[0]['kind'], text: string) =>
        readRule({ kind, text, pathTool: 'write_file' });
      expect(rule('command', '  npm   test ')).toEqual({ match: { tool: 'run_command', command: ['npm', 'test'] } });
      for (const bad of ['npm test; rm -rf /', 'npm $X', 'a|b', '"npm test"', 'npm *', '']) {
        expect(rule('command', bad)).toHaveProperty('error');
      }
      expect(rule('path', 'src/**')).toEqual({ match: { tool: 'write_file', path: 'src/**' } });
      expect(rule('origin', 'https://example.com/some/page')).toEqual({
        match: { tool: 'fetch_url', origin: 'https://example.com' },
      });
      expect(rule('origin', 'example.com')).toHaveProperty('error');
      expect(rule('server', 'github')).toEqual({ match: { tool: '*', server: 'github' } });
      expect(rule('tool', '*')).toHaveProperty('error');
    },
  );
});

describe('the tools page', () => {
  test(cite('TOOL-1', 'tools are grouped by origin, each with a switch and its description'), async () => {
    const { session } = await joined();
    session.lists.tools.want();
    await settled();
    const markup = staticMarkup(session, <ToolsSection />);
    expect(wordsOf(markup)).toMatch(/Built in2 of 3 on.*Read file.*Reads.*Server github1 of 2 on/);
    expect(markup).toMatch(/aria-label="Read file is on"[^>]*checked=""/);
    expect(markup).not.toMatch(/aria-label="Fetch page is on"[^>]*checked=""/);
    // Built-in tools are described to the user, not as the model knows them.
    expect(wordsOf(markup)).not.toContain('read_file');
    expect(wordsOf(markup)).toContain('Reads a text file of the project, or looks at an image.');
    expect(wordsOf(markup)).toContain('Tool search threshold');
  });

  test('a search keeps tools that contain its words in the name, the description or the server', () => {
    const names = (typed: string): string[] =>
      toolGroups(listedTools, typed).flatMap(({ tools }) => tools.map((t) => t.name));
    expect(names('')).toHaveLength(listedTools.length);
    expect(names('git search')).toEqual(['github__search_code']);
    expect(names('仓库')).toEqual(['github__create_issue']);
    expect(names('fetch page')).toEqual(['fetch_url']);
    expect(names('nothing')).toEqual([]);
  });

  test('a host error replaces the list', async () => {
    const host = joinSession({
      snapshot: snapshotFixture(),
      handlers: { 'tool.list': async () => fail('STORE_READ_FAILED', 'The project could not be read.') },
    });
    host.session.connection.start();
    await settled();
    host.session.lists.tools.want();
    await settled();
    expect(wordsOf(staticMarkup(host.session, <ToolsSection />))).toContain('The project could not be read.');
  });
});

describe('a tool run by the user', () => {
  const schema = listedTools[1]?.parameters ?? {};

  test(cite('AGENT-3', 'its arguments start as its schema requires, and errors in them are reported'), () => {
    expect(JSON.parse(initialArguments(schema))).toEqual({ command: '' });
    expect(JSON.parse(initialArguments(listedTools[3]?.parameters ?? {}))).toEqual({ owner: '', repo: '', title: '' });
    expect(argumentsProblem('{"command":"ls"}', schema)).toBeNull();
    expect(argumentsProblem('{"command":', schema)).toMatchObject({ fatal: true });
    expect(argumentsProblem('[1]', schema)).toMatchObject({ fatal: true });
    expect(argumentsProblem('', schema)).toEqual({ message: 'Missing: command.', fatal: false });
    expect(argumentsProblem('{"command":"ls","no":1}', schema)?.message).toBe('Unknown arguments: no.');
    expect(argumentsProblem('{"command":7}', schema)?.message).toBe('“command” must be string.');
  });

  test('an empty or invalid schema does no harm', () => {
    for (const bad of [{}, { properties: 7 }, { properties: { a: null }, required: 'a' }, { type: [] }]) {
      expect(JSON.parse(initialArguments(bad))).toEqual({});
      expect(argumentsProblem('{"a":1}', bad)).toBeNull();
    }
    expect(parametersOf({ properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } } })[0]?.types).toBe(
      'string or null',
    );
  });

  test(cite('AGENT-3', "is in the transcript as the user's: while it runs, waits, and once stored"), async () => {
    const byHand = { messageId: 'h1', toolName: 'run_command', arguments: '{"command":"git status"}' };
    const run = { runId: 'r', startedAt: '2026-03-03T09:00:00Z', phase: 'tools' as const, byHand };
    const call = { messageId: 'h1', index: 0, state: 'queued' as const, output: '' };
    const { session } = await joined({ run, calls: [call] });
    const live = staticMarkup(session, <LiveToolRun />);
    expect(wordsOf(live)).toContain('You ran');
    expect(wordsOf(live)).toContain('$ git status');
    const message = toolScenes.toolRun?.().conversation?.messages.at(-1) as ToolMessage;
    const stored = staticMarkup(session, <ToolRunRow message={message} />);
    expect(wordsOf(stored)).toContain('$ git status');
    expect(stored).toContain('data-result-mark="hidden"');
  });

  test('is no longer shown as running once its record is there', async () => {
    const byHand = { messageId: 'h1', toolName: 'run_command', arguments: '{}' };
    const { session } = await joined({ run: { runId: 'r', startedAt: '', phase: 'tools', byHand } });
    expect(staticMarkup(session, <LiveToolRun />)).toBe('');
  });
});

test(cite('TOOL-1', "a result's image is loaded only where it is shown, and an invalid one is reported"), async () => {
  const { session, host } = await joined();
  const message = toolScenes.images?.().conversation?.messages[3] as ToolMessage;
  const markup = staticMarkup(session, <ResultImages result={message} sentence="Used plot" />);
  expect(markup.match(/<li/g)).toHaveLength(3);
  expect(wordsOf(markup)).toContain('An attachment of type image/svg+xml.');
  expect(markup).not.toContain('<img');
  expect(host.calls.some(({ method }) => method === 'attachment.read')).toBe(false);
});

test(cite('LOOP-11', 'a server required in each turn is shown at the composer, and can be removed'), async () => {
  const { session, host } = await joined({ requiredServer: 'github' });
  expect(staticMarkup(session, <ModelMenu />)).toContain('Use a tool from github in every turn');
  expect(wordsOf(staticMarkup(session, <ModelMenu />))).toContain('github');
  await session.actions.chooseRequiredServer(null);
  expect(host.calls.at(-1)).toEqual({
    method: 'conversation.configure',
    params: { conversationId: 'current', requiredServer: null },
  });
  expect(staticMarkup((await joined()).session, <ModelMenu />)).not.toContain('github');
});
