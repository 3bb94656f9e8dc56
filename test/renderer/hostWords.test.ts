// Every sentence the host may show has Chinese words under its key. The keys are read from the host's sources: a new
// sentence without words fails here, and so do words without a sentence.

import { describe, expect, test } from 'vitest';
import { languages, loadLanguage } from '../../renderer/core/language.ts';
import { hostWords } from '../../renderer/core/strings/zh/host.ts';
import { host as chinese } from '../../renderer/core/strings/zh/sentences.ts';
import { createHostSpeech, englishOf } from '../../renderer/core/words/hostTranslations.ts';
import { filesIn, readText } from '../../scripts/house/tree.ts';
import { say } from '../../shared/core/sentence.ts';
import { cite } from '../support/cite.ts';
import { hostSentences, unkeyedSentences } from '../support/hostSentences.ts';
import { otherReaders } from '../support/otherReaders.ts';

const files = filesIn(['electron', 'shared']).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
const sentences = files.flatMap((file) => hostSentences(file, readText(file)));
const keys = new Set(sentences.map(({ key }) => key));

chinese.learn(hostWords);

/** The filled-in values, in order: each can be found again. */
function filled(key: string): string[] {
  const holes = [...key.matchAll(/\{(\d+)\}/g)].map(([, at]) => Number(at));
  return Array.from({ length: holes.length === 0 ? 0 : Math.max(...holes) + 1 }, (_, at) => `«${at}»`);
}

