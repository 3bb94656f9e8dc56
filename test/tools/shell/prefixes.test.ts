// "Commands that begin with …" on a command's card: what is suggested, what it covers afterwards, and what it never does.

import { beforeEach, expect, test } from 'vitest';
import {
  arePrefixLengths,
  decide,
  matchesOf,
  offersFor,
  type PermissionRule,
} from '../../../shared/permission/permission.ts';
import { quoteWord } from '../../../shared/permission/ruleText.ts';
import { cite } from '../../support/cite.ts';
import { folderWithSecrets } from '../../support/folderWithSecrets.ts';
import { allowCommand, answered, commandCall, rule } from '../../support/permissionRule.ts';
import { placedCommand } from '../../support/placedCommand.ts';
import { sample, testRun } from '../../support/volume.ts';
import { offeredRows } from './offeredCorpus.ts';
import * as corpus from './prefixCorpus.ts';

let folder = '';
beforeEach(() => {
  folder = folderWithSecrets();
});

async function offerOf(text: string, rules: PermissionRule[] = []) {
  const offers = offersFor(commandCall(await placedCommand(text, folder)), folder, rules);
  return offers.find(({ prefixes }) => prefixes);
}

/** As on the card: `npm test + npm run lint`; null: no prefix is offered. */
async function suggested(text: string, rules: PermissionRule[] = []): Promise<string | null> {
  const offer = await offerOf(text, rules);
  return offer
    ? matchesOf(offer)
        .map(({ command = [] }) => command.map(quoteWord).join(' '))
        .join(' + ')
    : null;
}

async function actionOf(text: string, rules: PermissionRule[]): Promise<string> {
  return decide({ mode: 'ask', rules, folder, facts: commandCall(await placedCommand(text, folder)) }).action;
}

const begins = (words: string): PermissionRule => {
  const made = allowCommand(...words.split(' '));
  return answered({ ...made, match: { ...made.match, begins: true } });
};

test(
  cite('APPROVE-9', 'a card suggests the first words of well-known tools, and one for each part not covered yet'),
  async () => {
    for (const [line, prefix] of corpus.suggestions) expect(await suggested(line), line).toBe(prefix);
    expect(await suggested('npm test && npm run lint', [begins('npm test')])).toBe('npm run lint');
  },
);

test(
  cite('APPROVE-9', 'no prefix is offered for a program that can run anything, or where a part is unclear'),
  async () => {
    for (const line of corpus.neverOffered) expect(await suggested(line), line).toBe(null);
  },
);

test(cite(['APPROVE-9', 'APPROVE-7'], 'an allowed prefix covers the working day'), async () => {
  for (const [line, ...next] of corpus.workingDay) {
    const offer = await offerOf(line);
    if (!offer) throw new Error(`no prefix for ${line}`);
    const rules = matchesOf(offer).map((match) => answered(rule('allow', match)));
    for (const each of [line, ...next]) expect(await actionOf(each, rules), `${line}: ${each}`).toBe('allow');
  }
});

test(
  cite(['APPROVE-9', 'APPROVE-7'], 'an allowed prefix reaches no option, target or disguise that does more'),
  async () => {
    const wrong: string[] = [];
    // Files in the folder may follow: a test runner runs the project's code anyway.
    const tricks = offeredRows(testRun === 'long').filter(({ command }) => !/\bpytest \.\/evil\b/.test(command));
    const rows = [...corpus.hostile, ...sample(300, tricks)];
    for (const { rule: words, command } of rows) {
      if ((await actionOf(command, [begins(words)])) === 'allow') wrong.push(command);
    }
    expect(wrong).toEqual([]);
  },
);

test(
  cite('APPROVE-9', 'the user may lengthen a prefix by words, but not shorten it below what the tool is'),
  async () => {
    const offer = await offerOf('npm run build -- --watch');
    if (!offer) throw new Error('no offer');
    expect([1, 2, 3, 4, 5, 6].filter((length) => arePrefixLengths(offer, [length]))).toEqual([3, 4, 5]);
    expect([[], [3, 3], [Number.NaN]].some((lengths) => arePrefixLengths(offer, lengths))).toBe(false);
    const [longer] = matchesOf(offer, [5]);
    if (!longer) throw new Error('no rule');
    const rules = [answered(rule('allow', longer))];
    expect(await actionOf('npm run build -- --watch', rules)).toBe('allow');
    expect(await actionOf('npm run build', rules)).toBe('ask');
  },
);
