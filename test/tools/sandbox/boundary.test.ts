// Programs' own messages when the sandbox stops them: bash, coreutils, Node, Python, git, Go, Rust.

import { expect, test } from 'vitest';
import { findViolations } from '../../../electron/tools/sandbox/boundary.ts';
import { toNamespacePath } from '../../../electron/tools/sandbox/bubblewrap.ts';
import { cite } from '../../support/cite.ts';

const profile = {
  writable: ['/home/mei/shop', '/home/mei/shop/.git'],
  readOnly: ['/home/mei/shop/.git/hooks', '/home/mei/shop/.mcp.json'],
  hidden: [{ path: '/home/mei/.ssh', isFolder: true }],
  reopened: [],
  copies: [],
  own: [],
};
const told = (printed: string): string[] =>
  findViolations(printed, profile, '/home/mei/shop').map((each) =>
    'path' in each ? `${each.type} ${each.path}` : each.type,
  );

test.each([
  ['/bin/sh: 1: cannot create /home/mei/x: Read-only file system', 'write /home/mei/x'],
  ['bash: line 1: ../notes.txt: Read-only file system', 'write /home/mei/notes.txt'],
  ["touch: cannot touch '/etc/with space': Read-only file system", 'write /etc/with space'],
  ['mkdir: cannot create directory ‘/opt/tool’: Read-only file system', 'write /opt/tool'],
  ["Error: EROFS: read-only file system, open '/home/mei/.npm/_logs/a.log'", 'write /home/mei/.npm/_logs/a.log'],
  ["OSError: [Errno 30] Read-only file system: '/var/lib/x'", 'write /var/lib/x'],
  ['open /home/mei/go/pkg/mod/cache/lock: read-only file system', 'write /home/mei/go/pkg/mod/cache/lock'],
  [
    '/bin/sh: 1: cannot create .git/hooks/pre-commit: Read-only file system',
    'write /home/mei/shop/.git/hooks/pre-commit',
  ],
  ['cat: /home/mei/.ssh/id_x: No such file or directory', 'read /home/mei/.ssh/id_x'],
])(cite('BOX-2', 'what was blocked is reported: %s'), (printed, expected) => {
  expect(told(`before\n${printed}\nafter\n`)).toEqual([expected]);
});

test.each([
  ['cat: src/none.ts: No such file or directory'],
  ["Error: ENOENT: no such file or directory, open '/home/mei/shop/none.json'"],
  ['The README says: Read-only file system is an error of Linux.'],
  ['rm: cannot remove /tmp/x: Operation not permitted'],
])(cite('BOX-2', 'an unrelated failure is not attributed to the sandbox: %s'), (printed) => {
  expect(told(printed)).toEqual([]);
});

test(cite('BOX-2', 'only some of many are reported, and only the end of the output is examined'), () => {
  const lines = Array.from({ length: 5000 }, (_, at) => `touch: cannot touch '/etc/x${at}': Read-only file system`);
  expect(told(lines.join('\n'))).toHaveLength(5);
});

test(cite('BOX-2', 'what was blocked is reported in a line of any length, in less than quadratic time'), () => {
  const code = 'const a = 1;'.repeat(400);
  expect(told(`${code} Error: EROFS: read-only file system, open '/etc/made' ${code}`)).toEqual(['write /etc/made']);
  for (const piece of ['-', 'a-', 'a.', 'a', '‘', `"'`, '/a', '-.', '-/', 'a: ']) {
    for (const words of ['EPERM ', 'ENOENT ', 'ENOTFOUND ', 'Read-only file system ']) {
      const line = words + piece.repeat(16_000 / piece.length);
      expect(told(`${line}\n${line.slice(words.length)}${words}`).length).toBeLessThan(6);
    }
  }
});

test.each([
  ['Error: getaddrinfo ENOTFOUND shop.example'],
  ["fatal: unable to access 'https://shop.example/a.git/': Could not resolve host: shop.example"],
  ['ssh: Could not resolve hostname shop.example: Temporary failure in name resolution'],
  ['wget: unable to resolve host address ‘shop.example’'],
  ['ping: shop.example: Name or service not known'],
])(cite('BOX-2', 'a host looked up around the proxy is reported: %s'), (printed) => {
  const found = findViolations(printed, profile, '/home/mei/shop');
  expect(found).toEqual([{ type: 'host', host: 'shop.example', port: null }]);
});

test(
  cite('BOX-1', "the app's own runtime is found in a sandbox namespace, even if it is below the machine’s own /tmp"),
  () => {
    expect(toNamespacePath('/tmp/app/bin/node', '/var/tmp/edge-a')).toBe('/var/tmp/edge-a/tmp/app/bin/node');
    expect(toNamespacePath('/usr/bin/node', '/var/tmp/edge-a')).toBe('/usr/bin/node');
  },
);
