// The service serves paired devices while no window is open, through a real proxy with TLS, in real processes.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { servicePlan } from '../../../electron/features/schedules/service/serviceFiles.ts';
import { folderOwner } from '../../../electron/stores/locks/folderRequest.ts';
import { cite } from '../../support/cite.ts';
import { doors, throughline } from '../../support/commandLine.ts';
import { okValue } from '../../support/result.ts';
import { runningHost } from '../../support/runningHost.ts';
import { patience, placeService, proxy } from '../../support/serviceWithDevices.ts';

const connectable = 'Paired devices can connect.';
const secret = /token|127\.0\.0\.1|https?:|[\w-]{43}/;

describe.skipIf(proxy === undefined)('a proxy with TLS', () => {
  test(cite(
    ['SCHED-30', 'REMOTE-1'],
    'devices reach the service, then a host that takes the folder, then the service',
  ), { tags: ['all'] }, async () => {
    const place = await placeService();
    const service = place.start();
    await service.prints(connectable);
    expect(place.owner()).toMatchObject({ yields: true });
    const first = await place.connect();
    expect(okValue(await first.call('remote.me', {}))).toMatchObject({ device: { name: 'Phone', right: 'steer' } });
    expect((await first.call('remote.setName', { name: 'evil.example' })).ok).toBe(false);
    // Not through another name, and nobody without a device's key.
    const other = await fetch(`http://127.0.0.1:${place.port}/`, { headers: { 'x-forwarded-for': '1.2.3.4' } });
    expect(other.status).toBe(403);

    const serve = await runningHost(place.dataDir, ['--remote', place.name, '--port', String(place.port)]);
    expect(place.owner()?.pid).toBe(serve.child.pid);
    expect(okValue(await (await place.connect()).call('remote.me', {}))).toMatchObject({ device: { name: 'Phone' } });
    serve.child.kill('SIGTERM');
    await serve.finished;
    await expect.poll(() => folderOwner(place.dataDir), patience).toBe('service');
    await place.connect();

    // A run that is active ends with it, and is stored.
    const busy = await place.connect();
    const { conversationId } = okValue(await busy.call('conversation.create', { projectId: null }));
    okValue(await busy.call('run.send', { conversationId, text: 'Go' }));
    service.child.kill('SIGTERM');
    const { code, stdout, stderr } = await service.finished;
    expect([0, 143]).toContain(code);
    expect(stdout).toBe('');
    expect(stderr.replaceAll(place.dataDir, '')).not.toMatch(secret);
    await expect.poll(() => folderOwner(place.dataDir), patience).toBe('nobody');
  });

  test(cite('SCHED-30', 'a port in use is named once and tried again; a host that crashed starts again'), {
    tags: ['all'],
  }, async () => {
    const place = await placeService();
    const blocking = createServer().listen(place.port, '127.0.0.1');
    await once(blocking, 'listening');
    onTestFinished(() => void blocking.close());
    const service = place.start();
    const busy = `Port ${place.port} is in use by another app.`;
    await service.prints(busy);
    // The folder stays free for a window.
    expect(folderOwner(place.dataDir)).toBe('nobody');
    blocking.close();
    await service.prints(connectable);
    expect(service.said().split(busy).length).toBe(2);

    const before = place.owner()?.pid ?? 0;
    process.kill(before, 'SIGKILL');
    await service.prints('ended unexpectedly (SIGKILL)');
    await expect
      .poll(() => folderOwner(place.dataDir) === 'service' && place.owner()?.pid !== before, patience)
      .toBe(true);
    await place.connect();

    // The host does not outlive a killed service.
    service.child.kill('SIGKILL');
    await expect.poll(() => folderOwner(place.dataDir), patience).toBe('nobody');
  });
});

const manager = spawnSync('systemctl', ['--user', 'is-system-running'], { encoding: 'utf8' });
const runtime = process.env.XDG_RUNTIME_DIR ?? '';

test.skipIf(runtime === '' || !/^(?:running|degraded)/.test(manager.stdout ?? ''))(
  cite('SCHED-30', 'systemd of the user starts it, and ends all of it'),
  { tags: ['all'] },
  async () => {
    const place = await placeService();
    const command = [process.execPath, `${doors}cli.js`, 'service', 'run', '--data', place.dataDir];
    const served = ['--remote', place.name, '--port', String(place.port)];
    const program = { command: [...command, ...served], variables: {}, logFile: '' };
    const plan = servicePlan('linux', { home: '/', env: {}, uid: 0, dataDir: place.dataDir }, program);
    // Under another name: the user's own service must stay.
    const unit = `throughline-test-${process.pid}.service`;
    const file = join(runtime, 'systemd/user', unit);
    const ask = (...args: string[]) => spawnSync('systemctl', ['--user', ...args]);
    onTestFinished(() => {
      ask('stop', unit);
      rmSync(file, { force: true });
      ask('daemon-reload');
    });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, plan?.text ?? '');
    ask('daemon-reload');
    ask('start', unit);
    await expect.poll(() => folderOwner(place.dataDir), patience).toBe('service');
    ask('stop', unit);
    await expect.poll(() => folderOwner(place.dataDir), patience).toBe('nobody');
  },
);

test(cite('SCHED-30', 'a name that names only this machine, and ports without a name, are refused'), async () => {
  for (const [args, why] of [
    [['install', '--remote', 'localhost'], 'needs a host name'],
    [['install', '--remote', 'box.example/path?'], 'needs a host name'],
    [['install', '--port', '4000'], '--port needs --remote'],
    [['install', '--remote', 'box.example', '--port', '0'], 'a number from 1 to 65535'],
    [['status', '--remote', 'box.example'], 'belongs to service install'],
  ] as const) {
    const { code, stderr } = await throughline(['service', ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  }
});
