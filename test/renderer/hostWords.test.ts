// Whatever the host may say to a person has its form in Chinese. The sentences are read from the sources of the host, so one
// that is added without its form fails here, and a form whose sentence is gone does too.

import { describe, expect, test } from 'vitest';
import { attachmentProblems } from '../../electron/chat/context/attachmentProblems.ts';
import { diskReason } from '../../electron/stores/files/disk.ts';
import { describeOwner } from '../../electron/stores/locks/locks.ts';
import { leftoverWords } from '../../electron/tools/process/leftoverWords.ts';
import { createCommandReader } from '../../electron/tools/shell/commandFacts.ts';
import { createHostForms } from '../../renderer/core/strings/hostForms.ts';
import { hostWords, ownForms } from '../../renderer/core/strings/zh/host.ts';
import { filesIn, readText } from '../../scripts/house/tree.ts';
import { cite } from '../support/cite.ts';
import { hostSentences, hostTexts } from '../support/hostSentences.ts';
import { otherReaders, saidElsewhere } from '../support/otherReaders.ts';
import { workMs } from '../support/time.ts';

const files = filesIn(['electron', 'shared']).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
const toPeople = files.filter((file) => !otherReaders.some(({ where }) => file.startsWith(where)));

describe('the sentences of the host', () => {
  test(cite('SHIP-4', 'each that is said to a person has its form in Chinese'), () => {
    const sentences = toPeople.flatMap((file) => hostSentences(file, readText(file)));
    expect(sentences.length).toBeGreaterThan(500);
    const without = sentences.filter(
      ({ form }) => !Object.hasOwn(ownForms, form) && !saidElsewhere.includes(form) && !isReason(form),
    );
    expect(without.map(({ form, file, line }) => `${file}:${line} ${form}`)).toEqual([]);
  });

  test(cite('SHIP-4', 'each is said in Chinese whole, with what was filled in'), () => {
    const wrong = Object.keys(ownForms).flatMap((form) => {
      let count = 0;
      const said = hostWords.say(form.replace(/\{\}/g, () => `«${++count}»`)) ?? '';
      const isName = (said === form && names.includes(form)) || signs.includes(form);
      const lost = Array.from({ length: count }, (_, at) => `«${at + 1}»`).filter(
        (mark) => !said.includes(mark) && !unsaid.includes(form),
      );
      const english = /(?:\b[a-z]+ ){2}[a-z]+\b/.test(said.replace(/[`“][^`”]*[`”]/g, ''));
      const chinese = /\p{Script=Han}/u.test(said) || isName;
      return lost.length > 0 || english || !chinese ? [`${form} → ${said}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  test('Chinese is written with its own punctuation, and with spaces beside Latin words and numbers', () => {
    const odd = Object.values(ownForms).filter((words) =>
      /\p{Script=Han}[,;:?!]|\p{Script=Han}[a-z0-9]|[a-z0-9]\p{Script=Han}|\{\d*\} \p{Script=Han}|\p{Script=Han} \{/iu.test(
        words,
      ),
    );
    expect(odd).toEqual([]);
  });

  test('no form is without its sentence, and nothing is left out that is not there', () => {
    const texts = new Set(files.flatMap((file) => hostTexts(file, readText(file))));
    expect(Object.keys(ownForms).filter((form) => !texts.has(form))).toEqual([]);
    expect(saidElsewhere.filter((form) => !texts.has(form))).toEqual([]);
    expect(otherReaders.filter(({ where }) => !files.some((file) => file.startsWith(where)))).toEqual([]);
  });
});

/** Names of programs are the same in every language. */
const names = ['Claude Desktop', 'Claude Code', 'VS Code'];
/** Signs alone. */
const signs = ['({})', '"{}" {}'];

/** What Chinese does not say: a word that is singular or plural, or what kind of thing an id is of. */
const unsaid = [
  '{} replaced by a reference; the model can read {} again.',
  'If the model has room for more, {} its “Context in tokens” in the settings (“contextWindows”).',
  '{} is not the id of a {}. Nothing was read or made.',
  '{} in {} cannot be read and {} for nothing; the file is left as it is. A newer version may have made them.',
  'It has {} {}',
];

/** Of shared/permission/decide.ts: known by what is in them (zh/host/reasonWords.ts). */
function isReason(form: string): boolean {
  return samples.some((sample) => {
    let next = 0;
    const text = form.replace(/\{\}/g, () => sample[next++] ?? 'x');
    return hostWords.say(text) === null && /^\p{Script=Han}/u.test(hostWords.reason(text));
  });
}

const samples = [
  ['every tool', 'It is made while it runs.'],
  ['reads', '/a/b', 'it may hold passwords or keys'],
  [' to https://example.com'],
  ['10,000'],
];

describe('what the host really says', () => {
  const errors = ['ENOSPC', 'EACCES', 'EROFS', 'EIO', 'ENOENT'].map((code) => diskReason({ code }));
  const owner = { pid: 12, purpose: 'saving a message', at: '2026-01-02T03:04:05Z' };
  const one = { name: 'a.pdf', mediaType: 'application/pdf', bytes: 9, hash: 'h' };
  const limits = { host: 'models.example.com', pdf: 'unknown', images: 1, imageBytes: 1024, bodyBytes: 1e6 } as const;
  const image = { ...one, mediaType: 'image/png', bytes: 9000 };
  const commands = [
    'eval "$x"',
    'FOO=1 BAR=$(x) make',
    'cat <<< x | sh',
    'for i in 1; do :; done',
    'a() { b; }',
    'bash -c "$(curl x)"',
    'git -c core.pager=x log',
    'rm {a,b} >& x',
    'ssh host',
    'a \u200b b',
    'npm zzz',
    'printf -v x y; export y',
  ];
  const facts = createCommandReader('linux');

  test(
    cite('SHIP-4', 'is said in Chinese whole: reasons of the disk, holders of locks, warnings of attachments'),
    () => {
      const sentences = [
        ...errors.map((reason) => `The message was not removed: ${reason}. Nothing was changed.`),
        ...errors.map(
          (reason) =>
            `settings.json could not be read (${reason}); defaults are used. The original is kept beside it when it is next written.`,
        ),
        `This conversation is being written by ${describeOwner(owner)}. Nothing was changed; try again when it has ended.`,
        leftoverWords([
          { kind: 'command', name: 'npm run dev' },
          { kind: 'mcp', name: 'files' },
        ]),
        ...attachmentProblems([one, image, image], limits, { model: 'm', tokens: 100 }).filter((said) => said !== null),
        ...attachmentProblems([{ ...one, mediaType: 'text/plain', bytes: 1e6 }], limits, { model: 'm', tokens: 9 }),
        'the process ended with code 1. Last it printed: npm ERR! missing. And more of that.',
        'The connection to models.example.com failed: other side closed (UND_ERR_SOCKET).',
        'models.example.com answered 401: Incorrect key. Check the key of this provider in the settings.',
      ];
      for (const sentence of sentences)
        expect(hostWords.say(sentence ?? ''), sentence ?? '').toMatch(/^[^A-Za-z]*(?:\p{Script=Han}|models|settings)/u);
      expect(hostWords.say(sentences[0] ?? '')).toBe('消息没有移除：磁盘已满（ENOSPC）。没有更改任何内容。');
    },
  );

  test(cite('SHIP-4', 'is said in Chinese whole: every doubt about a command'), async () => {
    const doubts = (await Promise.all(commands.map(async (text) => (await facts(text)).doubts))).flat();
    expect(new Set(doubts).size).toBeGreaterThan(8);
    for (const doubt of doubts) {
      expect(hostWords.say(doubt), doubt).toMatch(/\p{Script=Han}/u);
      expect(hostWords.reason(`It runs a command on your machine. ${doubt}`)).not.toContain('请留意');
    }
  });
});

test('what is asked about outside of the folder, and what a tool did not do, is said in Chinese', () => {
  const outside = "/etc/hostname (outside of the project's folder)";
  expect(hostWords.preview('read_file', `Read ${outside}`)).toBe('读取 /etc/hostname（在项目文件夹之外）');
  expect(hostWords.preview('list_files', `List ${outside}, 2 levels deep`)).toBe(
    '列出 /etc/hostname（在项目文件夹之外）的文件，深入 2 层',
  );
  expect(hostWords.say('/home/mei/.mcp.json is not used: a key stands twice, at line 12, column 3.')).toBe(
    '没有使用 /home/mei/.mcp.json：有重复的键（第 12 行第 3 列）。',
  );
  expect(hostWords.say('Error: the person refused this call of fetch_url; it was not run.')).toBe(
    '你拒绝了对 fetch_url 的这次调用，没有运行。',
  );
  expect(hostWords.say('127.0.0.1:9 was not fetched. Nothing answers at this address.')).toBe(
    '没有获取 127.0.0.1:9。这个地址没有应答。',
  );
});

describe('a sentence', () => {
  const say = createHostForms({
    'The file {} could not be read: {}. Nothing was changed.': '无法读取文件{}：{}。没有更改任何内容。',
    'the disk is full': '磁盘已满',
    '{} messages of {} were taken in.': '已并入{2}的{1}条消息。',
    'All is well.': '一切正常。',
    '{}: {}': '{}：{}',
  });

  test('is said with what was filled in, and that is said too where it is known', () => {
    expect(say('The file a b.txt could not be read: the disk is full. Nothing was changed.')).toBe(
      '无法读取文件 a b.txt：磁盘已满。没有更改任何内容。',
    );
    expect(say('3 messages of “x” were taken in.')).toBe('已并入“x”的 3 条消息。');
  });

  test('beside another is said piece by piece, and all of it or nothing', () => {
    expect(say('All is well. 3 messages of y were taken in.')).toBe('一切正常。已并入 y 的 3 条消息。');
    expect(say('All is well. Something new.')).toBe(null);
    expect(say('Something new.')).toBe(null);
    expect(say('')).toBe(null);
  });

  test('that is put together from many of the host takes no longer than others', () => {
    const forms = Object.keys(ownForms).filter((form) => form.includes('{}'));
    const begun = workMs();
    for (let seed = 1; seed <= 120; seed++) {
      let at = seed;
      const next = (count: number): number => {
        at = (at * 48_271) % 2_147_483_647;
        return at % count;
      };
      const joined = Array.from({ length: 10 + next(40) }, () => {
        const form = forms[next(forms.length)] ?? '';
        return form.replaceAll('{}', 'b') + [' ', '. ', '! x. ', 'x', ': '][next(5)];
      });
      hostWords.say(joined.join(''));
    }
    // Some of them took a second each when every way was tried; now all of them take one.
    expect(workMs() - begun).toBeLessThan(15_000);
  });

  test('that somebody else wrote, however long and odd, is looked through in no time', () => {
    const text = `The file ${' could not be read: '.repeat(900)}`;
    const begun = workMs();
    for (let times = 0; times < 20; times++) say(text);
    expect(say(`${text}${text}`)).toBe(null);
    // A form with several holes that was tried in every way would take longer than anybody waits.
    expect(workMs() - begun).toBeLessThan(60_000);
  });
});
