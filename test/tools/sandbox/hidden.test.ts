// What sandboxed programs cannot see or reach: credentials at any depth of the home, services' sockets, hidden places
// below an opened one, and the kinds of sockets that lead out of the machine.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { matchesHost } from '../../../electron/tools/sandbox/sandboxProxy.ts';
import { socketFilter } from '../../../electron/tools/sandbox/socketFilter.ts';
import { cite } from '../../support/cite.ts';
import { type SandboxedPlace, sandboxedPlace } from '../../support/sandboxed.ts';
import { reasonAgainstSandbox } from '../../support/withoutSandbox.ts';

const reason = reasonAgainstSandbox();

const secrets = `.env .aws/credentials .codex/auth.json .local/share/opencode/auth.json .composer/auth.json .claude.json
  .config/rclone/rclone.conf .terraform.d/credentials.tfrc.json .cloudflared/cert.pem .bitcoin/wallet.dat .nuget/NuGet/NuGet.Config
  Documents/safe/db.kdbx snap/firefox/common/.mozilla/firefox/x/cookies.sqlite .var/app/org.mozilla.firefox/.mozilla/x/key4.db
  .config/BraveSoftware/Brave-Browser/Default/Cookies .config/microsoft-edge-dev/Cookies .config/vivaldi/Cookies
  .config/opera/Cookies .config/google-chrome-beta/Default/Cookies .thunderbird/x/logins.json .config/github-copilot/hosts.json
  .cache/huggingface/token .kaggle/kaggle.json .config/sops/age/keys.txt .local/share/kwalletd/kdewallet.kwl .pki/nssdb/key4.db
  .vnc/passwd .config/gcloud/credentials.db .config/gh/hosts.yml other/project/.env other/project/deploy/id_rsa_prod
  other/a/b/c/d/e/f/g/h/service-account.json elsewhere/gcp-key.json elsewhere/kube elsewhere/cargo/credentials.toml`
  .split(/\s+/)
  .filter(Boolean);

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe.skipIf(reason !== null)(`hidden in bubblewrap${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let place: SandboxedPlace;
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(place.home, path)), { recursive: true });
    writeFileSync(join(place.home, path), text);
  };
  beforeAll(() => {
    place = sandboxedPlace({}, (home) => ({
      GOOGLE_APPLICATION_CREDENTIALS: join(home, 'elsewhere/gcp-key.json'),
      KUBECONFIG: `${join(home, 'none')}:${join(home, 'elsewhere/kube')}`,
      CARGO_HOME: join(home, 'elsewhere/cargo'),
    }));
    for (const path of secrets) write(path, 'SECRET\n');
    write('other/lib/site-packages/certifi/cacert.pem', 'VISIBLE\n');
    write('other/root.pem', '-----BEGIN CERTIFICATE-----\nVISIBLE\n-----END CERTIFICATE-----\n');
    write('other/.env.example', 'VISIBLE\n');
    write('other/notes.txt', 'VISIBLE\n');
  });
  afterAll(() => place.remove());

  test(
    cite('BOX-6', 'credentials in the home are hidden at any depth, by the table and by the environment'),
    async () => {
      const { output } = await place.run('cd ~; grep -rl SECRET . 2>/dev/null; grep -rl VISIBLE . 2>/dev/null | sort');
      expect(output.split('\n').filter(Boolean)).toEqual([
        './other/.env.example',
        './other/lib/site-packages/certifi/cacert.pem',
        './other/notes.txt',
        './other/root.pem',
      ]);
      const outside = await place.runOutside('cd ~; grep -rl SECRET . | wc -l');
      expect(Number(outside.output)).toBe(secrets.length);
    },
  );

  test.each([
    ['a folder with credentials below', '.config', '.config/gcloud/credentials.db .config/gh/hosts.yml'],
    ['the home of shared data', '.local/share', '.local/share/kwalletd/kdewallet.kwl .local/share/opencode/auth.json'],
    ['a hidden folder', '.ssh', '.ssh/id_rsa'],
    ['a folder in a hidden one', '.ssh/config.d', '.ssh/config.d/id_rsa .ssh/id_rsa'],
  ])(cite('BOX-6', 'an answer opens what it names and nothing hidden below: %s'), async (_what, opened, closed) => {
    for (const path of ['.ssh/id_rsa', '.ssh/config.d/id_rsa', '.ssh/config.d/hosts']) write(path, 'SECRET\n');
    const opening = { paths: [join(place.home, opened)], hosts: [], refusedHosts: [] };
    const ran = await place.run(`cd ~; echo x > ${opened}/new && echo made; cat ${closed}`, { opening });
    expect(ran.output).toMatch(/made/);
    expect(ran.output).not.toMatch(/SECRET/);
    expect((await place.runOutside(`cd ~; cat ${opened}/new ${closed}`)).output).toMatch(/^x\n(SECRET\n)+$/);
  });

  test(cite('BOX-6', 'a hidden file is opened if the answer names that file'), async () => {
    const path = join(place.home, '.config/gh/hosts.yml');
    const opening = { paths: [path], hosts: [], refusedHosts: [] };
    expect((await place.run(`cat ${path}`, { opening })).output).toBe('SECRET\n');
    const key = join(place.home, '.ssh/id_rsa');
    write('.ssh/id_rsa', 'SECRET\n');
    const named = { ...opening, paths: [key] };
    expect((await place.run(`cat ${key}; cat ${place.home}/.ssh/id_x`, { opening: named })).output).toMatch(
      /^SECRET\n/,
    );
  });

  test.runIf(hasPython)(
    cite('BOX-6', "services' sockets are unreachable, however they were bound and however many there are"),
    { tags: ['all'] },
    async () => {
      const folder = mkdtempSync('/var/tmp/throughline-');
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const service = await python(serving, folder);
      onTestFinished(() => void service.kill('SIGKILL'));
      const look = `python3 -c "${connecting.replaceAll('\n', ';')}" ${folder}`;
      const outside = await place.runOutside(look);
      expect(outside.output.split('\n').filter(Boolean)).toHaveLength(44);
      expect((await place.run(look)).output).toBe('');
    },
  );

  test.runIf(hasPython)(
    cite('BOX-6', 'programs find each other through their own sockets, in /tmp and in the project'),
    async () => {
      const own = `import socket,sys
for p in ['/tmp/own.sock','own.sock']:
  s=socket.socket(socket.AF_UNIX);s.bind(p);s.listen(1);c=socket.socket(socket.AF_UNIX);c.connect(p);print(p)
a,b=socket.socketpair();print('pair')`;
      writeFileSync(join(place.project, 'own.py'), own);
      expect((await place.run('python3 own.py; rm -f own.sock own.py')).output).toBe('/tmp/own.sock\nown.sock\npair\n');
    },
  );

  test.runIf(hasPython && (process.arch === 'x64' || process.arch === 'arm64'))(
    cite(
      'BOX-6',
      "only local and internet sockets can be created: none to a virtual machine's host, and no ring that would create them unseen",
    ),
    async () => {
      const numbers = process.arch === 'x64' ? { keyctl: 250 } : { keyctl: 219 };
      const kinds = `import ctypes,os,socket
l=ctypes.CDLL(None,use_errno=True)
def t(n,*a):
  r=l.syscall(*a);print(n,'made' if r>=0 else os.strerror(ctypes.get_errno()))
def s(n,f,k,p=0):
  r=l.socket(f,k,p);print(n,'made' if r>=0 else os.strerror(ctypes.get_errno()))
s('unix',1,1);s('inet',2,1);s('inet6',10,1);s('route',16,3,0);s('vsock',40,1);s('uevent',16,3,15);s('alg',38,5)
t('ring',425,1,ctypes.create_string_buffer(256));t('keys',${numbers.keyctl},0,-3,0)`;
      writeFileSync(join(place.project, 'kinds.py'), kinds);
      const { output } = await place.run('python3 kinds.py; rm kinds.py');
      expect(output.split('\n')).toEqual([
        'unix made',
        'inet made',
        'inet6 made',
        'route made',
        'vsock Address family not supported by protocol',
        'uevent Protocol not supported',
        'alg Address family not supported by protocol',
        'ring Function not implemented',
        'keys Operation not permitted',
        '',
      ]);
    },
  );
});

test(cite('BOX-6', 'the filter exists for each known architecture, and for no others'), () => {
  const lengths = ['x64', 'arm64'].map((arch) => socketFilter(arch)?.length ?? 0);
  expect(lengths.every((length) => length > 0 && length % 8 === 0)).toBe(true);
  expect(socketFilter('riscv64')).toBeNull();
});

test.each([
  ['evil.com', 'evil.com.', 443, true],
  ['evil.com.', 'EVIL.com', 443, true],
  ['*.evil.com', 'a.evil.com.', 443, true],
  ['*.evil.com', 'evil.com', 443, false],
  ['*.evil.com', 'notevil.com', 443, false],
  ['shop.example:443', 'shop.example', 443, true],
  ['shop.example:443', 'shop.example', 22, false],
  ['[2001:db8::1]:443', '2001:db8::1', 443, true],
  ['2001:db8::1', '2001:db8::1', 443, true],
])(cite('BOX-6', 'a host matches a pattern by its name and its port: %s, %s, %i'), (pattern, host, port, fits) => {
  expect(matchesHost(pattern, host, port)).toBe(fits);
});

const serving = `import socket,os,sys,threading,time
P=sys.argv[1]
def serve(s):
  while True:
    c,_=s.accept();c.sendall(b'hello');c.close()
def mk(path):
  s=socket.socket(socket.AF_UNIX);s.bind(path);s.listen(5);threading.Thread(target=serve,args=(s,),daemon=True).start()
mk(P+'/plain.sock')
mk(P+'/mux.tmp');os.link(P+'/mux.tmp',P+'/mux');os.unlink(P+'/mux.tmp')
os.chdir(P);mk('relative.sock')
d=socket.socket(socket.AF_UNIX,socket.SOCK_DGRAM);d.bind(P+'/datagram.sock')
for i in range(40): mk(P+'/many%d.sock'%i)
print('up',flush=True)
time.sleep(300)`;

const connecting = `import socket,os,sys
P=sys.argv[1]
[print(n) for n in sorted(os.listdir(P)) for t in (socket.SOCK_STREAM,socket.SOCK_DGRAM) if socket.socket(socket.AF_UNIX,t).connect_ex(P+'/'+n)==0]`;

async function python(program: string, ...args: string[]): Promise<ChildProcess> {
  const child = spawn('python3', ['-c', program, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}
