// INTEROP-4: archives of exports are read in place; malicious ones are rejected and named.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { chatGptFormat } from '../../../electron/interop/chatGpt/format.ts';
import type { HistoryFile } from '../../../electron/interop/history.ts';
import { openZip, type ZipArchive } from '../../../electron/interop/zip.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { fixtures } from '../fixtures/web.ts';
import { readAll } from '../web/files.ts';
import { buildZip, type Packed } from './buildZip.ts';

async function opened(bytes: Buffer): Promise<ZipArchive | string> {
  const file = path.join(tempFolder(), 'export.zip');
  await writeFile(file, bytes);
  const found = await openZip(file, 'export.zip');
  return 'names' in found ? found : found.message.text;
}

async function archive(files: readonly Packed[]): Promise<ZipArchive> {
  const found = await opened(buildZip(files));
  if (typeof found === 'string') throw new Error(found);
  return found;
}

const told = ({ problems }: ZipArchive) => problems.map(({ message }) => message.text);

test('an export is read from its archive, with the images next to it', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const [conversation] = JSON.parse(fixtures.chatgpt);
  conversation.mapping.u.message.content = {
    content_type: 'multimodal_text',
    parts: [{ asset_pointer: 'sediment://file_abcd1234' }, 'What?'],
  };
  const zip = await archive([
    { name: 'export/' },
    { name: 'export/conversations-000.json', content: JSON.stringify([conversation]) },
    { name: 'export/file_abcd1234-quay.png', content: png, method: 0 },
    { name: 'file_abcd1234-elsewhere.png', content: 'no picture' },
  ]);
  const { histories, problems } = await readAll(
    chatGptFormat,
    zip.file('export/conversations-000.json') as HistoryFile,
  );
  expect([histories.length, problems, told(zip)]).toEqual([1, [], []]);
  expect(Buffer.from([...(histories[0]?.attachments.values() ?? [])][0] ?? [])).toEqual(png);
  zip.close();
});

test('a file is read as bytes, as text, in lines and in chunks, within limits', async () => {
  const zip = await archive([
    { name: 'a/b.jsonl', content: '{"a":1}\r\n\n{"b":"中"}' },
    { name: 'a/c/d.txt', content: 'd' },
  ]);
  const file = zip.file('a/b.jsonl') as HistoryFile;
  const lines: unknown[] = [];
  for await (const line of file.lines()) lines.push(line);
  expect(lines).toEqual([
    { line: 1, text: '{"a":1}' },
    { line: 2, text: '' },
    { line: 3, text: '{"b":"中"}' },
  ]);
  expect([await file.text(5), await file.bytes(5), (await file.text(100))?.length]).toEqual([null, null, 19]);
  expect([
    await file.namesIn('.'),
    await file.namesIn('c'),
    await file.namesIn('..'),
    await file.namesIn('../..'),
  ]).toEqual([['b.jsonl'], ['d.txt'], [], []]);
  expect([
    (await file.resolve('c/d.txt'))?.name,
    await file.resolve('../../etc/passwd'),
    await file.resolve('gone'),
  ]).toEqual(['export.zip/a/c/d.txt', null, null]);
  zip.close();
});

test.each(['../evil', 'a/../../evil', '/etc/passwd', 'C:\\evil', '..\\evil', 'a\u0000b', `${'x'.repeat(2000)}`])(
  'a name that leads out or can’t be used: %j',
  async (name) => {
    const zip = await archive([
      { name, content: 'x' },
      { name: 'good.json', content: '[]' },
    ]);
    expect([zip.names, told(zip)]).toEqual([
      ['good.json'],
      ['A file in the archive has a name that is invalid or points outside the archive.'],
    ]);
    zip.close();
  },
);

