// Real commands in the real sandbox, and outside, where the forbidden ones work.

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { type SandboxedPlace, sandboxedPlace } from '../../support/sandboxed.ts';
import { reasonAgainstSandbox } from '../../support/withoutSandbox.ts';

const reason = reasonAgainstSandbox();

describe.skipIf(reason !== null)(`in bubblewrap${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let place: SandboxedPlace;
  beforeAll(() => {
    place = sandboxedPlace();
  });
  afterAll(() => place.remove());

  test.each([
    ['writes to the home', () => `echo x > ${place.home}/made`, () => join(place.home, 'made')],
    [
      'writes a hook of git',
      () => 'echo x > .git/hooks/pre-commit',
      () => join(place.project, '.git/hooks/pre-commit'),
    ],
    ['writes to our data', () => `echo x > ${place.data}/made`, () => join(place.data, 'made')],
    [
      'moves the repository away and makes it anew',
      () => 'mv .git .git2 && mkdir -p .git/hooks && echo x > .git/hooks/pre-commit',
      () => join(place.project, '.git/hooks/pre-commit'),
    ],
  ])(cite('BOX-1', 'a command that %s is blocked, but not outside'), async (_what, command, made) => {
    const inside = await place.run(command());
    expect(inside.code).not.toBe(0);
    expect(inside.output).toMatch(/Read-only file system|Device or resource busy/);
    expect(existsSync(made())).toBe(false);
    await place.runOutside(command());
    expect(existsSync(made())).toBe(true);
    for (const path of [made(), join(place.project, '.git2')]) rmSync(path, { recursive: true, force: true });
    mkdirSync(join(place.project, '.git/hooks'), { recursive: true });
    writeFileSync(join(place.project, '.git/config'), '[core]\n');
  });

  test(cite('BOX-1', 'it writes in the project and in its own /tmp, which the next command finds again'), {
    tags: ['all'],
  }, async () => {
    const there = `/tmp/${randomUUID()}.txt`;
    const { code } = await place.run(`echo one > a.txt && echo two > ${there}`);
    expect(code).toBe(0);
    expect(readFileSync(join(place.project, 'a.txt'), 'utf8')).toBe('one\n');
    expect((await place.run(`cat ${there}`)).output).toBe('two\n');
    expect((await place.run(`cat ${there}`, { conversationId: 'two' })).code).not.toBe(0);
    expect(existsSync(there)).toBe(false);
  });

  test(cite('BOX-1', 'keys in the home and our data are not readable'), async () => {
    const command = `cat ${place.home}/.ssh/id_x ${place.data}/messages.json; ls -A ${place.data}`;
    expect((await place.run(command)).output).not.toMatch(/private key|conversation\n|messages\.json\n$/);
    expect((await place.runOutside(command)).output).toMatch(/private key\nthe conversation\n/);
  });

  test(cite('BOX-1', 'it sees no process but its own'), { tags: ['all'] }, async () => {
    const look = `cat /proc/${process.pid}/environ | wc -c`;
    expect((await place.run(look)).output).toMatch(/No such file or directory\n0\n$/);
    expect(Number((await place.runOutside(look)).output)).toBeGreaterThan(0);
    const count = "ls /proc | grep -c '^[0-9]'";
    expect(Number((await place.run(count)).output)).toBeLessThan(10);
    expect(Number((await place.runOutside(count)).output)).toBeGreaterThan(10);
  });

  test(
    cite('BOX-1', 'it reaches no service outside through a socket in the file system, wherever that is'),
    async () => {
      const service = createNetServer((socket) => socket.end('hello from the service'));
      const at = join(place.home, 'service.sock');
      await new Promise<void>((resolve) => service.listen(at, resolve));
      const command = `node -e "require('net').connect('${at}').on('data',(d)=>console.log(String(d))).on('error',()=>process.exit(1))"`;
      try {
        expect((await place.run(command)).output).not.toContain('hello');
        expect((await place.runOutside(command)).output).toContain('hello from the service');
      } finally {
        service.close();
      }
    },
  );

  test(cite('BOX-1', "commands that start together share their conversation's /tmp"), {
    tags: ['all'],
  }, async () => {
    const conversationId = 'together';
    const ran = await Promise.all(
      ['a', 'b', 'c'].map((name) => place.run(`echo ${name} > /tmp/${name}`, { conversationId })),
    );
    expect(ran.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await place.run('cat /tmp/a /tmp/b /tmp/c', { conversationId })).output).toBe('a\nb\nc\n');
  });

  test(cite('BOX-3', 'a namespace whose program was killed is opened again, and leaves nothing'), async () => {
    const conversationId = 'killed';
    await place.run('true', { conversationId });
    const edges = (): string[] => readdirSync(join(place.data, 'sandbox')).filter((name) => name.startsWith('edge-'));
    const newest = edges().toSorted((a, b) => mtimeOf(b) - mtimeOf(a))[0] ?? '';
    execFileSync('pkill', ['-KILL', '-f', `^bwrap .*${newest}/proxy.sock$`]);
    await expect.poll(async () => (await place.run('echo works', { conversationId })).output).toBe('works\n');
    await expect.poll(edges).not.toContain(newest);

    function mtimeOf(name: string): number {
      return statSync(join(place.data, 'sandbox', name)).ctimeMs;
    }
  });

  test(cite('BOX-1', 'services that appear and disappear during its start do not prevent it'), {
    tags: ['all'],
  }, async () => {
    let isGoing = true;
    let services = 0;
    const going = [0, 1].map(async (which) => {
      while (isGoing) {
        const service = createNetServer();
        const at = join(place.home, `going-${which}-${services++}.sock`);
        await new Promise<void>((resolve) => service.listen(at, resolve));
        // Their lifetime; nothing waits for it.
        await new Promise((resolve) => setTimeout(resolve, 5));
        await new Promise((resolve) => service.close(resolve));
      }
    });
    const ran = [];
    for (let n = 0; n < 12; n++) ran.push(await place.run(`echo works; echo ${n} >&2; exit ${n}`));
    isGoing = false;
    await Promise.all(going);
    expect(services).toBeGreaterThan(12);
    expect(ran.map(({ output, code }) => [output, code])).toEqual(ran.map((_, n) => [`works\n${n}\n`, n]));
  });

  test.runIf(process.getuid?.() === 0)(cite('BOX-1', 'not even root can change kernel settings in it'), async () => {
    // Only opened for writing: the setting is the machine's.
    const command = 'exec 3>>/proc/sys/kernel/printk && echo opened';
    expect((await place.run(command)).output).not.toContain('opened');
    expect((await place.runOutside(command)).output).toContain('opened');
  });

  test(cite('BOX-3', 'what it leaves running ends with it'), async () => {
    const marker = `${process.pid}${Date.now()}`;
    const command = `(sleep 300.${marker} >/dev/null 2>&1 &) ; setsid sleep 301.${marker} >/dev/null 2>&1 & echo begun`;
    const running = (): string =>
      execFileSync('sh', ['-c', `ps -eo args | grep -c '[s]leep 30.\\.${marker}' || true`]).toString();
    expect((await place.run(command)).output).toBe('begun\n');
    // The last of them exits a moment after the first.
    await expect.poll(() => running().trim()).toBe('0');
    await place.runOutside(command);
    expect(running().trim()).toBe('2');
    execFileSync('pkill', ['-f', marker]);
  });

  test(cite('BOX-1', 'its /tmp fills up before the machine does, and the next command works'), {
    tags: ['all'],
  }, async () => {
    const full = await place.run(
      'head -c 600000000 /dev/zero > /tmp/full; ls -s --block-size=1M /tmp/full; rm /tmp/full',
    );
    expect(full.output).toMatch(/No space left on device/);
    expect((await place.run('echo works')).output).toBe('works\n');
  });

  test(cite('BOX-2', 'agent configuration is set aside when it appears, and none of it is lost'), async () => {
    const ran = await place.run(
      'echo "{}" > .mcp.json; mkdir .claude; echo x > .claude/settings.json; echo x > fine.txt',
    );
    const made = ran.violations.flatMap((each) =>
      each.type === 'made' ? each.path.slice(place.project.length + 1) : [],
    );
    expect(made.sort()).toEqual(['.claude', '.mcp.json']);
    expect(existsSync(join(place.project, '.mcp.json'))).toBe(false);
    expect(existsSync(join(place.project, 'fine.txt'))).toBe(true);
    const kept = execFileSync('find', [join(place.data, 'sandbox'), '-type', 'f']).toString();
    expect(kept).toMatch(/\.mcp\.json/);
    expect(kept).toMatch(/\.claude\/settings\.json/);
  });

  test(cite('BOX-2', 'what the user has opened can be written'), async () => {
    const opening = { paths: [join(place.home, 'notes')], hosts: [], refusedHosts: [] };
    mkdirSync(join(place.home, 'notes'));
    expect((await place.run(`echo x > ${place.home}/notes/a`, { opening })).code).toBe(0);
    expect((await place.run(`echo x > ${place.home}/notes/b`)).code).not.toBe(0);
  });
});

describe.skipIf(reason !== null)(`the network in bubblewrap${reason ? ` (skipped: ${reason})` : ''}`, () => {
  const server = createServer((_request, response) => response.end('hello from outside'));
  let place: SandboxedPlace;
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    place = sandboxedPlace({ lookup: async () => [{ address: '127.0.0.1', family: 4 }], whyNot: () => null });
  });
  afterAll(async () => {
    server.close();
    await place.remove();
  });
  const get = (host: string): string =>
    `node -e "fetch('http://${host}:${port}/').then(r=>r.text()).then(console.log,e=>{console.log('failed');process.exit(1)})"`;

  test(cite('BOX-1', 'it reaches neither a host name nor a local server; outside the sandbox it does'), {
    tags: ['all'],
  }, async () => {
    const ran = await place.run(`${get('shop.example')}; ${get('127.0.0.1')}`);
    expect(ran.output).not.toMatch(/hello/);
    expect((await place.runOutside(get('127.0.0.1'))).output).toBe('hello from outside\n');
  });

  test(cite('BOX-1', 'an allowed host is reached, and no other; the blocked one is reported'), {
    tags: ['all'],
  }, async () => {
    const opening = { paths: [], hosts: ['shop.example', '*.docs.example'], refusedHosts: [] };
    expect((await place.run(get('shop.example'), { opening })).output).toBe('hello from outside\n');
    expect((await place.run(get('a.docs.example'), { opening })).output).toBe('hello from outside\n');
    const refused = await place.run(get('evil.example'), { opening });
    expect(refused.output).not.toMatch(/hello/);
    expect(refused.violations).toEqual([{ type: 'host', host: 'evil.example', port }]);
  });

  test(cite('BOX-1', 'an allowed host with a private address is not reached'), { tags: ['all'] }, async () => {
    for (const address of ['127.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1']) {
      const family = address.includes(':') ? 6 : 4;
      const guarded = sandboxedPlace({ lookup: async () => [{ address, family }] });
      const opening = { paths: [], hosts: ['shop.example'], refusedHosts: [] };
      const ran = await guarded.run(get('shop.example'), { opening });
      await guarded.remove();
      expect(ran.output).toBe('failed\n');
    }
  });

  test(cite('BOX-1', 'an undecided host asks while the command waits'), { tags: ['all'] }, async () => {
    const asked: string[] = [];
    const askHost = async (host: string): Promise<boolean> => {
      asked.push(host);
      return host === 'yes.example';
    };
    expect((await place.run(get('yes.example'), { askHost })).output).toBe('hello from outside\n');
    expect((await place.run(get('no.example'), { askHost })).output).not.toMatch(/hello/);
    expect(asked).toEqual(['yes.example', 'no.example']);
  });

  test(cite('BOX-3', "commands of one conversation find each other's servers, those of another do not"), {
    tags: ['all'],
  }, async () => {
    const program =
      "require('http').createServer((q,s)=>{s.end('inner');if(q.url==='/end')process.exit()}).listen(8123,'127.0.0.1')";
    const serve = `node -e "${program}"`;
    const serving = place.run(serve);
    const ask = `for i in 1 2 3 4 5; do node -e "fetch('http://127.0.0.1:8123').then(r=>r.text()).then(console.log,()=>process.exit(1))" && break; done`;
    expect((await place.run(ask)).output).toBe('inner\n');
    expect((await place.run(ask, { conversationId: 'other' })).output).not.toMatch(/inner/);
    await place.run(ask.replaceAll('8123', '8123/end'));
    await serving;
  });
});
