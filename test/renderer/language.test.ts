// The two catalogs have the same keys, and every argument in an English sentence is in the Chinese one too. What is
// the same in both has to be a name.

import { describe, expect, test } from 'vitest';
import { untitled } from '../../electron/conversation/title.ts';
import { languageName, languages, loadLanguage, resolveLanguage, timeLocaleOf } from '../../renderer/core/language.ts';
import { en } from '../../renderer/core/strings/en.ts';
import { enLate } from '../../renderer/core/strings/enLate.ts';
import { lateOf, type PartialLanguage, spokenOf } from '../../renderer/core/strings/languageFile.ts';
import { hostWords } from '../../renderer/core/strings/zh/host.ts';
import { host } from '../../renderer/core/strings/zh/sentences.ts';
import { zh } from '../../renderer/core/strings/zh.ts';
import { zhLate } from '../../renderer/core/strings/zhLate.ts';
import type { HostTranslations } from '../../renderer/core/words/hostTranslations.ts';
import { errorCodes, fail } from '../../shared/core/errors.ts';
import { say, textOf, toUserTextData } from '../../shared/core/sentence.ts';
import {
  type CallFacts,
  decide,
  maxCommandLength,
  type PermissionRule,
  type RuleMatch,
} from '../../shared/permission/permission.ts';
import { matchSentence } from '../../shared/permission/ruleText.ts';
import { backgroundCommands } from '../support/backgroundCommands.ts';
import { cite } from '../support/cite.ts';
import { createToolCaller } from '../support/toolCaller.ts';

type Leaf = string | ((...given: never[]) => string);

/** Every text, by its path: `chat.approval.ask.label`. */
function leaves(catalog: unknown, path = ''): Map<string, Leaf> {
  if (typeof catalog === 'string' || typeof catalog === 'function') return new Map([[path, catalog as Leaf]]);
  return new Map(
    Object.entries(catalog as object).flatMap(([key, value]) => [
      ...leaves(value, path === '' ? key : `${path}.${key}`),
    ]),
  );
}

host.learn(hostWords);
const featureWords = (language: string) =>
  Object.fromEntries(
    Object.entries(catalogs).flatMap(([file, words]) => {
      const [, feature, tag] = file.match(/features\/(\w+)\/words\/(\w+)\.ts$/) ?? [];
      return tag === language && feature ? [[feature, words]] : [];
    }),
  );
const catalogs = import.meta.glob('../../renderer/features/*/words/*.ts', { eager: true, import: 'catalog' });
const english = leaves({ ...en, ...enLate, ...featureWords('en') });
const chinese = leaves({ ...zh, ...zhLate, ...featureWords('zh') });

/** Names, formats, examples and signs: the same in every language. */
const sameInBoth = [
  /^ui\.appName$/,
  /^start\.title$/,
  /^models\.form\.addressPlaceholder$/,
  /^selecting\.folderDialog\.placeholder$/,
  /^context\.request\.forms\./,
  /^mcp\.form\.asJson$/,
  /^attachments\.(kind\.)?pdf$/,
  // The letters and names that git and editors use.
  /^results\.browse\.marks\./,
  /^review\.tabs\.git$/,
  /^review\.format\.endings\./,
  // Names of protocols.
  /^sync\.form\.kinds\.(webdav|s3)$/,
];

/** Sentences that do more than insert their arguments have their own tests. */
const made = [/^sentences\.(call|rule|error|host|text|sentence|beside|list)$/, /^results\.row$/];

/** Each argument can be found again in a sentence, as a word or as a number. */
const marks = [11, 22, 33, 44];
const markedWords = marks.map((mark) => `«${mark}»`);

