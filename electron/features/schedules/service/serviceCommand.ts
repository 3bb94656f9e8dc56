// throughline service: runs schedules while no window is open, and installs that for the user.

import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { ExitCode, Line, Terminal } from '../../../host/terminal/terminal.ts';
import { visibleBlock, visibleLine } from '../../../host/terminal/terminalText.ts';
import { systemClock } from '../../../lib/clock.ts';
import { hostNameOf } from '../../../lib/hostName.ts';
import { defaultPort } from '../../../lib/localServer.ts';
import { folderOwner } from '../../../stores/locks/folderRequest.ts';
import { readOwner } from '../../../stores/locks/locks.ts';
import { deviceArguments, devicesOfFile, type ServedDevices, type ServicePlan, servicePlan } from './serviceFiles.ts';

export type ServiceLine = Line<{
  scenario: string | undefined;
  remote: string | undefined;
  port: number | undefined;
  yes: boolean;
}>;

type Act = (terminal: Terminal<ServiceLine>, plan: ServicePlan) => Promise<ExitCode>;

const acts: Record<string, Act> = { install, uninstall, status, logs };

export async function serviceCommand(terminal: Terminal<ServiceLine>): Promise<ExitCode> {
  const { core, err, line } = terminal;
  const [action = 'status'] = line.positionals;
  const name = line.values.remote === undefined ? null : hostNameOf(line.values.remote);
  if (line.values.remote !== undefined && name === null) {
    err(`--remote needs a host name such as box.example, not "${line.values.remote}".\n`);
    return 2;
  }
  const served = name === null ? null : { name, port: line.values.port ?? defaultPort };
  if (action === 'run') return run(terminal, served);
  const act = Object.hasOwn(acts, action) ? acts[action] : undefined;
  if (!act) {
    err('service takes run, install, uninstall, status or logs\n');
    return 2;
  }
  const plan = planFor(core.dataDir, served);
  if (plan === null) {
    err('This system has no service manager that is supported. Start it yourself: throughline service run\n');
    return 1;
  }
  return act(terminal, plan);
}

function planFor(dataDir: string, served: ServedDevices | null): ServicePlan | null {
  const place = { home: homedir(), env: process.env, uid: process.getuid?.() ?? 0, dataDir };
  const run = [process.execPath, resolve(process.argv[1] ?? ''), 'service', 'run', '--data', dataDir];
  return servicePlan(process.platform, place, {
    command: [...run, ...deviceArguments(served)],
    // The packaged app is its own Node.
    variables: process.env.ELECTRON_RUN_AS_NODE ? { ELECTRON_RUN_AS_NODE: '1' } : {},
    logFile: join(dataDir, 'logs', 'service.log'),
  });
}

/** Returns when the service must end. */
async function run(
  { core, err, signal, line }: Terminal<ServiceLine>,
  served: ServedDevices | null,
): Promise<ExitCode> {
  const scheduler = await core.schedules.load();
  core.feed.subscribe((_seq, event) => event.type === 'notice' && err(`${event.message}\n`));
  scheduler.start({ yields: true });
  err(`Running the schedules of ${visibleLine(core.dataDir)} while no window does.\n`);
  if (served !== null) {
    const { serveDevices } = await import('./serveDevices.ts');
    const host = join(dirname(resolve(process.argv[1] ?? '')), 'headless.js');
    const { scenario } = line.values;
    const more = scenario === undefined ? [] : ['--scenario', resolve(scenario)];
    const print = (text: string): void => err(`${text}\n`);
    await serveDevices({ dataDir: core.dataDir, host, served, more, clock: systemClock, err: print, signal });
  }
  if (!signal.aborted) await new Promise((end) => signal.addEventListener('abort', end, { once: true }));
  // Ends what it looks at, too.
  await core.schedules.close();
  return 0;
}

