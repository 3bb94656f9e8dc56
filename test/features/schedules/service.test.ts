// The files that start the service, for each system.

import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { servicePlan } from '../../../electron/features/schedules/service/serviceFiles.ts';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const odd = '/home/ada/50% "off" $HOME\\now';
const program = {
  command: [process.execPath, `${odd}/cli.js`, 'service', 'run', '--data', odd],
  variables: { ELECTRON_RUN_AS_NODE: '1' },
  logFile: `${odd}/logs/service.log`,
};
const place = { home: '/home/ada', env: {}, uid: 501, dataDir: odd };

test(cite('SCHED-4', 'each system gets a file that runs as the user, with every path quoted'), () => {
  const linux = servicePlan('linux', place, program);
  expect(linux?.file).toBe('/home/ada/.config/systemd/user/throughline-schedules.service');
  expect(linux?.text).toContain('"/home/ada/50%% \\"off\\" $$HOME\\\\now/cli.js" "service" "run" "--data"');
  expect(linux?.text).not.toMatch(/^User=/m);
  const mac = servicePlan('darwin', place, program);
  expect(mac?.file).toBe('/home/ada/Library/LaunchAgents/app.throughline.schedules.plist');
  expect(mac?.text).toContain('<string>/home/ada/50% &quot;off&quot; $HOME\\now/cli.js</string>');
  expect(mac?.install).toEqual([['launchctl', 'bootstrap', 'gui/501', mac?.file]]);
  const windows = servicePlan('win32', place, { ...program, variables: {} });
  expect(windows?.text).toContain('<RunLevel>LeastPrivilege</RunLevel>');
  expect(windows?.text).toContain('&quot;/home/ada/50% \\&quot;off\\&quot; $HOME\\now&quot;</Arguments>');
  expect(servicePlan('win32', place, program)?.text).toContain('<Command>cmd.exe</Command>');
  expect(servicePlan('freebsd', place, program)).toBeNull();
});

const analyzer = '/usr/bin/systemd-analyze';

test.skipIf(!existsSync(analyzer))(cite('SCHED-4', 'systemd reads the unit without complaints'), () => {
  const unit = servicePlan('linux', place, {
    ...program,
    command: ['/bin/true', odd, '--remote', '[2001:db8::1]:8443'],
  });
  const file = join(tempFolder(), 'throughline-schedules.service');
  writeFileSync(file, unit?.text ?? '');
  const complaints = execFileSync(analyzer, ['--user', 'verify', file], {
    encoding: 'utf8',
    stdio: 'pipe',
    env: { ...process.env, XDG_RUNTIME_DIR: tempFolder(), HOME: tempFolder() },
  });
  expect(complaints).toBe('');
});
