// The name that the form of a team begins with.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { suggestedName } from '../../../electron/features/sharing/window/suggestedName.ts';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test.skipIf(process.platform !== 'linux')(
  cite('SYNC-8', 'a team’s form begins with the name of the user in git, else in the system, else the login'),
  async () => {
    const folder = tempFolder();
    const programs = join(folder, 'bin');
    mkdirSync(programs);
    const passwd = join(folder, 'passwd');
    writeFileSync(
      passwd,
      'root:x:0:0:root:/root:/bin/sh\nada:x:1000:1000:& Lindgren,Room 5,,:/home/ada:/bin/sh\nben:x:1:1::/:\n',
    );
    const ask = (login: string) =>
      suggestedName({ env: { PATH: programs, HOME: folder }, home: folder, account: { login, passwd } });
    expect([await ask('ada'), await ask('ben'), await ask('nobody-here')]).toEqual([
      'Ada Lindgren',
      'ben',
      'nobody-here',
    ]);
    const git = (body: string): void => writeFileSync(join(programs, 'git'), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
    git('[ "$1 $2 $3" = "config --get user.name" ] && echo "Ada L. of git"');
    expect(await ask('ada')).toBe('Ada L. of git');
    git('exit 1');
    expect(await ask('ada')).toBe('Ada Lindgren');
  },
);