async function install(terminal: Terminal<ServiceLine>, plan: ServicePlan): Promise<ExitCode> {
  const { core, out, err, line, confirm } = terminal;
  const served = devicesOfFile(plan.text);
  if (served !== null && !line.values.yes) {
    const question = `Paired devices will get in through https://${served.name} from each sign-in on, while no window is open. Install it?`;
    if (!(await confirm?.(question))) {
      err('Nothing was installed. To let devices in, the service needs --yes, or your answer.\n');
      return 1;
    }
  }
  try {
    await mkdir(dirname(plan.file), { recursive: true });
    await mkdir(join(core.dataDir, 'logs'), { recursive: true, mode: 0o700 });
    const mark = plan.encoding === 'utf16le' ? '\ufeff' : '';
    await writeFile(plan.file, mark + plan.text, { encoding: plan.encoding, mode: 0o600 });
  } catch (thrown) {
    err(`${visibleLine(plan.file)} could not be written: ${(thrown as Error).message}. Nothing was installed.\n`);
    return 1;
  }
  out(`${visibleLine(plan.file)}\n`);
  // Nothing may run yet.
  for (const step of plan.stop) await execute(step);
  for (const step of plan.install) {
    const ran = await execute(step);
    if (ran.code !== 0) {
      err(
        `${visibleBlock(ran.output)}\nThe file is written, but the service was not started. Try: ${step.join(' ')}\n`,
      );
      return 1;
    }
  }
  err('The service is installed and runs. It uses models whose keys are in the keychain.\n');
  if (served !== null) err(await reachable(terminal, served));
  return 0;
}

/** Whether devices also reach the app, whose window takes the data folder over. */
async function reachable({ core }: Terminal<ServiceLine>, { name, port }: ServedDevices): Promise<string> {
  const file = await core.deviceList.read();
  const saved = file.ok && file.value.name === name;
  const more = saved ? '' : ` To reach the desktop app, too: throughline devices name ${name}`;
  return `Paired devices get in through https://${name}; your tunnel must lead to port ${port}.${more}\n`;
}

async function uninstall({ err }: Terminal, plan: ServicePlan): Promise<ExitCode> {
  const isThere = await isInstalled(plan);
  for (const step of isThere ? plan.uninstall : []) {
    const ran = await execute(step);
    // It may not be running.
    if (ran.code !== 0 && ran.output.trim() !== '') err(`${visibleBlock(ran.output)}\n`);
  }
  try {
    if (isThere) await unlink(plan.file);
    for (const left of plan.leftovers) await rm(left, { force: true });
  } catch (thrown) {
    err(`${visibleLine(plan.file)} could not be removed: ${(thrown as Error).message}.\n`);
    return 1;
  }
  err(isThere ? 'The service is removed. Schedules run while the app is open.\n' : 'The service is not installed.\n');
  return 0;
}

const deviceSentence = {
  service: 'It serves them now.',
  other: 'An open window or throughline serve has the data folder: devices reach it if it has the same name.',
  nobody: 'It does not serve them now; throughline service logs says why.',
};

async function status({ core, out }: Terminal, plan: ServicePlan): Promise<ExitCode> {
  const isThere = await isInstalled(plan);
  const isRunning = isThere && (await execute(plan.check)).code === 0;
  out(isThere ? `Installed: ${visibleLine(plan.file)}\n` : 'Not installed.\n');
  if (isThere) out(isRunning ? 'Running.\n' : 'Not running.\n');
  const text = isThere ? (await readFile(plan.file, plan.encoding)).replace('\ufeff', '') : '';
  const served = devicesOfFile(text);
  if (isThere && text !== planFor(core.dataDir, served)?.text) {
    const again = ['throughline service install', ...deviceArguments(served)].join(' ');
    out(`Another version installed it. To renew it: ${again}\n`);
  }
  if (served) out(`Paired devices get in through https://${served.name}, by a tunnel to port ${served.port}.\n`);
  else if (isThere) out('It does not serve devices.\n');
  if (served) out(`${deviceSentence[folderOwner(core.dataDir)]}\n`);
  const owner = readOwner(join(core.dataDir, 'locks', 'schedules.owner.json'));
  if (owner) out(`Schedules run in the process ${owner.pid}, since ${owner.at}.\n`);
  return isRunning ? 0 : 1;
}

async function logs({ core, out, err }: Terminal, plan: ServicePlan): Promise<ExitCode> {
  if (plan.logs) {
    const ran = await execute(plan.logs);
    (ran.code === 0 ? out : err)(`${visibleBlock(ran.output.trimEnd())}\n`);
    return ran.code === 0 ? 0 : 1;
  }
  const text = await readFile(join(core.dataDir, 'logs', 'service.log'), 'utf8').catch(() => '');
  out(text === '' ? '' : `${visibleBlock(text.trimEnd())}\n`);
  return 0;
}

function isInstalled({ file }: ServicePlan): Promise<boolean> {
  return readFile(file).then(
    () => true,
    () => false,
  );
}

function execute([program = '', ...args]: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    execFile(program, args, { timeout: 30_000, windowsHide: true }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      done({ code, output: `${stdout}${stderr}` || (error?.message ?? '') });
    });
  });
}
