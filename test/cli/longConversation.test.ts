import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createClient } from '../../shared/protocol/client.ts';
import { cite } from '../support/cite.ts';
import { idAt, writeLongConversation } from '../support/longConversation.ts';
import { startProgram } from '../support/program.ts';
import { okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { webSocketLink } from '../support/webSocketLink.ts';

// The system counts what a process reads; only Linux reports it.
const counts = existsSync('/proc/self/io');
const root = join(import.meta.dirname, '../..');

test.skipIf(!counts)(
  cite('STORE-8', 'list, show --tail and request answer for 100,000 handwritten messages without reading them all'),
  { tags: ['all'] },
  () => {
    const folder = tempFolder();
    const data = join(folder, 'data');
    const long = writeLongConversation(data, { messages: 100_000, textLength: 400, keptAfterSummary: 200 });
    expect(long.bytes).toBeGreaterThan(60_000_000);
    const reporter = join(folder, 'report.mjs');
    const report = join(folder, 'report.txt');
    writeFileSync(
      reporter,
      `import { readFileSync, writeFileSync } from 'node:fs';
       process.on('exit', () => writeFileSync(process.env.REPORT, readFileSync('/proc/self/io', 'utf8')));`,
    );
    const run = (...args: string[]): { out: string; bytes: number } => {
      const done = spawnSync(
        process.execPath,
        [
          '--disable-warning=ExperimentalWarning',
          '--import',
          pathToFileURL(reporter).href,
          join(root, 'out/cli.js'),
          ...args,
          '--data',
          data,
        ],
        { encoding: 'utf8', cwd: folder, env: { ...process.env, REPORT: report }, maxBuffer: 1e9 },
      );
      expect(done.status, done.stderr).toBe(0);
      return { out: done.stdout, bytes: Number(/rchar: (\d+)/.exec(readFileSync(report, 'utf8'))?.[1]) };
    };
    // What the program reads for its own code.
    const itself = run('cost', '--data', join(folder, 'none')).bytes;
    const bound = itself + 4_000_000;

    const list = run('list', '--all', '--json');
    expect(JSON.parse(list.out)).toMatchObject([
      { id: long.conversationId, title: expect.stringContaining('Message 0') },
    ]);
    expect(list.bytes).toBeLessThan(bound);

    const show = run('show', long.conversationId.slice(0, 8), '--tail', '20', '--json');
    expect((JSON.parse(show.out) as { messages: { id: string }[] }).messages.at(-1)?.id).toBe(idAt(99_999));
    expect(show.bytes).toBeLessThan(bound);

    const request = run('request', long.conversationId, '-p', 'go on');
    const { messages } = JSON.parse(request.out) as { messages: { content: string }[] };
    expect(messages.at(-1)?.content).toContain('go on');
    expect(messages.some((message) => message.content?.startsWith('Message 99999'))).toBe(true);
    expect(messages.length).toBeLessThan(300);
    expect(request.bytes).toBeLessThan(bound);
  },
);

test.skipIf(!counts)(
  cite(
    'STORE-8',
    'the window gets its list, its last screen and earlier pages of 100,000 messages without reading them all',
  ),
  { tags: ['all'] },
  async () => {
    const folder = tempFolder();
    const data = join(folder, 'data');
    const long = writeLongConversation(data, { messages: 100_000, textLength: 400 });
    const host = startProgram(
      join(root, 'out/headless.js'),
      ['--browser', '--no-open', '--port', '0', '--data', data],
      { folder },
    );
    await host.prints('#token=');
    const [, port, token] = /127\.0\.0\.1:(\d+)\S*#token=(\S+)/.exec(host.said()) ?? [];
    const read = (): number => Number(/rchar: (\d+)/.exec(readFileSync(`/proc/${host.child.pid}/io`, 'utf8'))?.[1]);
    const client = createClient(await webSocketLink(Number(port), token as string));
    const before = read();
    const app = okValue(await client.call('app.open', {}));
    expect(app.conversations).toMatchObject([{ id: long.conversationId }]);
    const opened = okValue(await client.call('conversation.open', { conversationId: long.conversationId }));
    expect(opened.messages.at(-1)?.id).toBe(idAt(99_999));
    const earlier = okValue(
      await client.call('conversation.earlier', {
        conversationId: long.conversationId,
        before: opened.messages[0]?.id as string,
      }),
    );
    expect(earlier.messages).toHaveLength(200);
    expect(read() - before).toBeLessThan(4_000_000);
  },
);
