// Attacks by a model through commands, with the whole app: in the sandbox each is rejected or invisible, and the call's
// box says which; outside, the same commands succeed, so that the test can fail.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SandboxDetails, SandboxViolation } from '../../shared/conversation/sandbox.ts';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { reasonAgainstSandbox } from '../support/withoutSandbox.ts';

const reason = reasonAgainstSandbox();

/** A place with a home, a project that is a repository, and data, none of them below the sandbox's own /tmp. */
function place() {
  const root = mkdtempSync('/var/tmp/throughline-');
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [home, folder, dataDir] = [path.join(root, 'home'), path.join(root, 'project'), path.join(root, 'data')];
  for (const each of [path.join(home, '.ssh'), folder, dataDir]) mkdirSync(each, { recursive: true });
  writeFileSync(path.join(home, '.ssh', 'id_x'), 'the private key\n');
  execFileSync('git', ['init', '-q', folder]);
  return { home, folder, dataDir };
}

/** One turn with these commands; returns their results. Approvals are denied in the sandbox, and allowed outside. */
async function ran(where: ReturnType<typeof place>, mode: 'sandbox' | 'all', commands: readonly string[]) {
  const { home, ...at } = where;
  const app = await startTestApp({ ...at, env: { HOME: home, PATH: process.env.PATH ?? '' } });
  const id = await app.start();
  await app.call('conversation.configure', { conversationId: id, approvalMode: mode });
  const answered = new Set<string>();
  app.client.onEvent((each) => {
    if (!('event' in each) || each.event.type !== 'call.waiting') return;
    const { approvalId } = each.event.approval;
    if (answered.has(approvalId)) return;
    answered.add(approvalId);
    const decision = mode === 'all' ? 'allow' : 'deny';
    void app.call('approval.answer', { conversationId: id, approvalId, decision });
  });
  const calls = commands.map((command, at) => ({
    ...{ id: String(at), name: 'run_command' },
    arguments: JSON.stringify({ command }),
  }));
  app.model.push({ calls }, { text: 'done' });
  const ended = app.event('run.ended');
  await app.call('run.send', { conversationId: id, text: 'go' });
  await ended;
  const results = app.rows(id).flatMap((row) => (row.role === 'tool' ? row : []));
  await app.close();
  return results.map(({ content, details }) => ({ content, sandbox: details?.sandbox as SandboxDetails | undefined }));
}

function violationsOf(sandbox: SandboxDetails | undefined): SandboxViolation[] {
  if (!sandbox || sandbox.kind === 'none') throw new Error('it did not run in the sandbox');
  return sandbox.violations;
}

describe.skipIf(reason !== null)(`attacks from within${reason ? ` (skipped: ${reason})` : ''}`, () => {
  test(cite(
    ['BOX-1', 'BOX-2', 'BOX-3'],
    'each is rejected or hidden, and its box says which; outside the sandbox each succeeds',
  ), {
    tags: ['all'],
  }, async () => {
    const server = createServer((_request, response) => response.end('hello from outside'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const marker = `${process.pid}${Date.now()}`;
    const fetching = (host: string): string =>
      `node -e "fetch('http://${host}:${port}/').then(r=>r.text()).then(console.log,()=>process.exit(1))"`;
    const commands = ({ home, dataDir }: ReturnType<typeof place>): string[] => [
      `echo x > ${home}/made`,
      'echo x > .git/hooks/pre-commit',
      `echo x > ${dataDir}/made`,
      `cat ${home}/.ssh/id_x`,
      `cat /proc/${process.pid}/environ | wc -c`,
      fetching('127.0.0.1'),
      fetching('shop.example'),
      `(setsid sleep 300.${marker} > /dev/null 2>&1 &) ; echo begun`,
      `echo x > /tmp/made-${marker}`,
    ];
    onTestFinished(() => rmSync(`/tmp/made-${marker}`, { force: true }));
    const made = ({ home, dataDir, folder }: ReturnType<typeof place>): boolean[] =>
      [`${home}/made`, `${folder}/.git/hooks/pre-commit`, `${dataDir}/made`, `/tmp/made-${marker}`].map((each) =>
        existsSync(each),
      );
    const running = (): string =>
      execFileSync('sh', ['-c', `ps -eo args | grep -c '[s]leep 300.${marker}' || true`])
        .toString()
        .trim();

    const inside = place();
    const held = await ran(inside, 'sandbox', commands(inside));
    expect(made(inside)).toEqual([false, false, false, false]);
    await expect.poll(running).toBe('0');
    const said = held.map(({ content }) => content);
    expect(said[3]).not.toContain('the private key');
    expect(said[4]).toMatch(/^0$/m);
    expect(said[5]).not.toContain('hello');
    const named = held.map(({ sandbox }) =>
      violationsOf(sandbox).map((each) => ('path' in each ? each.path : each.host)),
    );
    expect(named[0]).toEqual([`${inside.home}/made`]);
    expect(named[1]).toEqual([`${inside.folder}/.git/hooks/pre-commit`]);
    expect(named[2]).toEqual([`${inside.dataDir}/made`]);
    expect(named[3]?.[0]).toMatch(/\.ssh/);
    expect(named[6]).toEqual(['shop.example']);
    expect(held.every(({ sandbox }) => sandbox?.kind === 'bubblewrap')).toBe(true);

    const outside = place();
    const free = await ran(outside, 'all', commands(outside));
    expect(made(outside)).toEqual([true, true, true, true]);
    expect(free[3]?.content).toContain('the private key');
    expect(free[4]?.content).not.toMatch(/^0$/m);
    expect(free[5]?.content).toContain('hello from outside');
  });

  test(cite(
    ['BOX-1', 'BOX-3'],
    "a project's own tests, build and git pass without approval and without sandbox messages",
  ), { tags: ['all'] }, async () => {
    const where = place();
    const { folder } = where;
    mkdirSync(path.join(folder, 'src'));
    mkdirSync(path.join(folder, 'node_modules', '.bin'), { recursive: true });
    const tsc = path.resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
    symlinkSync(tsc, path.join(folder, 'node_modules', '.bin', 'tsc'));
    const scripts = {
      build: 'tsc src/sum.ts --outDir dist --module nodenext --target es2022',
      test: 'npm run build && node --test',
    };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'small', type: 'module', scripts }));
    writeFileSync(path.join(folder, '.gitignore'), 'node_modules\ndist\n');
    writeFileSync(path.join(folder, 'src/sum.ts'), 'export const sum = (a: number, b: number): number => a + b;\n');
    const testing =
      "import { test } from 'node:test';import assert from 'node:assert';import { sum } from './dist/sum.js';test('sums', () => assert.equal(sum(1, 2), 3));\n";
    writeFileSync(path.join(folder, 'sum.test.mjs'), testing);
    const commit = "git -c user.name=a -c user.email=a@example.com commit -q -m 'first'";
    const results = await ran(where, 'sandbox', [
      'npm test',
      'git status --short',
      `git add -A && ${commit}`,
      'git log --oneline',
      'npm run build',
    ]);
    expect(results.map(({ content }) => content.split('\n').at(-1))).toEqual(results.map(() => '[exit code 0]'));
    expect(results.flatMap(({ sandbox }) => violationsOf(sandbox))).toEqual([]);
    expect(results[0]?.content).toMatch(/pass 1/);
    expect(results[3]?.content).toMatch(/first/);
  });
});
