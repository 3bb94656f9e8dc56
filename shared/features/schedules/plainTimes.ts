// Times as users write them, such as “every weekday at 9” or “每周一上午9点”, and cron patterns as sentences.

import { type Sentence, say } from '../../core/sentence.ts';

const weekdays = [
  { english: ['sunday', 'sun'], chinese: ['日', '天'], name: say`Sunday` },
  { english: ['monday', 'mon'], chinese: ['一'], name: say`Monday` },
  { english: ['tuesday', 'tue', 'tues'], chinese: ['二'], name: say`Tuesday` },
  { english: ['wednesday', 'wed'], chinese: ['三'], name: say`Wednesday` },
  { english: ['thursday', 'thu', 'thurs'], chinese: ['四'], name: say`Thursday` },
  { english: ['friday', 'fri'], chinese: ['五'], name: say`Friday` },
  { english: ['saturday', 'sat'], chinese: ['六'], name: say`Saturday` },
] as const;

const workdays = '1-5';
const weekend = '0,6';
const shortHours = [2, 3, 4, 6, 8, 12];

/** Returns a cron pattern of five fields; a pattern itself is returned as it is. Null: not understood. */
export function cronOf(text: string): string | null {
  const plain = text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  if (/^@\w+$/.test(plain) || /^[\d*][^ ]*( [^ ]+){4}$/.test(plain)) return text.trim().replaceAll(/\s+/g, ' ');
  return english(plain) ?? chinese(plain.replaceAll(' ', ''));
}

function english(text: string): string | null {
  const interval = intervalCron(/^every (?:(\d+) )?(minute|hour)s?$/.exec(text), 'minute');
  if (interval !== null) return interval;
  const match = /^(.+?)(?:,? at (.+))?$/.exec(text);
  const time = match?.[2] === undefined ? '9' : match[2];
  const clock = englishClock(time);
  const days = englishDays(match?.[1] ?? '');
  return clock !== null && days !== null ? `${clock} ${days}` : null;
}

function intervalCron(match: RegExpExecArray | null, minuteWord: string): string | null {
  if (!match) return null;
  const count = match[1] === undefined ? 1 : Number(match[1]);
  const isMinutes = match[2] === minuteWord;
  if (count === 1) return isMinutes ? '* * * * *' : '0 * * * *';
  // Others would leave a shorter gap at the end of the hour or day.
  if (isMinutes) return count < 60 && 60 % count === 0 ? `*/${count} * * * *` : null;
  return shortHours.includes(count) ? `0 */${count} * * *` : null;
}

