// Links from outside: the accepted forms, and the arguments of a start.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCommandLine } from '../../../electron/host/desktop/commandLine.ts';
import { createArrivals, outsideOf, readOutside } from '../../../electron/host/desktop/outside.ts';
import { noWish } from '../../../electron/host/desktop/startWish.ts';
import { arrivalIn, linkFragment, readLink } from '../../../shared/features/links/link.ts';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const id = 'c'.repeat(26);

describe('a link', () => {
  test(
    cite(['SEC-5', 'API-4'], 'a link opens a conversation, a new chat with text, a search or a page of the settings'),
    () => {
      const links = [
        `throughline://conversation/${id}`,
        'throughline://new?text=Water%20the%20basil%0Atoday&folder=%2Fhome%2Fme%2Fgarden',
        'THROUGHLINE://NEW/?text=a+b%2Bc',
        'throughline://new',
        'throughline://search?text=%E7%BD%97%E5%8B%92',
        'throughline://settings/webSearch',
      ];
      expect(links.map(readLink)).toEqual(
        [
          { kind: 'conversation', conversationId: id },
          { kind: 'new', text: 'Water the basil\ntoday', folder: '/home/me/garden' },
          { kind: 'new', text: 'a b+c', folder: null },
          { kind: 'new', text: '', folder: null },
          { kind: 'search', text: '罗勒' },
          { kind: 'settings', section: 'webSearch' },
        ].map((link) => ({ ok: true, link })),
      );
    },
  );

  test(cite('SEC-5', 'other actions, names and forms are refused, and so is text that the user would not see'), () => {
    const refusals: Record<string, readonly string[]> = {
      unknown: [
        'throughline://app/',
        'throughline://run?text=rm',
        'throughline://send?text=a',
        'throughline://install?url=https%3A%2F%2Fexample.com',
        'throughline://new?text=a&send=1',
        'throughline://new?text=a&text=b',
        'throughline://new?text=%E0%A4%A',
        'throughline://new?text=%FF',
        'throughline://new?text',
        'throughline://new/x?text=a',
        'throughline://search/x?text=a',
        'throughline://search?text=a&run=1',
        'throughline://new#text=a',
        'throughline://user@new?text=a',
        'throughline://new:80?text=a',
        'throughline://conversation/..%2F..%2Fx',
        'throughline://conversation/../x',
        `throughline://conversation/${id}?run=1`,
        'throughline://settings/../x',
        'throughline://settings/run?value=all',
        'throughline:new?text=a',
        'throughline://new?text="a" --data x',
        'https://example.com/',
        '',
      ],
      hidden: [
        ...['%00', '%1B%5B2J', '%E2%80%AE', '%E2%80%8B', '%EF%BB%BF', '%F3%A0%81%81', '%7F', '%0D', '%C2%AD'].map(
          (code) => `throughline://new?text=a${code}b`,
        ),
        'throughline://search?text=a%E2%80%AEb',
        'throughline://new?text=a&folder=%2Fhome%E2%80%AE',
      ],
      tooLong: [
        `throughline://new?text=${'a'.repeat(4001)}`,
        `throughline://search?text=${'a'.repeat(301)}`,
        `throughline://new?text=${'%61'.repeat(6000)}`,
        // Longer than any accepted link, and nothing else is read of it.
        `throughline://run?text=${'a'.repeat(16_000)}`,
      ],
    };
    for (const [problem, links] of Object.entries(refusals)) {
      for (const link of links) expect([link, readLink(link)]).toEqual([link, { ok: false, problem }]);
    }
  });

  test(cite('SEC-5', 'what is encoded twice is decoded once'), () => {
    expect(readLink('throughline://new?text=%2500%25E2%2580%25AE')).toEqual({
      ok: true,
      link: { kind: 'new', text: '%00%E2%80%AE', folder: null },
    });
  });

  test(cite('SEC-5', 'any text is read or refused, and reaches the page unchanged'), () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const read = readLink(text);
        if (read.ok) expect(['conversation', 'new', 'search', 'settings']).toContain(read.link.kind);
        if (text.isWellFormed()) expect(arrivalIn(linkFragment(text))).toEqual({ kind: 'link', link: text });
      }),
    );
  });
});

describe('a start', () => {
  test(cite('SEC-5', 'an argument next to a link is never an option'), () => {
    const where = { packaged: true, folder: '/', env: { THROUGHLINE_HOME: '/home/me/data' } };
    const link = 'throughline://new?text=a';
    for (const argv of [
      ['/app', '--', link, '--data', '/tmp/evil', '--project', '/etc'],
      ['/app', '--', '--data', '/tmp/evil', link],
      ['/app', link, '--scenario', '/tmp/evil'],
    ]) {
      expect(readCommandLine(argv, where)).toEqual({
        ...{ ok: true, dataDir: '/home/me/data', projectFolder: null, conversation: null, scenarioFile: null },
        remoteName: null,
        outside: { links: [link], files: [] },
        wish: noWish,
      });
    }
    expect(readCommandLine(['/app', '--', '--data', '/elsewhere'], where)).toMatchObject({
      ...{ dataDir: '/elsewhere', outside: { links: [], files: [] } },
    });
    expect(readCommandLine(['/app', '--', 'x', '--data', '/elsewhere'], where)).toMatchObject({ ok: false });
  });

  test(
    cite('SEC-5', 'files come as paths or file URLs of this machine; only existing ones of known types are opened'),
    () => {
      const folder = tempFolder();
      const [session, text] = [join(folder, 'a b.jsonl'), join(folder, 'note.txt')];
      writeFileSync(session, '{}');
      writeFileSync(text, 'x');
      mkdirSync(join(folder, 'folder.json'));
      expect(outsideOf([pathToFileURL(session).href, text])).toEqual({ links: [], files: [session, text] });
      expect(outsideOf(['file://server/share/x.json'])).toBeNull();
      expect(outsideOf(['relative.json'])).toBeNull();
      expect(outsideOf([])).toBeNull();
      const arrivals = createArrivals(() => 0);
      expect(arrivals.fragmentFor({ links: [], files: [text, join(folder, 'gone.json')] })).toBeNull();
      expect(arrivals.fragmentFor({ links: [], files: [join(folder, 'folder.json')] })).toBeNull();
      const arrival = arrivalIn(arrivals.fragmentFor({ links: [], files: [text, session] }) ?? '');
      const key = arrival?.kind === 'opened' ? arrival.key : '';
      expect(arrivals.takeOpened(key)).toEqual([session]);
      expect(arrivals.takeOpened(key)).toEqual([]);
    },
  );

  test(cite('SEC-5', 'a flood of links is cut off, and another process cannot send anything else'), () => {
    let now = 0;
    const arrivals = createArrivals(() => now);
    const link = { links: ['throughline://search?text=a'], files: [] };
    const results = Array.from({ length: 20 }, () => arrivals.fragmentFor(link) !== 'tooMany');
    expect(results.filter(Boolean)).toHaveLength(5);
    now = 10_000;
    expect(arrivals.fragmentFor(link)).toMatch(/^#link=/);
    for (const data of [
      null,
      'x',
      7,
      [],
      { links: 'x', files: {} },
      { links: ['https://example.com', 7], files: [null] },
    ])
      expect(readOutside(data)).toEqual({ links: [], files: [] });
    expect(readOutside({ links: [`throughline:${'x'.repeat(30_000)}`], files: [] }).links).toEqual([]);
  });
});
