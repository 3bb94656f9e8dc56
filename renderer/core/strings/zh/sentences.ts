// Whole sentences built from stored or sent data, in Chinese.

import { ruleWords } from '../../../features/approvals/words/rules.zh.ts';
import { callSentence } from '../../../features/calls/words/sentence.zh.ts';
import { createHostSpeech, englishOf } from '../../words/hostTranslations.ts';
import type { Wording } from '../../words/wording.ts';
import type { sentenceStrings as en } from '../en/sentences.ts';
import { createErrorSentence } from './errors.ts';

/** The translations of `./host.ts`, once loaded. */
export const host = createHostSpeech({ join: joinChinese, comma: '、' });

/** Chinese and Latin text are separated by a space; whole sentences need none. */
function joinChinese(parts: readonly string[]): string {
  return parts
    .map((part) => (part === ' ' ? part : part.trim()))
    .reduce((text, part) => {
      if (part === ' ') return text + gap(text);
      return meets(text, part) ? `${text} ${part}` : text + part;
    }, '');
}

const meets = (before: string, after: string): boolean =>
  (/\p{Script=Han}$/u.test(before) && /^[\p{Script=Latin}\d"'/.`$~]/u.test(after)) ||
  (/[\p{Script=Latin}\d"'/.`]$/u.test(before) && /^\p{Script=Han}/u.test(after));

/** A full-width mark includes its own space. */
const gap = (before: string): string => (/[，。：；！？、）》”]$/u.test(before) ? '' : ' ');

export const sentenceStrings: Wording<typeof en> = {
  call: callSentence,
  rule: ruleWords,
  error: createErrorSentence(host.say),
  host: (text) => host.say(text) ?? englishOf(text),
  title: (title) => (title === 'New conversation' ? '新对话' : title),
  text: (text, sentence) => (sentence === undefined ? null : host.say(sentence)) ?? text,
  question: {
    filled: '必须填写',
    text: '必须是文字',
    number: '必须是数字',
    whole: '必须是整数',
    yesNo: '必须是“是”或“否”',
    choice: '必须是选项之一',
    list: '必须是选项的列表',
    twice: '有重复的选项',
    noText: '有一个选项不是文字',
    unknown: '是这里不认识的类型',
    shortest: (length) => `至少需要 ${length} 个字符`,
    longest: (length, has) => `最多 ${length} 个字符，现在有 ${has} 个`,
    longestChoice: (length) => `最多 ${length} 个字符`,
    email: '必须是电子邮件地址',
    uri: '必须是完整的地址，例如 https://example.com',
    date: '必须是日期，例如 2026-01-31',
    dateTime: '必须是日期和时间，例如 2026-01-31T12:00:00Z',
    least: (bound) => `不能小于 ${bound}`,
    most: (bound) => `不能大于 ${bound}`,
    oneOf: (labels) => `必须是其中之一：${labels}`,
    emptyChoice: '有空的选项',
  },
  sentence: (words) => words,
  pair: (name, value) => `${name}：${value}`,
  alone: (words) => `${words}。`,
  gap,
  beside: (sentences) =>
    sentences.reduce((text, sentence) => text + (text === '' || sentence === '' ? '' : gap(text)) + sentence, ''),
  list: (names) => names.join('、'),
  row: (parts) => parts.filter((part) => part !== '').join('，'),
};
