// The macOS profile, as text: it cannot be tried on another system.

import { expect, test } from 'vitest';
import { createSeatbeltNamespace, seatbeltProfile } from '../../../electron/tools/sandbox/seatbelt.ts';
import { cite } from '../../support/cite.ts';

const profile = {
  writable: ['/Users/mei/shop', '/Users/mei/shop/.git'],
  readOnly: ['/Users/mei/shop/.git/hooks', '/Users/mei/.ssh/config.d/hooks'],
  hidden: [
    { path: '/Users/mei/.ssh', isFolder: true },
    { path: '/Users/mei/a "quoted"\\name.pem', isFolder: false },
    { path: '/Users/mei/.ssh/config.d/id_rsa', isFolder: false },
  ],
  reopened: ['/Users/mei/.ssh/config.d'],
  copies: [{ path: '/Users/mei/.claude.json', copy: '/private/tmp/box/copy' }],
  own: ['/Users/mei/.claude/session-env', '/Users/mei/.ssh/config.d/own'],
};

test(cite('BOX-1', 'writable and hidden places are in the macOS profile, the narrower after the wider'), () => {
  const lines = seatbeltProfile(profile, '/private/tmp/box', 4711).split('\n');
  const at = (line: string): number => {
    expect(lines).toContain(line);
    return lines.indexOf(line);
  };
  expect(lines[0]).toBe('(version 1)');
  const closed = at('(deny file-write*)');
  const project = at('(allow file-write* (subpath "/Users/mei/shop"))');
  const hooks = at('(deny file-write* (subpath "/Users/mei/shop/.git/hooks"))');
  expect(closed).toBeLessThan(project);
  expect(project).toBeLessThan(hooks);
  // A copy cannot replace a file there.
  expect(closed).toBeLessThan(at('(deny file-write* (subpath "/Users/mei/.claude.json"))'));
  for (const above of ['/Users/mei/shop', '/Users/mei/shop/.git']) {
    expect(hooks).toBeLessThan(at(`(deny file-write-unlink (literal "${above}"))`));
  }
  expect(lines.join()).not.toContain('file-write-unlink (literal "/Users/mei")');
  at('(allow file-write* (subpath "/private/tmp/box"))');
  const keys = at('(deny file-read* file-write* (subpath "/Users/mei/.ssh"))');
  const opened = at('(allow file-read* file-write* (subpath "/Users/mei/.ssh/config.d"))');
  expect(keys).toBeLessThan(opened);
  at('(deny file-write* (subpath "/Users/mei/.claude/session-env"))');
  for (const name of ['own', 'hooks']) {
    const denial = `(deny file-write* (subpath "/Users/mei/.ssh/config.d/${name}"))`;
    expect(opened).toBeLessThan(lines.lastIndexOf(denial));
  }
  expect(opened).toBeLessThan(at('(deny file-read* file-write* (literal "/Users/mei/.ssh/config.d/id_rsa"))'));
  at(String.raw`(deny file-read* file-write* (literal "/Users/mei/a \"quoted\"\\name.pem"))`);
  expect(at('(deny network*)')).toBeLessThan(at('(allow network-outbound (remote ip "localhost:4711"))'));
});

test(cite('BOX-1', 'a program on macOS is started with the profile, and finds the proxy'), () => {
  const room = createSeatbeltNamespace('/private/tmp/box', 'http://key@127.0.0.1:4711');
  const { file, args, env } = room.wrap(profile, ['/bin/sh', '-c', 'true'], '/Users/mei/shop', false);
  expect(file).toBe('/usr/bin/sandbox-exec');
  expect(args[0]).toBe('-p');
  expect(args.slice(2)).toEqual(['/bin/sh', '-c', 'true']);
  expect(env).toMatchObject({ HTTPS_PROXY: 'http://key@127.0.0.1:4711', TMPDIR: '/private/tmp/box' });
});