/** Minute and hour. */
function englishClock(text: string): string | null {
  if (text === 'noon') return '0 12';
  if (text === 'midnight') return '0 0';
  const match = /^(\d{1,2})(?:[:.](\d{2}))? ?(am|pm|o'clock)?$/.exec(text.replaceAll('.m', 'm'));
  if (!match) return null;
  const half = match[3] === 'am' || match[3] === 'pm' ? match[3] : null;
  const typed = Number(match[1]);
  if (half !== null && (typed < 1 || typed > 12)) return null;
  return clockCron(half === null ? typed : (typed % 12) + (half === 'pm' ? 12 : 0), Number(match[2] ?? 0));
}

function clockCron(hour: number, minute: number): string | null {
  return hour < 24 && minute < 60 ? `${minute} ${hour}` : null;
}

/** Day of the month, month and weekdays. */
function englishDays(text: string): string | null {
  if (['every day', 'daily', 'each day'].includes(text)) return '* * *';
  if (['every weekday', 'weekdays', 'on weekdays', 'every workday'].includes(text)) return `* * ${workdays}`;
  if (['every weekend', 'weekends', 'on weekends'].includes(text)) return `* * ${weekend}`;
  if (text === 'weekly') return '* * 1';
  if (text === 'monthly') return '1 * *';
  const date = /^(?:on )?the (\d{1,2})(?:st|nd|rd|th)? of (?:every|each) month$/.exec(text);
  if (date) return dateCron(Number(date[1]));
  const names = text.replace(/^(?:every|on|each) /, '').split(/, and |, | and /);
  const days = names.map((name) =>
    weekdays.findIndex(({ english: aliases }) => aliases.some((word) => name === word || name === `${word}s`)),
  );
  return days.length > 0 && days.every((day) => day >= 0) ? `* * ${listOf(days)}` : null;
}

function dateCron(day: number): string | null {
  return day >= 1 && day <= 31 ? `${day} * *` : null;
}

function listOf(days: readonly number[]): string {
  return [...new Set(days)].sort((one, other) => one - other).join(',');
}

function chinese(text: string): string | null {
  const interval = intervalCron(/^每(?:隔)?(\d+)?个?(分钟|小时)$/.exec(text), '分钟');
  if (interval !== null) return interval;
  const match =
    /^(每天|每日|每个?工作日|每(?:个)?周末|周末|每月(\d{1,2})[号日]|每?(?:周|星期|礼拜)([一二三四五六日天、和,，周星期]+?))(?:的)?(?:(凌晨|早上|早晨|上午|中午|下午|傍晚|晚上)?(\d{1,2})(?:[:：](\d{2})|[点时](?:(半)|(\d{1,2})分?)?))?$/.exec(
      text,
    );
  if (!match) return null;
  const [, day = '', date, names, part, hour, minute, half, shortMinute] = match;
  const isLater = part !== undefined && ['下午', '傍晚', '晚上'].includes(part);
  const typed = hour === undefined ? 9 : Number(hour);
  const minutes = half === undefined ? Number(minute ?? shortMinute ?? 0) : 30;
  const clock = clockCron(isLater && typed < 12 ? typed + 12 : typed, minutes);
  const days = chineseDays(day, date, names);
  return clock !== null && days !== null ? `${clock} ${days}` : null;
}

function chineseDays(day: string, date: string | undefined, names: string | undefined): string | null {
  if (date !== undefined) return dateCron(Number(date));
  if (names !== undefined) {
    const letters = [...names.replaceAll(/[、和,，周星期]/g, '')];
    const days = letters.map((letter) =>
      weekdays.findIndex(({ chinese: aliases }) => aliases.some((one) => one === letter)),
    );
    return days.length > 0 && days.every((one) => one >= 0) ? `* * ${listOf(days)}` : null;
  }
  if (day.endsWith('工作日')) return `* * ${workdays}`;
  return day.endsWith('周末') ? `* * ${weekend}` : '* * *';
}

/** A sentence without a period, such as “every weekday at 09:00”; a pattern without one is quoted. */
export function timeSentence(cron: string): Sentence {
  const [minute = '', hour = '', date = '', month = '', days = ''] = cron.split(' ');
  const isEveryDay = date === '*' && month === '*' && days === '*';
  if (isEveryDay && hour === '*') {
    if (minute === '*') return say`every minute`;
    if (minute === '0') return say`every hour`;
    const step = /^\*\/(\d+)$/.exec(minute)?.[1];
    if (step !== undefined) return say`every ${step} minutes`;
  }
  const hours = /^\*\/(\d+)$/.exec(hour)?.[1];
  if (isEveryDay && minute === '0' && hours !== undefined) return say`every ${hours} hours`;
  const time = clockText(hour, minute);
  if (time !== null && month === '*') {
    if (isEveryDay) return say`every day at ${time}`;
    if (date === '*' && days === workdays) return say`every weekday at ${time}`;
    if (date === '*' && (days === weekend || days === '6,0')) return say`every weekend day at ${time}`;
    if (date === '*' && /^[0-6](,[0-6])*$/.test(days)) return say`every ${dayNames(days)} at ${time}`;
    if (days === '*' && /^\d{1,2}$/.test(date)) return say`on day ${date} of every month at ${time}`;
  }
  return say`at the times of “${cron}”`;
}

function clockText(hour: string, minute: string): string | null {
  if (!/^\d{1,2}$/.test(hour) || !/^\d{1,2}$/.test(minute)) return null;
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
}

function dayNames(days: string): Sentence {
  const names = days.split(',').map((day) => (weekdays[Number(day)] as (typeof weekdays)[number]).name);
  const last = names.pop() as Sentence;
  const first = names.shift();
  if (first === undefined) return last;
  return say`${say.list([first, ...names])} and ${last}`;
}
