// Times in words, in English and Chinese, and as sentences.

import { expect, test } from 'vitest';
import { checkPattern, lastTimes, nextTimes } from '../../../electron/features/schedules/times.ts';
import { cronOf, timeSentence } from '../../../shared/features/schedules/plainTimes.ts';
import { cite } from '../../support/cite.ts';

test.each([
  ['every weekday at 9', '0 9 * * 1-5', 'every weekday at 09:00'],
  ['Every day at 6:30 pm', '30 18 * * *', 'every day at 18:30'],
  ['daily', '0 9 * * *', 'every day at 09:00'],
  ['every monday, wednesday and friday at noon', '0 12 * * 1,3,5', 'every Monday, Wednesday and Friday at 12:00'],
  ['weekends at 10', '0 10 * * 0,6', 'every weekend day at 10:00'],
  ['every 15 minutes', '*/15 * * * *', 'every 15 minutes'],
  ['every hour', '0 * * * *', 'every hour'],
  ['every 2 hours', '0 */2 * * *', 'every 2 hours'],
  ['on the 1st of every month at 8', '0 8 1 * *', 'on day 1 of every month at 08:00'],
  ['每天9点', '0 9 * * *', 'every day at 09:00'],
  ['每个工作日上午9点半', '30 9 * * 1-5', 'every weekday at 09:30'],
  ['每周一、周五下午3点', '0 15 * * 1,5', 'every Monday and Friday at 15:00'],
  ['每 15 分钟', '*/15 * * * *', 'every 15 minutes'],
  ['每月1号8点', '0 8 1 * *', 'on day 1 of every month at 08:00'],
  ['*/7 3-5 1 * 2', '*/7 3-5 1 * 2', 'at the times of “*/7 3-5 1 * 2”'],
])(cite('SCHED-1', '“%s” is understood and read back'), (text, cron, sentence) => {
  expect(cronOf(text)).toBe(cron);
  expect(timeSentence(cron).text).toBe(sentence);
  expect(checkPattern({ cron, timeZone: 'Asia/Shanghai' }).ok).toBe(true);
});

test.each(['', 'soon', 'every 7 minutes', 'every day at 25', 'every day at 13 pm', 'every noday at 9', '每天25点'])(
  cite('SCHED-1', '“%s” is not guessed'),
  (text) => {
    expect(cronOf(text)).toBeNull();
  },
);

test(cite('SCHED-1', 'a time that summer time skips is due once, and so is one that it repeats'), () => {
  const nightly = { cron: '30 2 * * *', timeZone: 'Europe/Berlin' };
  const days = (from: string) => nextTimes(nightly, new Date(from), 3).map((each) => each.toISOString().slice(0, 16));
  expect(days('2026-03-28T12:00:00Z')).toEqual(['2026-03-29T01:00', '2026-03-30T00:30', '2026-03-31T00:30']);
  expect(days('2026-10-24T12:00:00Z')).toEqual(['2026-10-25T00:30', '2026-10-26T01:30', '2026-10-27T01:30']);
  const last = lastTimes(nightly, new Date('2026-10-25T00:30:00Z'), 1).map((each) => each.toISOString());
  expect(last).toEqual(['2026-10-25T00:30:00.000Z']);
});

test(cite('SCHED-1', 'a pattern or time zone that is not valid is refused with a reason'), () => {
  expect(checkPattern({ cron: '61 * * * *', timeZone: 'UTC' }).ok).toBe(false);
  expect(checkPattern({ cron: '0 9 * * *', timeZone: 'Mars/Olympus' })).toMatchObject({
    error: { message: '“Mars/Olympus” is not a time zone. Use a name such as Europe/Paris.' },
  });
  expect(checkPattern({ cron: '0 0 30 2 *', timeZone: 'UTC' })).toMatchObject({
    error: { message: '“0 0 30 2 *” is never due.' },
  });
});
