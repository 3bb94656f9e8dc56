// throughline service: runs schedules while no window is open, and installs that for the user.

import { execFile } from 'node:child_process';
import { mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { ExitCode, Line, Terminal } from '../../../host/terminal/terminal.ts';
import { visibleBlock, visibleLine } from '../../../host/terminal/terminalText.ts';
import { readOwner } from '../../../stores/locks/locks.ts';
import { type ServicePlan, servicePlan } from './serviceFiles.ts';

export type ServiceLine = Line<{ scenario: string | undefined }>;

type Act = (terminal: Terminal<ServiceLine>, plan: ServicePlan) => Promise<ExitCode>;

const acts: Record<string, Act> = { install, uninstall, status, logs };

export async function serviceCommand(terminal: Terminal<ServiceLine>): Promise<ExitCode> {
  const { core, err, line } = terminal;
  const [action = 'status'] = line.positionals;
  if (action === 'run') return run(terminal);
  const act = Object.hasOwn(acts, action) ? acts[action] : undefined;
  if (!act) {
    err('service takes run, install, uninstall, status or logs\n');
    return 2;
  }
  const { dataDir } = core;
  const place = { home: homedir(), env: process.env, uid: process.getuid?.() ?? 0, dataDir };
  const plan = servicePlan(process.platform, place, {
    command: [process.execPath, resolve(process.argv[1] ?? ''), 'service', 'run', '--data', dataDir],
    // The packaged app is its own Node.
    variables: process.env.ELECTRON_RUN_AS_NODE ? { ELECTRON_RUN_AS_NODE: '1' } : {},
    logFile: join(dataDir, 'logs', 'service.log'),
  });
  if (plan === null) {
    err('This system has no service manager that is supported. Start it yourself: throughline service run\n');
    return 1;
  }
  return act(terminal, plan);
}

/** Returns when the service must end. */
async function run({ core, err, signal }: Terminal): Promise<ExitCode> {
  const scheduler = await core.schedules.load();
  core.feed.subscribe((_seq, event) => event.type === 'notice' && err(`${event.message}\n`));
  scheduler.start({ yields: true });
  err(`Running the schedules of ${visibleLine(core.dataDir)} while no window does.\n`);
  if (!signal.aborted) await new Promise((end) => signal.addEventListener('abort', end, { once: true }));
  // Ends what it looks at, too.
  await core.schedules.close();
  return 0;
}

async function install({ core, out, err }: Terminal, plan: ServicePlan): Promise<ExitCode> {
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
  return 0;
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
  } catch (thrown) {
    err(`${visibleLine(plan.file)} could not be removed: ${(thrown as Error).message}.\n`);
    return 1;
  }
  err(isThere ? 'The service is removed. Schedules run while the app is open.\n' : 'The service is not installed.\n');
  return 0;
}

async function status({ core, out }: Terminal, plan: ServicePlan): Promise<ExitCode> {
  const isThere = await isInstalled(plan);
  const isRunning = isThere && (await execute(plan.check)).code === 0;
  out(isThere ? `Installed: ${visibleLine(plan.file)}\n` : 'Not installed.\n');
  if (isThere) out(isRunning ? 'Running.\n' : 'Not running.\n');
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
