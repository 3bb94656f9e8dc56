// The file that starts the service at sign-in, for systemd, launchd and the Task Scheduler. It runs as the user, without more rights.

import { dirname, join } from 'node:path';
import type { Environment } from '../../../lib/environment.ts';

export interface ServiceProgram {
  /** The program and its arguments, absolute paths. */
  command: readonly string[];
  /** Variables that it needs. */
  variables: Readonly<Record<string, string>>;
  /** Where its output goes, if the system does not collect it. */
  logFile: string;
}

export interface ServicePlan {
  /** Null: the system has no place for it, and the file is only passed on. */
  file: string;
  text: string;
  encoding: 'utf8' | 'utf16le';
  /** Ends the one that is installed; fails where there is none. */
  stop: readonly (readonly string[])[];
  install: readonly (readonly string[])[];
  uninstall: readonly (readonly string[])[];
  /** Exits with 0 while it runs. */
  check: readonly string[];
  logs: readonly string[] | null;
  /** Files that a failed removal leaves. */
  leftovers: readonly string[];
}

/** Where an installed service serves devices; null: it only runs schedules. */
export interface ServedDevices {
  name: string;
  port: number;
}

export function deviceArguments(served: ServedDevices | null): string[] {
  return served === null ? [] : ['--remote', served.name, '--port', String(served.port)];
}

/** Reads them back from the file of any system. */
export function devicesOfFile(text: string): ServedDevices | null {
  const plain = text.replaceAll(/&quot;|<\/?string>|["\s]+/g, ' ').replaceAll(/ +/g, ' ');
  const match = / --remote ([\w.:[\]-]+) --port (\d+) /.exec(`${plain} `);
  return match ? { name: match[1] ?? '', port: Number(match[2]) } : null;
}

const serviceName = 'throughline-schedules';
const launchdLabel = 'app.throughline.schedules';
const taskName = 'Throughline schedules';

/** Null: this system has none that is known. */
export function servicePlan(
  platform: NodeJS.Platform,
  { home, env, uid, dataDir }: { home: string; env: Environment; uid: number; dataDir: string },
  program: ServiceProgram,
): ServicePlan | null {
  if (platform === 'darwin') {
    const file = join(home, 'Library', 'LaunchAgents', `${launchdLabel}.plist`);
    return {
      file,
      text: launchdText(program),
      encoding: 'utf8',
      stop: [['launchctl', 'bootout', `gui/${uid}/${launchdLabel}`]],
      install: [['launchctl', 'bootstrap', `gui/${uid}`, file]],
      uninstall: [['launchctl', 'bootout', `gui/${uid}/${launchdLabel}`]],
      check: ['launchctl', 'print', `gui/${uid}/${launchdLabel}`],
      logs: null,
      leftovers: [],
    };
  }
  if (platform === 'win32') {
    const file = join(dataDir, 'service', 'task.xml');
    return {
      file,
      text: taskText(program),
      encoding: 'utf16le',
      stop: [['schtasks', '/End', '/TN', taskName]],
      install: [
        ['schtasks', '/Create', '/F', '/TN', taskName, '/XML', file],
        ['schtasks', '/Run', '/TN', taskName],
      ],
      uninstall: [
        ['schtasks', '/End', '/TN', taskName],
        ['schtasks', '/Delete', '/F', '/TN', taskName],
      ],
      check: ['schtasks', '/Query', '/TN', taskName],
      logs: null,
      leftovers: [],
    };
  }
  if (platform !== 'linux') return null;
  const unit = `${serviceName}.service`;
  const file = join(env.XDG_CONFIG_HOME || join(home, '.config'), 'systemd', 'user', unit);
  return {
    file,
    text: unitText(program),
    encoding: 'utf8',
    // Below, it is restarted.
    stop: [],
    install: [
      ['systemctl', '--user', 'daemon-reload'],
      ['systemctl', '--user', 'enable', unit],
      ['systemctl', '--user', 'restart', unit],
    ],
    uninstall: [['systemctl', '--user', 'disable', '--now', unit]],
    check: ['systemctl', '--user', 'is-active', '--quiet', unit],
    logs: ['journalctl', '--user', '--unit', unit, '--lines', '200', '--no-pager'],
    leftovers: [join(dirname(file), 'default.target.wants', unit)],
  };
}

function unitText({ command, variables }: ServiceProgram): string {
  const set = Object.entries(variables).map(([name, value]) => `Environment=${quotedForUnit(`${name}=${value}`)}`);
  return [
    '[Unit]',
    'Description=Throughline: works while no window is open',
    '',
    '[Service]',
    `ExecStart=${command.map(quotedForUnit).join(' ')}`,
    ...set,
    'Restart=on-failure',
    'RestartSec=30',
    // Its runs end within two seconds.
    'TimeoutStopSec=15',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n');
}

/** systemd expands `%` and `$`. */
function quotedForUnit(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$');
  return `"${escaped}"`;
}

function launchdText({ command, variables, logFile }: ServiceProgram): string {
  const text = (value: string): string => `<string>${escapedForXml(value)}</string>`;
  const set = Object.entries(variables).map(([name, value]) => `    <key>${escapedForXml(name)}</key>${text(value)}`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    `  <key>Label</key>${text(launchdLabel)}`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...command.map((each) => `    ${text(each)}`),
    '  </array>',
    ...(set.length > 0 ? ['  <key>EnvironmentVariables</key>', '  <dict>', ...set, '  </dict>'] : []),
    '  <key>RunAtLoad</key><true/>',
    '  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>',
    '  <key>ThrottleInterval</key><integer>30</integer>',
    '  <key>ProcessType</key><string>Background</string>',
    `  <key>StandardOutPath</key>${text(logFile)}`,
    `  <key>StandardErrorPath</key>${text(logFile)}`,
    '</dict>',
    '</plist>',
    '',
  ].join('\n');
}

function taskText({ command, variables }: ServiceProgram): string {
  const [program = '', ...args] = command;
  const isPlain = Object.keys(variables).length === 0;
  // The Task Scheduler has no variables: the shell sets them.
  const set = Object.entries(variables).map(([name, value]) => `set "${name}=${value}"`);
  const inShell = `/d /s /c "${[...set, command.map(quotedForWindows).join(' ')].join(' && ')}"`;
  const [file, line] = isPlain ? [program, args.map(quotedForWindows).join(' ')] : ['cmd.exe', inShell];
  return [
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    '  <RegistrationInfo><Description>Runs schedules of Throughline while no window is open</Description></RegistrationInfo>',
    '  <Triggers><LogonTrigger><Enabled>true</Enabled></LogonTrigger></Triggers>',
    '  <Principals><Principal id="Author"><LogonType>InteractiveToken</LogonType><RunLevel>LeastPrivilege</RunLevel></Principal></Principals>',
    '  <Settings>',
    '    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>',
    '    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>',
    '    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>',
    '    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>',
    '    <RestartOnFailure><Interval>PT1M</Interval><Count>10</Count></RestartOnFailure>',
    '    <Hidden>true</Hidden>',
    '  </Settings>',
    '  <Actions Context="Author">',
    `    <Exec><Command>${escapedForXml(file)}</Command><Arguments>${escapedForXml(line)}</Arguments></Exec>`,
    '  </Actions>',
    '</Task>',
    '',
  ].join('\r\n');
}

function quotedForWindows(text: string): string {
  return `"${text.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
}

function escapedForXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
