// The doctor's checks, each seen with a healthy machine and with its fault. Faults are real files and folders where a
// test can make them; a slow disk and a system's settings are answers of the machine's port.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Check } from '../../../electron/features/diagnostics/check.ts';
import { fixFinding, runDoctor } from '../../../electron/features/diagnostics/doctor.ts';
import type { DoctorParts } from '../../../electron/features/diagnostics/doctorParts.ts';
import { createMachine, type Machine } from '../../../electron/features/diagnostics/machine.ts';
import { withoutNames } from '../../../electron/features/diagnostics/report.ts';
import { processStartTime } from '../../../electron/lib/processStart.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import { say, textOf } from '../../../shared/core/sentence.ts';
import { type CheckName, checkNames, type Finding } from '../../../shared/features/diagnostics/methods.ts';
import { defaultSettings, settingsSchema } from '../../../shared/features/settings/settings.ts';
import { cite } from '../../support/cite.ts';
import { isRunning } from '../../support/isRunning.ts';
import { tempFolder } from '../../support/tempFolder.ts';

interface Setup {
  machine?: Partial<Machine>;
  env?: Record<string, string>;
  parts?: Partial<DoctorParts>;
  network?: boolean;
  limitMs?: number;
  checks?: readonly Check[];
}

const noSpace = { projects: [], derived: 0, total: 0, restorable: [] };

function optionsOf(dataDir: string, { machine = {}, env = {}, parts = {}, network = false, ...rest }: Setup = {}) {
  const real = createMachine({ PATH: process.env.PATH, ...env }, '/home/ada');
  const healthy: Partial<Machine> = {
    text: async (path) =>
      path === '/proc/self/mounts' ? 'disk / ext4 rw 0 0\n' : path.startsWith('/proc/') ? null : real.text(path),
    syncTimes: async () => [1, 2, 3],
    space: async () => ({ free: 50e9, total: 100e9, freeFiles: 1e6, files: 2e6 }),
  };
  const app: DoctorParts = {
    databaseKey: null,
    dataDir,
    store: {
      space: async () => ok(noSpace),
      listConversations: async () => ok([]),
      freeSpace: async () => ok({ files: 0, bytes: 0 }),
    },
    settings: async () => defaultSettings,
    sandbox: { status: async () => ({ available: true, kind: 'bubblewrap' }) },
    mcp: { list: async () => ({ servers: [], problems: [] }) },
    worktrees: {
      removal: async () => fail('WORKTREE_GONE', 'gone'),
      remove: async () => fail('WORKTREE_GONE', 'gone'),
    },
    processRecords: { list: async () => [] },
    keepsSecrets: async () => true,
    reindex: async () => ok(undefined),
    endLeftovers: async () => {},
    contactProvider: async () => ({ date: new Date().toUTCString() }),
    ripgrep: async () => ok(process.execPath),
    terminal: async () => ok(undefined),
    ...parts,
  };
  return { machine: { ...real, ...healthy, ...machine }, parts: app, network, ...rest };
}

async function findings(dataDir: string, name: CheckName, setup?: Setup): Promise<string[]> {
  const report = await runDoctor(optionsOf(dataDir, setup));
  return report.findings.filter(({ check }) => check === name).map(describeFinding);
}

function describeFinding({ status, text, fix }: Finding): string {
  return `${status}: ${textOf(text)}${fix === null ? '' : ` [${fix}]`}`;
}

function dataFolder(): string {
  return tempFolder();
}

test(cite('DOCTOR-1', 'a healthy machine has no problem, and every check that applies says so'), async () => {
  const folder = dataFolder();
  await chmod(folder, 0o700);
  const display = { DISPLAY: ':0' };
  const report = await runDoctor(
    optionsOf(folder, { env: display, machine: { findProgram: async (name) => `/usr/bin/${name}` } }),
  );
  expect(report.findings.filter(({ status }) => status !== 'ok').map(describeFinding)).toEqual([]);
  const silent = ['providers', 'localServers', 'mcp', ...(process.platform === 'linux' ? [] : ['browser'])];
  expect([...new Set(report.findings.map(({ check }) => check))]).toEqual(
    checkNames.filter((name) => !silent.includes(name)),
  );
  expect(await readdir(folder)).toEqual([]);
});