test('links, devices, encrypted files, unknown compression and a duplicate name are reported', async () => {
  const zip = await archive([
    { name: 'link', content: '/etc/passwd', mode: 0o120777 },
    { name: 'device', mode: 0o060666 },
    { name: 'secret', content: 'x', flags: 0x801 },
    { name: 'packed', content: 'x', method: 12 },
    { name: 'a', content: '1' },
    { name: 'a', content: '2' },
    { name: 'names.json', content: 'x' },
    { name: '__proto__', content: 'x' },
  ]);
  expect(zip.names).toEqual(['a', 'names.json', '__proto__']);
  expect(await zip.file('a')?.text(10)).toBe('1');
  expect(told(zip)).toEqual([
    '“link” in the archive is a link or not a file, so it was skipped.',
    '“device” in the archive is a link or not a file, so it was skipped.',
    '“secret” in the archive is encrypted. Unpack it first.',
    '“packed” in the archive uses an unknown compression method.',
    '“a” is in the archive twice. Only the first was read.',
  ]);
  zip.close();
});

test('names in unmarked UTF-8, and in DOS encoding', async () => {
  const zip = await archive([
    { name: '对话.json', flags: 0 },
    { name: Buffer.from([0x81, 0x62, 0x2e, 0x6a]), flags: 0 },
  ]);
  expect(zip.names).toEqual(['对话.json', 'üb.j']);
  zip.close();
});

test('bombs: excessive compression, shared bytes, an excessive total, and a false size', {
  tags: ['all'],
}, async () => {
  const zeros = Buffer.alloc(80 * 1024 * 1024);
  const zip = await archive([
    { name: 'zeros', content: zeros },
    { name: 'lie', content: 'x'.repeat(5000), size: 10 },
    { name: 'huge', content: 'x', size: 0xfffffffe },
  ]);
  expect(zip.names).toEqual(['lie']);
  expect(await zip.file('lie')?.bytes(1000)).toHaveLength(0);
  expect(told(zip)).toEqual([
    '“zeros” in the archive would be too large when unpacked.',
    '“huge” in the archive would be too large when unpacked.',
    '“lie” in the archive is damaged and was only partly read.',
  ]);
  zip.close();
  const shared: Packed[] = [{ name: '0', content: Buffer.from('x'.repeat(500_000)), method: 0 }];
  for (let at = 1; at < 20; at++)
    shared.push({ name: `${at}`, content: Buffer.from('x'.repeat(500_000)), method: 0, sharedWith: 0 });
  expect(await opened(buildZip(shared))).toBe('The archive would be too large when unpacked.');
});

test('a damaged file is read as far as it goes, a changed one is reported, and a file that is not an archive says so', async () => {
  const text = Array.from({ length: 5000 }, (_, at) => `line ${at}`).join('\n');
  const zip = await archive([
    {
      name: 'cut',
      content: text,
      damage: (packed) => Buffer.concat([packed.subarray(0, packed.length / 2), Buffer.alloc(packed.length / 2, 0xff)]),
    },
    { name: 'changed', content: 'x', check: 7 },
    { name: 'good', content: 'good' },
  ]);
  let read = 0;
  for await (const { text: line } of (zip.file('cut') as HistoryFile).lines()) read += line === `line ${read}` ? 1 : 0;
  expect(read).toBeGreaterThan(100);
  expect([await zip.file('changed')?.text(9), await zip.file('good')?.text(9)]).toEqual(['x', 'good']);
  expect(told(zip)).toEqual([
    '“cut” in the archive is damaged and was only partly read.',
    '“changed” in the archive is damaged: its content does not match its checksum.',
  ]);
  zip.close();
  expect(await opened(Buffer.from('no archive'))).toBe('Not a valid ZIP archive.');
  expect(await opened(buildZip([{ name: 'a' }]).subarray(0, 40))).toBe('Not a valid ZIP archive.');
});

test('an archive may be damaged anywhere', async () => {
  const whole = buildZip([
    { name: 'a.json', content: '[1,2,3]' },
    { name: 'b.json', content: 'x'.repeat(300) },
  ]);
  for (let at = 0; at < whole.length; at += 3) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 0xff;
    const zip = await opened(damaged);
    if (typeof zip === 'string') continue;
    for (const name of zip.names) await zip.file(name)?.bytes(10_000);
    zip.close();
  }
});