function said(leaf: Leaf, given: readonly unknown[]): string | null {
  try {
    const text = (leaf as (...values: readonly unknown[]) => unknown)(...given);
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}

/** Words, numbers, false and a list of one word: as sentences may take them. */
function samples(count: number): (readonly unknown[])[] {
  const words = markedWords.slice(0, count);
  const numbers = marks.slice(0, count);
  const kinds = words.reduce<unknown[][]>(
    (all, word, at) => all.flatMap((before) => [word, numbers[at], false, [word]].map((value) => [...before, value])),
    [[]],
  );
  return kinds;
}

test('Chinese has no space after a full-width mark, and lists names with its own comma', () => {
  const { gap, beside, list } = zh.sentences;
  expect(['单独允许：', '（无）', '完成。', '是', 'x'].map(gap)).toEqual(['', '', '', ' ', ' ']);
  expect(beside(['一并移除。', '', '原处留空。'])).toBe('一并移除。原处留空。');
  expect(beside(['Gone.', '原处'])).toBe('Gone. 原处');
  expect(list(['notes.txt', '没有.txt'])).toBe('notes.txt、没有.txt');
  expect(en.sentences.beside(['It is gone.', '', 'Nothing else.'])).toBe('It is gone. Nothing else.');
});

test('times are written as the browser writes them if it speaks the language', () => {
  expect(timeLocaleOf('en', ['de', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(timeLocaleOf('en', ['de'])).toBe('en');
  expect(timeLocaleOf('en', ['en-US@posix', 'en-AU'])).toBe('en-AU');
  expect(timeLocaleOf('zh-CN', ['zh-TW'])).toBe('zh-CN');
});

describe('the catalogs', () => {
  test(cite('SHIP-4', 'every text is there in both languages'), () => {
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test(cite('SHIP-4', 'no Chinese text equals the English one, except names'), () => {
    const same = [...english].flatMap(([path, leaf]) =>
      typeof leaf === 'string' && leaf !== '' && chinese.get(path) === leaf ? [path] : [],
    );
    expect(same.filter((path) => !sameInBoth.some((allowed) => allowed.test(path)))).toEqual([]);
  });

  test('no Chinese text is without a Chinese character, except names', () => {
    const odd = [...chinese].flatMap(([path, leaf]) =>
      typeof leaf === 'string' && /[a-z]{2}/i.test(leaf) && !/\p{Script=Han}/u.test(leaf) ? [path] : [],
    );
    expect(odd.filter((path) => !sameInBoth.some((allowed) => allowed.test(path)))).toEqual([]);
  });

  test('Chinese uses its own punctuation, and spaces around Latin words and numbers', () => {
    const odd = [...chinese].flatMap(([path, leaf]) => {
      const text = typeof leaf === 'string' ? leaf : '';
      return /\p{Script=Han}[,;:?!](?!\/)|\p{Script=Han}[a-z0-9]|[a-z0-9]\p{Script=Han}/iu.test(text)
        ? [`${path}: ${text}`]
        : [];
    });
    expect(odd).toEqual([]);
  });

  test(cite('SHIP-4', 'no sentence drops an argument that the English one shows'), () => {
    const dropped: string[] = [];
    for (const [path, leaf] of english) {
      const other = chinese.get(path);
      if (typeof leaf !== 'function' || typeof other !== 'function' || made.some((own) => own.test(path))) continue;
      for (const given of samples(Math.max(leaf.length, other.length))) {
        const [one, two] = [said(leaf, given), said(other, given)];
        if (one === null || two === null) continue;
        for (const [at, mark] of marks.entries()) {
          if (given[at] !== mark && String(given[at]) !== markedWords[at]) continue;
          const shown = String(mark);
          if (one.includes(shown) && !two.includes(shown)) dropped.push(`${path} (${at}): ${one} | ${two}`);
        }
      }
    }
    expect([...new Set(dropped)]).toEqual([]);
  });

  test(cite('SHIP-4', 'a sentence that takes arguments takes them in both languages, and none is English'), () => {
    const wrong = [...english].flatMap(([path, leaf]) => {
      const other = chinese.get(path);
      if (typeof leaf !== typeof other) return [`${path}: one is a sentence, the other a function`];
      if (typeof leaf !== 'function' || typeof other !== 'function') return [];
      const given = samples(leaf.length).find((values) => said(leaf, values) !== null && said(other, values) !== null);
      if (!given) return made.some((own) => own.test(path)) ? [] : [`${path}: it cannot be said`];
      const both = [said(leaf, given), said(other, given)];
      return /[a-z]{3}/i.test(both[0] ?? '') && both[0] === both[1] ? [`${path}: ${both[0]}`] : [];
    });
    expect(wrong.filter((path) => !made.some((own) => own.test(path.split(':')[0] ?? '')))).toEqual([]);
  });

  test(cite('SHIP-4', "each error has its own sentence in Chinese, followed by the host's"), () => {
    const sentences = errorCodes.map((code) => zh.sentences.error(code, ''));
    expect(new Set(sentences).size).toBe(errorCodes.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^\p{Script=Han}.*。$/u);
    expect(zh.sentences.error('STORE_WRITE_FAILED', 'The disk /a is full.')).toContain('The disk /a is full.');
    expect(zh.sentences.error('SOMETHING_NEW', 'It says this.')).toBe('It says this.');
    expect(en.sentences.error('INTERNAL', 'It says this.')).toBe('It says this.');
  });

  test(cite('SHIP-4', "a call's action is shown in Chinese, with its arguments"), () => {
    const { call } = zh.sentences;
    expect(call('read_file', '{"path":"src/a.ts","offset":1,"limit":80}', true)).toBe('读取了 src/a.ts，第 1–80 行');
    expect(call('list_files', '{}', false)).toBe('列出项目文件夹的文件');
    expect(call('run_command', '{"command":"npm test"}', true)).toBe('运行了 npm test');
    expect(call('mcp__everything__echo', '{}', false)).toBe('使用 everything 的 echo');
    expect(call('something', 'not json', true)).toBe('使用了 something');
  });

  test(cite('SHIP-4', 'every reason why a call asks, is denied or is allowed has a Chinese form'), () => {
    const rules: RuleMatch[] = [
      { tool: '*' },
      { tool: 'edit_file', path: 'src/**' },
      { tool: 'edit_file', path: 'a.txt' },
      { tool: 'fetch_url', origin: 'https://example.com' },
      { tool: 'run_command', command: ['make', 'and', 'go'] },
      { tool: 'run_command', commandLine: 'make all', background: true },
      { tool: '*', command: ['make'] },
      { tool: 'write_command', process: 'c1/p1' },
      { tool: '*', server: 'files', serverId: 'folder:files' },
      { tool: 'mcp__files__read', server: 'files', serverId: 'project:files' },
    ];
    const kinds = ['state', 'read', 'write', 'execute', 'network', 'mcp', 'agent'] as const;
    const place = { path: '/home/a/x', access: 'read' as const, outside: true };
    const command = { text: 'x'.repeat(maxCommandLength + 1), parts: [], doubts: ['Something new is in it.'] };
    const calls: CallFacts[] = [
      ...kinds.map((kind) => ({ toolName: 'one', kind })),
      { toolName: 'one', kind: 'network', origin: 'https://example.com' },
      { toolName: 'one', kind: 'read', paths: [place] },
      {
        toolName: 'one',
        kind: 'write',
        paths: [{ ...place, access: 'write', sensitive: say`it may contain passwords or keys` }],
      },
      { toolName: 'run_command', kind: 'execute', command },
      { toolName: 'run_command', kind: 'execute', command: { ...command, text: 'x' } },
    ];
    const ask = (facts: CallFacts, mode: 'ask' | 'reads' | 'all', found: PermissionRule[] = []) =>
      decide({ facts, mode, rules: found, folder: '/p' }).reason;
    const rule = (match: RuleMatch, effect: PermissionRule['effect']) => ({ id: '1', match, effect }) as PermissionRule;
    const effects = ['allow', 'ask', 'deny'] as const;
    const reasons = [
      ...calls.flatMap((facts) => (['ask', 'reads', 'all'] as const).map((mode) => ask(facts, mode))),
      ...calls.flatMap((facts) => effects.map((effect) => ask(facts, 'ask', [rule({ tool: '*' }, effect)]))),
      ask({ ...calls[3], toolName: 'run_command', kind: 'execute', command: { ...command, text: 'x' } }, 'ask', [
        rule({ tool: 'run_command', command: ['rm'] }, 'deny'),
      ]),
      ...rules.flatMap((match) => [
        say`You denied ${matchSentence(match)}.`,
        say`You chose to be asked about ${matchSentence(match)}.`,
      ]),
    ];
    for (const reason of reasons.map((spoken) => toUserTextData(spoken))) {
      const chinese = zh.sentences.host(reason);
      expect(chinese, textOf(reason)).toMatch(/^\p{Script=Han}/u);
      const rest = chinese.replace(/`[^`]*`|Something new is in it\./g, '');
      expect(rest, textOf(reason)).not.toMatch(/\b(?:the|your|calls|commands|every|by|and|with|asks)\b/);
      expect(en.sentences.host(reason)).toBe(textOf(reason));
    }
    expect(new Set(reasons.map((spoken) => textOf(spoken))).size).toBeGreaterThan(25);
  });

  test(cite('SHIP-4', 'the purpose of each tool is shown in Chinese, and in English as written for users'), () => {
    for (const tool of createToolCaller(null, { background: backgroundCommands() }).tools) {
      expect(zhLate.tools.page.about(tool.name, tool.description), tool.name).toMatch(/^\p{Script=Han}/u);
      expect(zhLate.tools.page.toolName(tool.name), tool.name).toMatch(/^\p{Script=Han}/u);
      expect(enLate.tools.page.about(tool.name, tool.description), tool.name).not.toBe(tool.description);
      expect(enLate.tools.page.toolName(tool.name), tool.name).not.toContain('_');
    }
    expect(zhLate.tools.page.about('', 'Reads a thing.')).toBe('Reads a thing.');
  });

  test('an untitled conversation has a Chinese placeholder', () => {
    expect(zh.sentences.title(untitled)).toBe('新对话');
    expect(zh.sentences.title('Mine')).toBe('Mine');
  });

  test(cite('SHIP-4', "a rule's subject is shown in Chinese, with the command unchanged"), () => {
    expect(zh.sentences.rule({ tool: 'run_command', command: ['npm', 'run test'] })).toBe(
      "以 `npm 'run test'` 开头的命令",
    );
    expect(zh.sentences.rule({ tool: 'edit_file', path: 'src/**' })).toBe('调用 edit_file（限文件夹 src）');
  });
});

test('the language is the chosen one, else the system’s first supported one, else English', () => {
  expect(resolveLanguage('zh', ['en-GB'])).toBe('zh');
  expect(resolveLanguage('system', ['de', 'zh-Hans-CN', 'en'])).toBe('zh');
  expect(resolveLanguage(null, ['en-US', 'zh'])).toBe('en');
  expect(resolveLanguage(null, ['de', 'fr'], ['en', 'zh'])).toBe('en');
  expect(resolveLanguage('xx', ['zh'])).toBe('en');
});

describe('a language', () => {
  test(cite('SHIP-4', 'is one file that is found automatically, with its own name'), async () => {
    expect(languages).toEqual(expect.arrayContaining(['en', 'zh']));
    expect(['en', 'zh'].map(languageName)).toEqual(['English', '中文']);
    expect((await loadLanguage('zh')).locale).toBe('zh-CN');
    expect(resolveLanguage('system', ['pt-BR'], ['en', 'pt-BR'])).toBe('pt-BR');
    expect(resolveLanguage('system', ['fr-CA'], ['en', 'fr'])).toBe('fr');
  });

  test(cite('SHIP-4', 'may translate a part: the rest is English, sentence by sentence'), async () => {
    const french: PartialLanguage = {
      locale: 'fr',
      partial: {
        chat: { notices: 'Remarques' },
        sentences: { gap: () => '\u202f' },
        settings: { title: 'Paramètres' },
      },
      host: { 'Nothing was changed: {0}.': 'Rien n’a changé : {0}.', 'the disk is full': 'le disque est plein' },
    };
    const { strings, speech } = await spokenOf(french, async () => en);
    speech?.learn(french.host as HostTranslations);
    expect(strings.chat.notices).toBe('Remarques');
    expect(strings.chat.continue).toBe(en.chat.continue);
    const late = await lateOf(french, async () => enLate);
    expect(late.settings.title).toBe('Paramètres');
    expect(late.settings.find).toBe(enLate.settings.find);
    expect(strings).not.toHaveProperty('settings');
    expect(strings.sentences.gap('')).toBe('\u202f');
    expect(strings.sentences.list(['a', 'b'])).toBe('a, b');
    const { error } = fail('STORE_WRITE_FAILED', say`Nothing was changed: ${say`the disk is full`}.`);
    expect(strings.sentences.error(error.code, error.message, error.said)).toBe(
      'Rien n’a changé : le disque est plein.',
    );
    const other = say`Nothing was changed: ${say`the disk is ${'odd'}`}.`;
    expect(strings.sentences.host(other)).toBe('Rien n’a changé : the disk is odd.');
    expect(strings.sentences.error('INTERNAL', 'Something new.')).toBe('Something new.');
    expect(en.chat.notices).not.toBe('Remarques');
  });

  test('that is complete contains no English', async () => {
    const file = await loadLanguage('zh');
    const { strings } = await spokenOf(file, () => Promise.reject(new Error('English was loaded')));
    expect(strings.chat.notices).toBe(zh.chat.notices);
    const late = await lateOf(file, () => Promise.reject(new Error('English was loaded')));
    expect(late.settings.title).toBe(zhLate.settings.title);
  });
});
