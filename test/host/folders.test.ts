// The location of the data, and what is reported if it is unusable.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultDataFolder } from '../../electron/host/dataFolderPath.ts';
import { makeDataFolder } from '../../electron/host/makeDataFolder.ts';
import { cite } from '../support/cite.ts';
import { tempFolder } from '../support/tempFolder.ts';

test("the data folder is the user's choice, or the system's standard place", () => {
  const home = '/home/a';
  expect(defaultDataFolder({}, 'linux', home)).toBe('/home/a/.local/share/throughline');
  expect(defaultDataFolder({ XDG_DATA_HOME: '/x' }, 'linux', home)).toBe('/x/throughline');
  expect(defaultDataFolder({ XDG_DATA_HOME: 'relative' }, 'linux', home)).toBe('/home/a/.local/share/throughline');
  expect(defaultDataFolder({}, 'darwin', home)).toBe('/home/a/Library/Application Support/Throughline');
  expect(defaultDataFolder({ APPDATA: '/a/Roaming' }, 'win32', home)).toBe('/a/Roaming/Throughline');
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    expect(defaultDataFolder({ THROUGHLINE_HOME: '/t', XDG_DATA_HOME: '/x' }, platform, home)).toBe('/t');
  }
});

test(cite('START-7', 'a new data folder is created with all its parents, for its owner alone'), () => {
  const folder = tempFolder();
  const data = join(folder, 'a', 'b', 'c');
  expect(makeDataFolder(data)).toBeNull();
  expect(makeDataFolder(data)).toBeNull();
  expect(statSync(data).mode & 0o777).toBe(0o700);
});

test.runIf(process.platform === 'linux')(
  cite('START-7', 'a place where no folder can be created is reported immediately, whatever the file system returns'),
  () => {
    for (const place of ['/proc/throughline', '/proc/a/b', '/dev/null/data', '/sys/throughline']) {
      expect(makeDataFolder(place)).toMatch(new RegExp(`^The data folder ${place} cannot be used: `));
    }
    expect(readdirSync('/proc')).not.toContain('throughline');
  },
);
