import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanTitle, maxTitleInputLength } from '../../electron/conversation/title.ts';
import { safeText } from '../../electron/host/terminal/terminalText.ts';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { throughline } from '../support/commandLine.ts';

const family = '👩‍👩‍👧';
/** A title as given, and as stored. */
const titles: [given: string, kept: string][] = [
  ['Fix the parser', 'Fix the parser'],
  ['调试这个程序', '调试这个程序'],
  ['プログラムを直す', 'プログラムを直す'],
  ['오류 수정', '오류 수정'],
  ['إصلاح المحلل', 'إصلاح المحلل'],
  ['תיקון המנתח abc', 'תיקון המנתח abc'],
  ['ปรับปรุงโปรแกรม', 'ปรับปรุงโปรแกรม'],
  ['e\u0301te\u0301 🇩🇪 👍🏽', 'e\u0301te\u0301 🇩🇪 👍🏽'],
  [family, family],
  ['../../etc/passwd', '../../etc/passwd'],
  ['CON', 'CON'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a/b\\c:d*e?f"g<h>i|j'],
  ["'; DROP TABLE conversations; --", "'; DROP TABLE conversations; --"],
  ['%_*[a]', '%_*[a]'],
  ['__proto__', '__proto__'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['--help', '--help'],
  ['two\nlines\r\nand\tmore', 'two lines and more'],
  ['clear\x1b[2J\x1b]0;owned\x07 it', 'clear [2J ]0;owned it'],
  ['bell\x07 and\x9b31m red', 'bell and 31m red'],
  ['nul\0 in it', 'nul in it'],
  ['evil\u202Etxt.exe', 'eviltxt.exe'],
  ['\u200Finvisible\u200B\uFEFF marks\u2066', 'invisible marks'],
  ['half \ud83d emoji', 'half \uFFFD emoji'],
  ['x'.repeat(300), 'x'.repeat(300)],
];

test(cite('RESUME-6', 'a title of any language or form is safe in the list, in files, in lookup and in the terminal'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  const kept = new Map<string, string>();
  for (const [given, title] of titles) {
    const id = await app.start();
    await app.turn(id, 'say something');
    await app.call('conversation.rename', { conversationId: id, title: given });
    kept.set(id, title);
    const opened = await app.call('conversation.open', { conversationId: id });
    expect(opened.title).toBe(title);
    const meta = join(dirname(app.messagesFile(id)), 'meta.json');
    expect((JSON.parse(readFileSync(meta, 'utf8')) as { title: string }).title).toBe(title);
    // By hand, or by another program, the file may contain anything.
    writeFileSync(meta, JSON.stringify({ v: 1, title: given }));
  }
  await app.close();
  const at = ['--project', app.folder, '--data', app.dataDir];

  const listed = await throughline(['list', ...at, '--json']);
  const rows = JSON.parse(listed.stdout) as { id: string; title: string }[];
  expect(new Map(rows.map(({ id, title }) => [id, title]))).toEqual(kept);

  const shown = await throughline(['list', ...at]);
  expect(shown.stdout.trimEnd().split('\n')).toHaveLength(titles.length);
  expect(shown.stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  expect(shown.stdout).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200E\u200F]/u);
  for (const title of kept.values()) expect(shown.stdout).toContain(title);

  const [[id, title]] = [...kept] as [[string, string]];
  const one = await throughline(['show', id.slice(0, 10), ...at, '--json']);
  expect(JSON.parse(one.stdout)).toMatchObject({ id, title });
  // A title is not a name: it finds nothing, and nothing on disk is named after it.
  for (const name of ['Fix the parser', '%_*[a]', '../../etc/passwd']) {
    expect((await throughline(['show', name, ...at])).code).toBe(1);
  }
  const names = (readdirSync(app.dataDir, { recursive: true }) as string[]).join('\n');
  for (const word of ['parser', 'passwd', 'owned', 'x'.repeat(30)]) expect(names).not.toContain(word);
});

test(cite('RESUME-6', 'without a title, or with an invisible one, the first message becomes it'), async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  const id = await app.start();
  await app.turn(id, 'The first thing. And more');
  for (const title of ['\u200B\u202E\u0007', '\x1b']) {
    await app.call('conversation.rename', { conversationId: id, title });
    const listed = await throughline(['list', '--json', '--project', app.folder, '--data', app.dataDir]);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ id, title: 'The first thing' }]);
  }
  const refused = await app.client.call('conversation.rename', { conversationId: id, title: 'x'.repeat(301) });
  expect(refused.ok).toBe(false);
});

test(cite('RESUME-6', 'a title that another program made very long is cut between letters'), () => {
  for (const letter of ['x', '会', family, 'e\u0301', '🇩🇪']) {
    const title = cleanTitle(letter.repeat(5000));
    expect(title.length).toBeLessThanOrEqual(maxTitleInputLength);
    expect(title.replace(/…$/, '').replaceAll(letter, '')).toBe('');
    expect(cleanTitle(title)).toBe(title);
  }
  expect(cleanTitle(`a${'\u0301'.repeat(5000)}`).length).toBeLessThanOrEqual(maxTitleInputLength);
});

test(cite('RESUME-6', 'no control sequence in a text reaches the terminal, in whatever pieces it arrives'), () => {
  const hostile = 'a\x1b[2Jb\x1b]0;title\x07c\x9b31md\re\r\nf\tg\x1b[1mbold\x1b[22m\x7f\u0085 end\n';
  const safe = 'a\uFFFD[2Jb\uFFFD]0;title\uFFFDc\uFFFD31md\uFFFDe\nf\tg\x1b[1mbold\x1b[22m\uFFFD\uFFFD end\n';
  expect(safeText(hostile)).toBe(safe);
  for (const piece of Array.from(hostile)) expect(safeText(piece)).toMatch(/^(?:[^\p{Cc}]|\n|\t)$/u);
});
