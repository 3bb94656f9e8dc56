import { describe, expect, test } from 'vitest';
import { nameListField, parseFrontmatter, textField } from '../../../electron/features/customizations/frontmatter.ts';
import { textOf } from '../../../shared/core/sentence.ts';
import { cite } from '../../support/cite.ts';

function read(text: string) {
  const parsed = parseFrontmatter(text);
  return 'message' in parsed
    ? { line: parsed.line, message: textOf(parsed.message) }
    : { ...parsed, fields: Object.fromEntries(parsed.fields) };
}

describe("a definition's front matter", () => {
  test('is YAML with the core schema, after a byte order mark and with any line endings', () => {
    expect(read('\ufeff---\r\nname: a\r\nwhen: 2024-01-01\r\nyes: yes\r\nlist: [x, 1]\r\n---\r\n\r\nBody\r\n')).toEqual(
      {
        fields: { name: 'a', when: '2024-01-01', yes: 'yes', list: ['x', 1] },
        body: 'Body\n',
      },
    );
    expect(read('Only a body\n---\n')).toEqual({ fields: {}, body: 'Only a body\n---\n' });
    expect(read('---\n---\nx')).toEqual({ fields: {}, body: 'x' });
    expect(read('---\n__proto__: {x: 1}\n---\nx')).toMatchObject({ body: 'x' });
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test('is read as plain text where people wrote invalid YAML for other apps', () => {
    const parsed = parseFrontmatter(
      '---\nargument-hint: [issue] [priority]\ndescription: Use it when: asked. <example>user: "x"</example>\ntools: Read, Bash(git add:*, git commit:*)\nmodel: 4.5\n---\nx',
    );
    if ('message' in parsed) throw new Error(textOf(parsed.message));
    expect(textField(parsed.fields, 'argument-hint')).toBe('[issue] [priority]');
    expect(textField(parsed.fields, 'description')).toBe('Use it when: asked. <example>user: "x"</example>');
    expect(nameListField(parsed.fields, 'tools')).toEqual(['Read', 'Bash(git add:*, git commit:*)']);
    expect(textField(parsed.fields, 'model')).toBe('4.5');
  });

  test.each<[string, Record<string, unknown>]>([
    [
      'description: Use it when: the user asks\n  and also: for this',
      { description: 'Use it when: the user asks and also: for this' },
    ],
    ['description:\n  Use it when: the user asks', { description: 'Use it when: the user asks' }],
    ['description: One line\n  # a comment\n\n  and: another', { description: 'One line and: another' }],
    ['description: "My plan" is best', { description: '"My plan" is best' }],
    ["description: 'It's great'", { description: "'It's great'" }],
    ['description: *important* words', { description: '*important* words' }],
    ['description: *important*', { description: '*important*' }],
    ['description: & more', { description: '& more' }],
    ['description: `code` first', { description: '`code` first' }],
    ['description: @name asks: why', { description: '@name asks: why' }],
    ['description: [beta] Use it: now', { description: '[beta] Use it: now' }],
    ['description: | on one line', { description: 'on one line' }],
    ['description:Use it\nlicense:MIT', { description: 'Use it', license: 'MIT' }],
    ['metadata:\n\tauthor: x\n  version: 1', { metadata: { author: 'x', version: 1 } }],
    ['description: a: b\ndisable-model-invocation: true', { description: 'a: b', 'disable-model-invocation': true }],
    [
      'description: a: b\ndisallowedTools:\n  - Bash\n  - Edit',
      { description: 'a: b', disallowedTools: ['Bash', 'Edit'] },
    ],
  ])(cite('WORK-3', 'is read as people write it: %j'), (head, fields) => {
    expect(read(`---\n${head}\n---\nx`)).toEqual({ fields, body: 'x' });
  });

  test.each([
    ['no end', '---\nname: a\n', 1, 'no closing'],
    ['a key twice', '---\na: 1\nb: 2\na: 3\n---\n', 4, '"a" appears twice'],
    ['an alias', '---\na: &x [1]\nb: *x\n---\n', 3, 'aliases'],
    ['a list', '---\n- a\n---\n', 2, 'key: value'],
    ['a broken list', '---\nname: a\ndescription: b: c\ntools: [Read, Grep\n---\n', 4, 'not valid YAML'],
    ['a quote without its end', '---\ndescription: b: c\ndisallowedTools: "Bash, Edit\n---\n', 3, 'Missing closing'],
    ['no keys', '---\n{ a: 1\n---\n', 3, 'not valid YAML'],
  ])('%s is reported with its line', (_what, text, line, message) => {
    expect(read(text)).toEqual({ line, message: expect.stringContaining(message) });
  });

  test.each([
    ['nested lists', `---\na: ${'['.repeat(15_000)}\n---\n`],
    ['nested maps', `---\na: ${'{b: '.repeat(7_000)}\n---\n`],
    ['lists on one line', `---\n${'- '.repeat(15_000)}\n---\n`],
    ['three thousand keys', `---\n${Array.from({ length: 3_000 }, (_, at) => `k${at}: 1`).join('\n')}\n---\n`],
    [
      'ten aliases of ten',
      `---\n${[...'abcdefghij'].map((key, at, all) => `${key}: &${key} [${at === 0 ? 1 : `*${all[at - 1]},`.repeat(9)}]`).join('\n')}\n---\n`,
    ],
    ['megabytes', `---\n${'a: b\n'.repeat(500_000)}---\n`],
    ['a line of megabytes', `---\na: ${'x '.repeat(2_000_000)}\n---\n`],
  ])(cite('WORK-3', 'with %s is read or rejected, whatever work it demands'), (_what, text) => {
    expect(read(text)).toBeDefined();
  });
});
