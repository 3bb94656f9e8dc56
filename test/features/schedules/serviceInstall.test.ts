// throughline service install, with a double of systemctl that records what it is asked.

import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { devicesOfFile, servicePlan } from '../../../electron/features/schedules/service/serviceFiles.ts';
import { cite } from '../../support/cite.ts';
import { throughline } from '../../support/commandLine.ts';
import { writeTree } from '../../support/fileTree.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const linuxOnly = process.platform !== 'linux';

test.skipIf(linuxOnly)(
  cite('SCHED-31', 'install asks before devices get in, changes what is installed, and uninstall removes all of it'),
  { tags: ['all'] },
  async () => {
    const folder = tempFolder();
    writeTree(folder, {
      'bin/systemctl': `#!/bin/sh\necho "$@" >> ${folder}/asked\ncase "$*" in *enable*) mkdir -p "${folder}/systemd/user/default.target.wants"; ln -sf "${folder}/systemd/user/throughline-schedules.service" "${folder}/systemd/user/default.target.wants/";; *disable*) exit 1;; esac\n`,
    });
    chmodSync(join(folder, 'bin/systemctl'), 0o755);
    const env = { PATH: `${folder}/bin:${process.env.PATH}`, XDG_CONFIG_HOME: folder };
    const data = join(folder, 'data');
    const service = (...args: string[]) => throughline(['service', ...args, '--data', data], env);
    const unit = join(folder, 'systemd/user/throughline-schedules.service');
    const remote = ['--remote', 'https://Box.example/', '--port', '4900'];

    const refused = await service('install', ...remote);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('needs --yes, or your answer') });
    expect(existsSync(unit)).toBe(false);

    const installed = await service('install', ...remote, '--yes');
    expect(installed).toMatchObject({ code: 0, stderr: expect.stringContaining('must lead to port 4900') });
    expect(installed.stderr).toContain('throughline devices name box.example');
    expect(readFileSync(unit, 'utf8')).toContain('"--remote" "box.example" "--port" "4900"');
    expect(readFileSync(unit, 'utf8')).not.toMatch(/token|127\.0\.0\.1|http/);
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toMatch(/--user restart throughline-schedules\.service/);
    const status = await service('status');
    expect(status.stdout).toContain('Paired devices get in through https://box.example, by a tunnel to port 4900.');
    expect(status.stdout).toContain('It does not serve them now');
    expect(status.stdout).not.toContain('Another version');

    // As an older version wrote it.
    writeFileSync(unit, readFileSync(unit, 'utf8').replace('RestartSec=30', 'RestartSec=10'));
    expect((await service('status')).stdout).toContain('throughline service install --remote box.example --port 4900');
    await service('install');
    expect(devicesOfFile(readFileSync(unit, 'utf8'))).toBeNull();
    expect((await service('status')).stdout).toContain('It does not serve devices.');

    expect((await service('uninstall')).stderr).toContain('The service is removed.');
    expect(existsSync(unit)).toBe(false);
    expect(existsSync(join(folder, 'systemd/user/default.target.wants/throughline-schedules.service'))).toBe(false);
    expect((await service('status')).stdout).toContain('Not installed.');
  },
);

test(cite('SCHED-31', 'the file of each system has the name and port, and status reads them back'), () => {
  const place = { home: '/home/ada', env: {}, uid: 501, dataDir: '/data' };
  for (const name of ['box.example', 'box.example:8443', '[2001:db8::1]']) {
    const command = ['/node', '/cli.js', 'service', 'run', '--data', '/data "x" --remote', '--remote', name];
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      for (const variables of [{}, { ELECTRON_RUN_AS_NODE: '1' }]) {
        const program = { command: [...command, '--port', '4817'], variables, logFile: '/log' };
        expect(devicesOfFile(servicePlan(platform, place, program)?.text ?? '')).toEqual({ name, port: 4817 });
      }
    }
  }
});