describe("the host's sentences", () => {
  test(cite('SHIP-4', 'each one shown to the user has its Chinese words'), () => {
    expect(keys.size).toBeGreaterThan(700);
    const without = sentences.filter(({ key }) => !Object.hasOwn(hostWords, key));
    expect(without.map(({ key, file, line }) => `${file}:${line} ${key}`)).toEqual([]);
  });

  test(cite('SHIP-4', 'no language has words for a sentence that the host does not use'), async () => {
    for (const tag of languages) {
      const { host = {} } = await loadLanguage(tag);
      const words = typeof host === 'function' ? await host() : host;
      expect(
        Object.keys(words).filter((key) => !keys.has(key)),
        tag,
      ).toEqual([]);
    }
  });

  test('each is written with `say`, so that it has a key', { tags: ['all'] }, () => {
    const toPeople = files.filter((file) => !otherReaders.some(({ where }) => file.startsWith(where)));
    const unkeyed = toPeople.flatMap((file) => unkeyedSentences(file, readText(file)));
    expect(unkeyed.filter((found) => !toModel.some((begin) => found.includes(begin)))).toEqual([]);
    expect(otherReaders.filter(({ where }) => !files.some((file) => file.startsWith(where)))).toEqual([]);
  });

  test('none has a contraction: models, logs and scripts read them too', () => {
    expect([...keys].filter((key) => /n[’']t\b/.test(key))).toEqual([]);
  });

  test(cite('SHIP-4', 'each is complete in Chinese, with its filled-in values'), () => {
    const wrong = Object.keys(hostWords).flatMap((key) => {
      const params = filled(key);
      const said = chinese.say({ key, params }) ?? '';
      const lost = params.filter((mark) => !said.includes(mark) && !unsaid.includes(key));
      const english = /(?:\b[a-z]+ ){2}[a-z]+\b/.test(said.replace(/[`“][^`”]*[`”]/g, ''));
      const written = /\p{Script=Han}/u.test(said) || names.includes(key) || !/[a-z]{2}/i.test(key);
      return lost.length > 0 || english || !written ? [`${key} → ${said}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  test('Chinese uses its own punctuation, and spaces around Latin words and numbers', () => {
    const odd = Object.values(hostWords).filter(
      (words) =>
        typeof words === 'string' &&
        /\p{Script=Han}[,;:?!]|\p{Script=Han}[a-z0-9]|[a-z0-9]\p{Script=Han}|\{\d+\} \p{Script=Han}|\p{Script=Han} \{/iu.test(
          words,
        ),
    );
    expect(odd).toEqual([]);
  });
});

/** Failures that only the model reads, as its call's result. */
const toModel = ['tools: there is no ', 'Nothing was written', 'nothing can run in the background here'];

/** App names are the same in every language. */
const names = ['Claude Desktop', 'Claude Code', 'VS Code'];

/** What Chinese omits: singular and plural, or what kind of thing an ID belongs to. */
const unsaid: readonly string[] = [
  'Too small: expected {0} to be >={1}',
  'Too small: expected {0} to be >{1}',
  'Too big: expected {0} to be <={1}',
  'Too big: expected {0} to be <{1}',
  '{0} is not a valid {1} ID. Nothing was read or created.',
  '{0} in {1} cannot be read and {2} ignored. The file is left unchanged. A newer version may have written it.',
  'It has {0} {1}',
];

describe('a sentence', () => {
  const speech = createHostSpeech({ comma: '、' });
  speech.learn({
    'The file {0} could not be read: {1}. Nothing was changed.': '无法读取 {0}：{1}。没有更改任何内容。',
    'the disk is full': '磁盘已满',
    'Merged {0} messages from {1}.': '已并入 {1} 的 {0} 条消息。',
    'All is well.': '一切正常。',
    'Read {0}': (path) => (path === '.' ? '读取文件夹' : `读取 ${path}`),
  });

  test('is translated by its key with its values, which are translated too if they have words', () => {
    const full = say`the disk is full`;
    expect(speech.say(say`The file ${'a b.txt'} could not be read: ${full}. Nothing was changed.`)).toBe(
      '无法读取 a b.txt：磁盘已满。没有更改任何内容。',
    );
    expect(speech.say(say`Merged ${3} messages from ${'x'}.`)).toBe('已并入 x 的 3 条消息。');
    expect(speech.say(say`Read ${'.'}`)).toBe('读取文件夹');
  });

  test('without values is its own key, and is English if it has no words', () => {
    expect(speech.say('All is well.')).toBe('一切正常。');
    expect(speech.say('Something new.')).toBe(null);
    expect(speech.say(say`Something ${'new'}.`)).toBe(null);
    expect(speech.say(say`The file ${'a'} could not be read: ${say`it is ${'odd'}`}. Nothing was changed.`)).toBe(
      '无法读取 a：it is odd。没有更改任何内容。',
    );
  });

  test('joined with another is translated separately', () => {
    expect(speech.say(say.all([say`All is well.`, say`Something ${'new'}.`]))).toBe('一切正常。 Something new.');
    expect(speech.say(say.list([say`the disk is full`, 'a']))).toBe('磁盘已满、a');
    expect(speech.say(say.all([say`Something ${'new'}.`]))).toBe(null);
  });

  test('is not mistaken for a key if foreign text was filled in', () => {
    expect(speech.say(say`Read ${'All is well.'}`)).toBe('读取 All is well.');
  });

  test('of another form, as in a damaged record, is not translated', () => {
    for (const wrong of [
      null,
      3,
      [],
      {},
      { key: 'All is well.' },
      { key: 3, params: [] },
      { key: 'x', params: [{}] },
    ]) {
      expect(speech.say(wrong as never)).toBe(null);
      expect(englishOf((wrong ?? {}) as never)).toBe('');
    }
  });
});

test("the host's real sentences read well in Chinese", () => {
  const disk = say`${say`the disk is full`} (${'ENOSPC'})`;
  expect(chinese.say(say`The message was not removed: ${disk}. Nothing was changed.`)).toBe(
    '消息没有移除：磁盘已满（ENOSPC）。没有更改任何内容。',
  );
  const outside = say`${'/etc/hostname'} (outside the project folder)`;
  expect(chinese.say(say`Read ${outside}`)).toBe('读取 /etc/hostname（在项目文件夹之外）');
  expect(chinese.say(say`List ${outside}, ${2} levels deep`)).toBe(
    '列出 /etc/hostname（在项目文件夹之外）的文件，深入 2 层',
  );
  expect(chinese.say(say`List ${'.'}, ${3} levels deep`)).toBe('列出项目文件夹的文件，深入 3 层');
  const project = say`the project folder`;
  expect(chinese.say(say`Search ${project} for “${'TODO|FIXME'}”`)).toBe('在项目文件夹中搜索“TODO|FIXME”');
  expect(chinese.say(say`Read ${project}`)).toBe('读取项目文件夹');
});