describe('a check of the doctor', () => {
  test(cite('DOCTOR-1', 'that hangs or fails is reported, and the others finish'), async () => {
    const hangs: Check = { name: 'clock', run: () => new Promise(() => {}) };
    const throws: Check = {
      name: 'proxy',
      run: async () => {
        throw new Error('secret detail');
      },
    };
    const works: Check = { name: 'mcp', run: async () => [{ status: 'ok', text: say`This works.` }] };
    const report = await runDoctor(optionsOf(dataFolder(), { checks: [hangs, throws, works], limitMs: 30 }));
    expect(report.findings.map(describeFinding)).toEqual([
      'unknown: Clock: no answer within 0 seconds.',
      'unknown: Proxy: this could not be checked.',
      'ok: This works.',
    ]);
  });

  test.skipIf(process.platform === 'win32')(cite('DOCTOR-1', 'ends a program that does not end'), async () => {
    const folder = tempFolder();
    const pidFile = join(folder, 'pid');
    await writeFile(join(folder, 'git'), `#!/bin/sh\necho $$ > '${pidFile}'\nexec sleep 1000\n`, { mode: 0o755 });
    // A busy machine may not even start it within the limit.
    let pid = 0;
    for (let limitMs = 200; pid === 0; limitMs *= 2) {
      const setup = { env: { PATH: `${folder}:/bin:/usr/bin` }, limitMs };
      expect(await findings(dataFolder(), 'programs', setup)).toEqual([
        expect.stringMatching(/^unknown: Programs: no answer within \d+ seconds?\.$/),
      ]);
      pid = Number(await readFile(pidFile, 'utf8').catch(() => ''));
    }
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test(cite('DOCTOR-1', 'finds a missing sandbox and says how to allow it'), async () => {
    const missing: DoctorParts['sandbox'] = {
      status: async () => ({
        available: false,
        reason: say`bwrap is not installed.`,
        install: 'sudo apt-get install bubblewrap',
      }),
    };
    const report = await runDoctor(optionsOf(dataFolder(), { parts: { sandbox: missing } }));
    const finding = report.findings.find(({ check }) => check === 'sandbox');
    expect(finding && describeFinding(finding)).toBe(
      'problem: Commands cannot run in a sandbox: bwrap is not installed.',
    );
    expect(textOf(finding?.advice ?? '')).toContain('sudo apt-get install bubblewrap');
  });

  test.skipIf(process.platform !== 'linux').each([
    ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1', 'apparmor'],
    ['/proc/sys/kernel/unprivileged_userns_clone', '0', 'unprivileged_userns_clone=1'],
    ['/proc/sys/user/max_user_namespaces', '0', 'max_user_namespaces='],
    ['/proc/none', '', 'Containers'],
  ])('knows why a sandbox does not start: %s is %s', async (path, value, advice) => {
    const blocked: DoctorParts['sandbox'] = {
      status: async () => ({ available: false, reason: say`bubblewrap does not work here: EPERM`, install: null }),
    };
    const machine = { text: async (read: string) => (read === path ? `${value}\n` : null) };
    const { findings: all } = await runDoctor(optionsOf(dataFolder(), { parts: { sandbox: blocked }, machine }));
    expect(textOf(all.find(({ check }) => check === 'sandbox')?.advice ?? '')).toContain(advice);
  });

  test(cite('DOCTOR-1', 'finds a keychain that forgets'), async () => {
    expect(await findings(dataFolder(), 'keychain', { parts: { keepsSecrets: async () => false } })).toEqual([
      'problem: There is no usable keychain: keys are forgotten when the app ends.',
    ]);
  });

  test.skipIf(process.platform !== 'linux')('finds a machine without a display, and one without xdg-open', async () => {
    expect(await findings(dataFolder(), 'browser')).toEqual([
      'note: There is no display, so no browser opens automatically.',
    ]);
    const setup = { env: { DISPLAY: ':0', PATH: tempFolder() } };
    expect(await findings(dataFolder(), 'browser', setup)).toEqual([
      'problem: xdg-open was not found, so no browser can be opened.',
    ]);
  });

  test(cite('DOCTOR-1', 'finds programs that are missing or do not start'), async () => {
    const broken = tempFolder();
    await writeFile(join(broken, 'git'), '#!/bin/sh\nexit 69\n', { mode: 0o755 });
    const parts: Partial<DoctorParts> = {
      ripgrep: async () => ok(join(broken, 'rg')),
      terminal: async () => fail('NOT_SUPPORTED', say`there is no module.`),
    };
    const others = [
      'problem: ripgrep does not start, so models cannot search files.',
      'problem: Terminals do not work: there is no module.',
    ];
    expect(await findings(dataFolder(), 'programs', { env: { PATH: broken }, parts })).toEqual([
      'problem: git does not start.',
      ...others,
    ]);
    expect(await findings(dataFolder(), 'programs', { env: { PATH: tempFolder() }, parts })).toEqual([
      'note: git is not installed, so there are no worktrees and reviews.',
      ...others,
    ]);
  });

  test(cite('DOCTOR-1', 'finds a full disk, a low one, and one without inodes'), async () => {
    const space = (free: number, freeFiles = 1e6) => ({
      machine: { space: async () => ({ free, total: 1e12, freeFiles, files: 2e6 }) },
    });
    expect(await findings(dataFolder(), 'diskSpace', space(3e6))).toEqual([
      'problem: The disk is full: 3.0 MB are free.',
    ]);
    expect(await findings(dataFolder(), 'diskSpace', space(5e8))).toEqual(['note: Only 500 MB are free on the disk.']);
    expect(await findings(dataFolder(), 'diskSpace', space(5e11, 7))).toEqual([
      'ok: 500 GB are free on the disk.',
      'problem: The disk can hold only 7 more files, however small (inodes).',
    ]);
  });

  test('measures the real space and speed of a disk, and leaves no file', async () => {
    const folder = dataFolder();
    const real = createMachine({}, '/home/ada');
    const { free, total } = await real.space(folder);
    expect(free).toBeLessThanOrEqual(total);
    const times = await real.syncTimes(folder, AbortSignal.timeout(60_000));
    expect(times).toHaveLength(8);
    expect(times.every((time) => time >= 0)).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });

  test(cite('DOCTOR-1', 'finds a slow disk'), async () => {
    const speed = (ms: number) => ({ machine: { syncTimes: async () => [1, ms, ms, ms, 5_000] } });
    expect(await findings(dataFolder(), 'diskSpeed', speed(2.34))).toEqual(['ok: Saving a message takes 2.3 ms.']);
    expect(await findings(dataFolder(), 'diskSpeed', speed(60))).toEqual([
      'note: The disk is slow: saving a message takes 60 ms.',
    ]);
    expect(await findings(dataFolder(), 'diskSpeed', speed(400))).toEqual([
      'problem: The disk is slow: saving a message takes 400 ms.',
    ]);
  });

  test.skipIf(process.platform !== 'linux')(
    cite('DOCTOR-1', 'finds network drives, memory disks and disks without rights'),
    async () => {
      const folder = join(dataFolder(), 'with space');
      await mkdir(folder, { mode: 0o700 });
      const on = (kind: string) => ({
        machine: {
          text: async () =>
            `disk / ext4 rw 0 0\nserver:/x ${folder.replaceAll(' ', String.raw`\040`)} ${kind} rw 0 0\n`,
        },
      });
      expect(await findings(folder, 'fileSystem', on('ext4'))).toEqual(['ok: The data folder is on a local disk.']);
      expect(await findings(folder, 'fileSystem', on('nfs4'))).toEqual([
        'problem: The data folder is on a network drive (nfs4).',
      ]);
      expect(await findings(folder, 'fileSystem', on('fuse.sshfs'))).toEqual([
        'problem: The data folder is on a network drive (fuse.sshfs).',
      ]);
      expect(await findings(folder, 'fileSystem', on('tmpfs'))).toEqual([
        'problem: The data folder is in memory (tmpfs): everything is lost when the machine restarts.',
      ]);
      expect(await findings(folder, 'fileSystem', on('vfat'))).toEqual([
        'note: The disk of the data folder (vfat) does not limit who can read it.',
      ]);
    },
  );

  test(cite('DOCTOR-1', 'finds a folder that an app synchronizes, and a disk that ignores case'), async () => {
    for (const [name, service] of [
      ['Dropbox', 'Dropbox'],
      ['OneDrive - Acme', 'OneDrive'],
      ['Mobile Documents', 'iCloud'],
      ['Nextcloud', 'Nextcloud'],
    ] as const) {
      const folder = join(dataFolder(), name, 'throughline');
      await mkdir(folder, { recursive: true });
      expect(await findings(folder, 'fileSystem')).toEqual([`note: The data folder is synchronized by ${service}.`]);
    }
    const shared = dataFolder();
    await mkdir(join(shared, '.stfolder'));
    expect(await findings(shared, 'fileSystem')).toEqual(['note: The data folder is synchronized by Syncthing.']);
    const machine = { platform: 'linux' as const, isCaseSensitive: async () => false };
    expect(await findings(dataFolder(), 'fileSystem', { machine })).toEqual([
      'note: The disk of the data folder does not distinguish upper and lower case.',
    ]);
    expect(await createMachine({}, '/').isCaseSensitive(dataFolder())).toBe(process.platform === 'linux');
  });

  test.skipIf(process.platform === 'win32')(
    cite('DOCTOR-2', 'finds a data folder that others can open, and closes it when asked'),
    async () => {
      const folder = dataFolder();
      await chmod(folder, 0o755);
      const setup = optionsOf(folder);
      expect(await findings(folder, 'permissions')).toEqual([
        'problem: Other users of this machine can open the data folder. [permissions]',
      ]);
      expect((await stat(folder)).mode & 0o777).toBe(0o755);
      const fixed = await fixFinding(setup, 'permissions');
      expect(fixed.ok && fixed.value.text).toBe('Only your user account can open the data folder now.');
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      expect(await findings(folder, 'permissions')).toEqual(['ok: Only your user account can open the data folder.']);
      const again = await fixFinding(setup, 'permissions');
      expect(again.ok || again.error.message).toBe('This no longer applies. Nothing was changed.');
    },
  );

  test(cite('DOCTOR-1', 'finds a data folder that is missing or read-only'), async () => {
    const gone = join(dataFolder(), 'gone');
    expect(await findings(gone, 'permissions')).toEqual([
      'note: The data folder does not exist yet. It is made when it is needed.',
    ]);
    const { findings: all } = await runDoctor(optionsOf(gone));
    expect(all.filter(({ status }) => status === 'problem' || status === 'unknown').map(describeFinding)).toEqual([]);
    await writeFile(gone, '');
    expect(await findings(gone, 'permissions')).toEqual(['problem: There is a file where the data folder should be.']);
    const isCaseSensitive = async () => {
      throw Object.assign(new Error('read-only'), { code: 'EROFS' });
    };
    expect(await findings(dataFolder(), 'permissions', { machine: { isCaseSensitive } })).toEqual([
      'problem: The data folder cannot be written, so nothing can be saved.',
    ]);
  });

  test(cite('DOCTOR-1', 'counts space by kind, and offers to remove what is unused'), async () => {
    const kinds = { messages: 1e6, results: 2e6, attachments: 0, logs: 0, undo: 3e6, copies: 0, deleted: 0, other: 0 };
    const freed: string[] = [];
    const store = (unused: number): DoctorParts['store'] => ({
      listConversations: async () => ok([]),
      space: async () =>
        ok({
          ...noSpace,
          total: 6e6,
          projects: [
            {
              ...kinds,
              ...{ projectId: 'p', name: 'secret', folder: '/home/ada/secret', total: 6e6 },
              free: { results: unused, attachments: 0, temporary: 0, deletions: 0, copies: 9e9 },
            },
          ],
        }),
      freeSpace: async (_project, what) => {
        freed.push(what);
        return ok({ files: 1, bytes: 5 });
      },
    });
    const counted =
      'ok: The data folder has 6.0 MB: messages 1.0 MB, results 2.0 MB, attachments 0 B, undo data 3.0 MB, indexes 0 B.';
    expect(await findings(dataFolder(), 'space', { parts: { store: store(5) } })).toEqual([counted]);
    expect(await findings(dataFolder(), 'space', { parts: { store: store(2e7) } })).toEqual([
      counted,
      'note: Of these, 20 MB are not in use: results and attachments of removed messages, and unfinished writes. [unused]',
    ]);
    expect(freed).toEqual([]);
    await fixFinding(optionsOf(dataFolder(), { parts: { store: store(2e7) } }), 'unused');
    expect(freed).toEqual(['results', 'attachments', 'temporary']);
  });

  test(cite('DOCTOR-2', 'names old worktrees with their size, and removes only those without changes'), async () => {
    const row = (id: string, updatedAt: string) => ({
      ...{ id, projectId: 'p', title: '', createdAt: updatedAt, updatedAt, messageCount: 1, activity: 'idle' as const },
      ...{ pinned: false, archived: false, unread: false, worktree: { path: `/w/${id}`, branch: id } },
    });
    const removals: string[] = [];
    let changes = 0;
    const parts: Partial<DoctorParts> = {
      store: {
        ...optionsOf(dataFolder()).parts.store,
        listConversations: async () =>
          ok([
            row('new', new Date().toISOString()),
            row('clean', '2020-01-01T00:00:00Z'),
            row('dirty', '2020-01-01T00:00:00Z'),
          ]),
      },
      worktrees: {
        removal: async (id) =>
          ok({
            ...{ path: `/w/${id}`, branch: id, files: [], commits: [], commitCount: 0, bytes: 7e6, seen: 'seen' },
            fileCount: id === 'dirty' ? 2 : changes,
          }),
        remove: async (id, how) => {
          removals.push(`${id} ${JSON.stringify(how)}`);
          return ok(undefined);
        },
      },
    };
    expect(await findings(dataFolder(), 'worktrees', { parts })).toEqual([
      'note: An old worktree (7.0 MB): /w/clean [worktree:clean]',
      'note: An old worktree (7.0 MB) with work of its own (changed files: 2, commits: 0): /w/dirty',
    ]);
    expect((await fixFinding(optionsOf(dataFolder(), { parts }), 'worktree:dirty')).ok).toBe(false);
    expect((await fixFinding(optionsOf(dataFolder(), { parts }), 'worktree:clean')).ok).toBe(true);
    changes = 1;
    expect((await fixFinding(optionsOf(dataFolder(), { parts }), 'worktree:clean')).ok).toBe(false);
    expect(removals).toEqual(['clean {"keepBranch":false,"seen":"seen"}']);
  });

  test(cite('DOCTOR-2', 'finds damaged indexes, and offers to rebuild them'), async () => {
    const folder = dataFolder();
    for (const name of ['index.db', 'search.db']) new DatabaseSync(join(folder, name)).exec('CREATE TABLE a (b)');
    expect(await findings(folder, 'indexes')).toEqual(['ok: The conversation list and the search index can be read.']);
    await writeFile(join(folder, 'search.db'), 'this is not a database, but long enough to look like one'.repeat(100));
    expect(await findings(folder, 'indexes')).toEqual([
      'problem: search.db is damaged. It is derived from the conversations, which are not affected. [indexes]',
    ]);
    let rebuilt = 0;
    const reindex = async () => ok(++rebuilt);
    expect((await fixFinding(optionsOf(folder, { parts: { reindex } }), 'indexes')).ok).toBe(true);
    expect(rebuilt).toBe(1);
  });

  test(cite('DOCTOR-2', 'finds locks of killed processes, and removes their files but no held lock'), async () => {
    const folder = dataFolder();
    await mkdir(join(folder, 'locks'));
    const lock = new DatabaseSync(join(folder, 'locks', 'held.db'));
    lock.exec('BEGIN EXCLUSIVE');
    onTestFinished(() => lock.close());
    for (const name of ['held', 'left']) await writeFile(join(folder, 'locks', `${name}.owner.json`), '{}');
    expect(await findings(folder, 'locks')).toEqual([
      'note: Free locks of processes that were killed: 1. They block nothing. [locks]',
    ]);
    expect((await fixFinding(optionsOf(folder), 'locks')).ok).toBe(true);
    expect((await readdir(join(folder, 'locks'))).filter((name) => name.endsWith('.json'))).toEqual([
      'held.owner.json',
    ]);
  });

  test.skipIf(process.platform === 'win32')(cite('DOCTOR-2', 'finds processes of a killed run'), async () => {
    const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    const record = (ownerPid: number, startedAt: string | null) => ({
      ...{ marker: 'm', purpose: { kind: 'command' as const, name: 'secret' }, at: '' },
      owner: { pid: ownerPid, startedAt },
    });
    const started = { pid, startedAt: await processStartTime(pid) };
    const left = { ...record(2 ** 22 + 1, null), process: started };
    const alive = { ...record(process.pid, await processStartTime(process.pid)), process: started };
    const reused = { ...record(2 ** 22 + 1, null), process: { pid, startedAt: 'another time' } };
    const of = (list: (typeof left)[]) => ({ parts: { processRecords: { list: async () => list } } });
    expect(await findings(dataFolder(), 'leftovers', of([left, alive, reused]))).toEqual([
      'problem: Processes of a killed run of the app that are still running: 1. [leftovers]',
    ]);
    expect(await findings(dataFolder(), 'leftovers', of([alive, reused]))).toEqual([
      'ok: No process was left running by a killed run of the app.',
    ]);
  });

  test.skipIf(process.platform === 'win32')(cite('DOCTOR-1', 'finds low limits'), async () => {
    const run: Machine['run'] = async () => ({ kind: 'ended', code: 0, out: '256\n' });
    const text = async () => '8192\n';
    expect(await findings(dataFolder(), 'limits', { machine: { run, text, platform: 'linux' } })).toEqual([
      'problem: Only 256 files may be open at once.',
      'note: Only 8192 folders can be watched for changes.',
    ]);
  });

  test(cite('DOCTOR-1', 'finds a clock that is behind'), async () => {
    const folder = dataFolder();
    await writeFile(join(folder, 'settings.json'), '{}');
    expect(await findings(folder, 'clock')).toEqual(['ok: The clock is not behind the app’s files.']);
    const future = Date.now() / 1000 + 86_400;
    await utimes(join(folder, 'settings.json'), future, future);
    expect(await findings(folder, 'clock')).toEqual([
      'problem: The clock is behind: files of the app were changed in its future.',
    ]);
  });

  test(cite('DOCTOR-1', 'finds wrong proxies and certificates, without their values'), async () => {
    expect(await findings(dataFolder(), 'proxy', { env: { HTTPS_PROXY: 'http://ada:secret@proxy:8080' } })).toEqual([
      'ok: A proxy is configured: HTTPS_PROXY.',
    ]);
    expect(await findings(dataFolder(), 'proxy', { env: { HTTP_PROXY: 'socks5://secret:1080' } })).toEqual([
      'problem: HTTP_PROXY is not the address of a proxy, so it is not used.',
    ]);
    expect(await findings(dataFolder(), 'proxy', { env: { ALL_PROXY: 'http://secret:1080' } })).toEqual([
      'note: ALL_PROXY is set, but only HTTPS_PROXY and HTTP_PROXY are used.',
    ]);
    const folder = tempFolder();
    await writeFile(join(folder, 'bad.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    expect(
      await findings(dataFolder(), 'certificates', { env: { NODE_EXTRA_CA_CERTS: join(folder, 'gone.pem') } }),
    ).toEqual(['problem: The file of NODE_EXTRA_CA_CERTS cannot be read.']);
    expect(
      await findings(dataFolder(), 'certificates', { env: { NODE_EXTRA_CA_CERTS: join(folder, 'bad.pem') } }),
    ).toEqual(['problem: The file of NODE_EXTRA_CA_CERTS is not a valid list of certificates (PEM).']);
    expect(
      await findings(dataFolder(), 'certificates', {
        env: { SSL_CERT_FILE: '/secret.pem', NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      }),
    ).toEqual([
      'note: SSL_CERT_FILE is set, but the app does not read it.',
      'problem: NODE_TLS_REJECT_UNAUTHORIZED turns off the check of certificates, so keys can be stolen on the way.',
    ]);
  });

  test(cite('DOCTOR-1', 'contacts providers only when the user agreed, and compares their clocks'), async () => {
    const settings = async () =>
      settingsSchema.parse({
        providers: [{ id: 'a', name: 'Acme', kind: 'openai', baseUrl: 'https://acme.example/v1' }],
      });
    const contacted: string[] = [];
    const answering = (date: string | null) => ({
      settings,
      contactProvider: async ({ name }: { name: string }) => {
        contacted.push(name);
        return { date };
      },
    });
    const now = Date.now();
    expect(await findings(dataFolder(), 'providers', { parts: answering(null) })).toEqual([
      'note: Your providers were not contacted.',
    ]);
    expect(contacted).toEqual([]);
    const of = (date: string | null) => findings(dataFolder(), 'providers', { parts: answering(date), network: true });
    expect(await of(new Date(now).toUTCString())).toEqual(['ok: Acme can be reached.']);
    expect(await of(new Date(now + 3_600_000).toUTCString())).toEqual([
      'problem: The clock is 60 minutes behind that of Acme.',
    ]);
    expect(await of(new Date(now - 3_600_000).toUTCString())).toEqual([
      'problem: The clock is 60 minutes ahead of that of Acme.',
    ]);
    const thrown = Object.assign(new Error('x'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' });
    const parts = { settings, contactProvider: async () => ({ thrown }) };
    const [intercepted] = await findings(dataFolder(), 'providers', { parts, network: true });
    expect(intercepted).toContain('is not signed by a trusted authority (SELF_SIGNED_CERT_IN_CHAIN)');
  });

  test(cite('DOCTOR-1', 'finds local model servers that do not answer, without being asked'), async () => {
    const server = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const local = (at: number) => ({
      id: `p${at}`,
      name: `On ${at}`,
      kind: 'openai',
      baseUrl: `http://127.0.0.1:${at}/v1`,
    });
    const settings = async () => settingsSchema.parse({ providers: [local(port), local(1)] });
    const contactProvider: DoctorParts['contactProvider'] = ({ baseUrl }) =>
      fetch(baseUrl).then(
        () => ({ date: null }),
        (thrown: unknown) => ({ thrown }),
      );
    expect(await findings(dataFolder(), 'localServers', { parts: { settings, contactProvider } })).toEqual([
      `ok: On ${port} answers on this machine.`,
      'problem: On 1 does not answer on this machine.',
    ]);
  });

  test(cite('DOCTOR-1', 'finds MCP servers whose program is missing, without starting any'), async () => {
    const server = (name: string, command: string, state = 'stopped') =>
      ({ name, state, transport: 'stdio', configuration: JSON.stringify({ command }) }) as unknown as Awaited<
        ReturnType<DoctorParts['mcp']['list']>
      >['servers'][number];
    const list = async () => ({
      problems: [],
      servers: [
        server('good', process.execPath),
        server('bad', 'no-such-program'),
        server('off', 'none', 'disabled'),
        server('ended', process.execPath, 'failed'),
      ],
    });
    expect(await findings(dataFolder(), 'mcp', { parts: { mcp: { list } } })).toEqual([
      'problem: The program of the MCP server bad was not found.',
      'problem: The MCP server ended did not start.',
    ]);
  });
});

test(cite('SHIP-3', 'a finding in a report keeps numbers and well-known words, and no name or path'), () => {
  const path = '/home/ada/clients/Acme';
  expect(
    withoutNames(
      say`An old worktree (${say`${'7.0 MB'}`}) with work of its own (changed files: ${2}, commits: ${0}): ${path}`,
    ),
  ).toBe('An old worktree (7.0 MB) with work of its own (changed files: 2, commits: 0): …');
  expect(withoutNames(say`A proxy is configured: ${'HTTPS_PROXY, NO_PROXY'}.`)).toBe(
    'A proxy is configured: HTTPS_PROXY, NO_PROXY.',
  );
  expect(withoutNames(say`The data folder is on a network drive (${'nfs4'}).`)).toBe(
    'The data folder is on a network drive (nfs4).',
  );
  for (const secret of [
    path,
    'Acme',
    'gpu-7.internal',
    `AKIA${'IOSFODNN7EXAMPLE'}`,
    '请总结',
    'TOP_SECRET, /home/ada',
  ]) {
    expect(withoutNames(say`${secret} does not answer on this machine.`)).toBe('… does not answer on this machine.');
  }
});
