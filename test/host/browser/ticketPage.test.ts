// A second start opens the page that the running host names. A process that took over its port names one, too: another
// account's, whose page must not be opened.

import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findRunningHost } from '../../../electron/host/browser/running.ts';
import { writeServerFile } from '../../../electron/host/browser/serverFile.ts';
import { handOverPage } from '../../../electron/host/handOverPage.ts';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const ticket = 't'.repeat(43);

/** Something that answers like a running host and names this page; returns what a second start opens. */
async function second(page: string, write: (address: string) => Promise<void>): Promise<string | null | undefined> {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(request.url === '/page' ? { page, ticket } : { running: true }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const dataDir = tempFolder();
  await writeServerFile(dataDir, { address, token: 'x'.repeat(43) });
  await write(address);
  const found = await findRunningHost(dataDir, 0);
  return found?.page();
}

/** As a host writes it. */
async function written(page: string, address: string): Promise<void> {
  await mkdir(dirname(page), { mode: 0o700 });
  await writeFile(page, handOverPage(`${address}#token=${ticket}`), { mode: 0o600 });
}

const somewhere = (): string => join(tempFolder(), 'throughline-x', 'open.html');

test(cite(['SEC-2', 'START-5'], 'the page written by a running host is opened'), async () => {
  const page = somewhere();
  expect(await second(page, (address) => written(page, address))).toBe(page);
});

test(cite('SEC-2', 'a page with another name or address, or a missing one, is not opened'), async () => {
  const other = join(dirname(somewhere()), 'other.html');
  expect(await second(other, (address) => written(other, address))).toBeNull();
  const elsewhere = somewhere();
  expect(await second(elsewhere, () => written(elsewhere, 'http://127.0.0.1:1/'))).toBeNull();
  expect(await second(somewhere(), async () => {})).toBeNull();
});

describe.runIf(process.getuid)('where files have owners and modes', () => {
  const attacks: Record<string, (page: string) => Promise<void>> = {
    'a link': async (page) => {
      await rename(page, `${page}.real`);
      await symlink(`${page}.real`, page);
    },
    'in a folder that is a link': async (page) => {
      await rename(dirname(page), `${dirname(page)}.real`);
      await symlink(`${dirname(page)}.real`, dirname(page));
    },
    'read by a group': (page) => chmod(page, 0o640),
    'read by everybody': (page) => chmod(page, 0o644),
    'written by a group': (page) => chmod(page, 0o620),
    'in a folder that a group may look into': (page) => chmod(dirname(page), 0o750),
    'in a folder that everybody may write to': (page) => chmod(dirname(page), 0o777),
    'a folder': async (page) => {
      await rm(page);
      await mkdir(page, { mode: 0o700 });
    },
  };

  test.each(Object.keys(attacks))(cite('SEC-2', 'a page is not opened that is %s'), async (attack) => {
    const page = somewhere();
    const write = async (address: string): Promise<void> => {
      await written(page, address);
      await attacks[attack]?.(page);
    };
    expect(await second(page, write)).toBeNull();
  });

  test(cite('SEC-2', "another account's page is not opened"), async () => {
    const page = somewhere();
    const own = process.getuid?.() ?? 0;
    const write = async (address: string): Promise<void> => {
      await written(page, address);
      // Only root can change a file's owner, so this account pretends to be another one.
      vi.spyOn(process, 'getuid').mockReturnValue(own + 1);
    };
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await second(page, write)).toBeNull();
  });
});
