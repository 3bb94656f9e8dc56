// Runs the browser host from command line to exit code: creates the app, serves it on loopback, prints the address, and
// ends on request. Reports any start failure in one sentence.

import { createServer } from 'node:net';
import { readOptions, type StartOptions, usage } from '../../../scripts/options.mjs';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { textOf } from '../../../shared/core/sentence.ts';
import type { App, AppOptions } from '../../app.ts';
import { readScenario } from '../../interop/scenario/scenarioFile.ts';
import { hostNameOf } from '../../lib/hostName.ts';
import { defaultPort } from '../../lib/localServer.ts';
import { connectableLine, waitExitCode } from '../../lib/serviceHost.ts';
import { noNative } from '../../ports/native.ts';
import { createConfirm } from '../confirm.ts';
import { defaultDataFolder } from '../dataFolderPath.ts';
import type { DefectLog } from '../endingSignal.ts';
import { doctorHint, logFilesOf } from '../logFolder.ts';
import { makeDataFolder } from '../makeDataFolder.ts';
import { initialConversation, projectFolderProblem } from '../projectFolder.ts';
import { closingMs, settlesWithin } from '../settlesWithin.ts';
import { createRoutes } from './routes.ts';
import { findRunningHost } from './running.ts';
import { type BrowserServer, createBrowserServer, listenOnDefaultPort } from './server.ts';
import { addressWithToken, type RunningServer, removeServerFile, writeServerFile } from './serverFile.ts';
import { createSessions, generateSecret, type Sessions } from './session.ts';
import { makeTicketPage } from './ticketPage.ts';

/** How long a second start waits for one still in progress. */
const patienceMs = 3000;
/** Reserved from the closing time to stop the server and remove its file after the app has closed. */
const tidyingMs = 300;

export interface BrowserHostOptions extends Pick<AppOptions, 'env' | 'version' | 'log'> {
  args: readonly string[];
  /** Base for relative paths on the command line. */
  folder: string;
  rendererFolder: string;
  /** A server in front of this one that serves the page and manages sessions; default: none. */
  front?: { address: string; token: string; sessions: Sessions };
  createApp(options: AppOptions): Promise<Result<App>>;
  /** Opens a file in the user's browser. */
  openPage(path: string): void;
  /** Takes one line without its terminator: `out` for the user, `err` for errors. */
  out(line: string): void;
  err(line: string): void;
  /**
   * Runs for the service: leaves the data folder to any other process that needs it, keeps to its port, which a tunnel
   * leads to, and prints neither address nor codes, which its log would keep.
   */
  isService?: boolean;
  /** Displays a confirmation request and its code; false if nobody can see it. */
  showCode(sentence: string, code: string): boolean;
  /** Aborts when the host has to end. */
  ending: AbortSignal;
  defects?: DefectLog;
}

/** Resolves with the exit code, at most two seconds after `ending`. Never rejects. */
export async function runBrowserHost(options: BrowserHostOptions): Promise<number> {
  const read = readOptions(options.args, { folder: options.folder });
  if (!read.ok) {
    options.err(read.message);
    return 2;
  }
  if (read.options.help) {
    options.out(usage);
    return 0;
  }
  const remoteName = read.options.remote === null ? null : hostNameOf(read.options.remote);
  if (read.options.remote !== null && remoteName === null) {
    options.err(`--remote needs a host name such as box.example, not "${read.options.remote}".`);
    return 2;
  }
  const scenario = read.options.scenario === null ? ok(null) : await readScenario(read.options.scenario);
  if (!scenario.ok) return failed(options, scenario.error.message);
  for (const warning of scenario.value?.lost ?? []) options.err(warning);
  const { project, open, port } = read.options;
  const dataDir = read.options.data ?? defaultDataFolder(options.env);
  const problem = (project === null ? null : await projectFolderProblem(project)) ?? makeDataFolder(dataDir);
  if (problem !== null) return failed(options, problem);

  const isService = options.isService === true;
  if (isService) {
    const taken = await portProblem(port ?? defaultPort);
    if (taken !== null) {
      options.err(taken);
      return waitExitCode;
    }
  }
  const logFiles = logFilesOf(dataDir, options.env, 'browser');
  if (options.defects) options.defects.write = logFiles.write;
  const token = options.front?.token ?? generateSecret();
  const sessions = options.front?.sessions ?? createSessions(token);
  const routes = createRoutes();
  const address = Promise.withResolvers<string>();
  const requested = new AbortController();
  const created = await options.createApp({
    dataDir,
    ...(isService && { onRequested: () => requested.abort() }),
    projectFolder: project,
    conversation: initialConversation(read.options),
    host: 'browser',
    native: { ...noNative, openWindow: async () => ({ ticket: ticketFor(sessions, token) }) },
    confirm: createConfirm({ by: 'code', show: isService ? () => false : options.showCode }),
    localServer: { ...routes, start: async () => ok(await address.promise) },
    remoteName,
    env: options.env,
    version: options.version,
    log: options.log,
    logFiles,
    scenario: scenario.value?.scenario,
  });
  if (!created.ok && created.error.code === 'DATA_FOLDER_BUSY' && isService) return waitExitCode;
  if (!created.ok) {
    return created.error.code === 'DATA_FOLDER_BUSY'
      ? joinRunning(dataDir, read.options, created.error.message, options)
      : failed(options, `${created.error.message}\n${doctorHint}`);
  }
  const app = created.value;
  for (const notice of app.notices) options.err(textOf(notice));

  const server = createBrowserServer({
    rendererFolder: options.rendererFolder,
    sessions,
    attach: (transport, device) => app.attach(transport, device),
    onDropped: (reason) =>
      options.log('warning', `The connection of a window or device was closed: ${reason}.`, 'WINDOW_DROPPED'),
    routes,
  });
  const place = {
    port: port ?? (isService ? defaultPort : null),
    fileIn: app.readOnly || isService ? null : dataDir,
    ending: AbortSignal.any([options.ending, requested.signal]),
  };
  const code = await serve(server, place, token, options, (running) => {
    address.resolve(new URL(running.address).origin);
    if (isService) return options.err(connectableLine);
    options.out(`Throughline is running at ${addressWithToken(running)}`);
    if (open)
      void makeTicketPage(sessions, token, running.address).then(
        (created) => created.ok && options.openPage(created.value.page),
      );
  });
  // The next owner of the data folder may need the port.
  if (isService) await settlesWithin(tidyingMs, server.close());
  await settlesWithin(closingMs - tidyingMs, app.close());
  if (isService) return code;
  await Promise.all([settlesWithin(tidyingMs, server.close()), settlesWithin(tidyingMs, removeServerFile(dataDir))]);
  return code;
}

/**
 * For a tab that an open page opens: a link with it is useless once that tab has loaded. Grants the page nothing that its
 * own session does not.
 */
function ticketFor(sessions: Sessions, token: string): string | null {
  const ticket = sessions.ticket(token);
  return ticket.ok ? ticket.secret : null;
}

/** Resolves when the host has to end, or could not start. */
async function serve(
  server: BrowserServer,
  /** `port` null: the default one, or any. `fileIn` null: no other start learns of this one. */
  { port, fileIn, ending }: { port: number | null; fileIn: string | null; ending: AbortSignal },
  token: string,
  options: BrowserHostOptions,
  announce: (running: RunningServer) => void,
): Promise<number> {
  try {
    const baseUrl = `http://127.0.0.1:${await (port === null ? listenOnDefaultPort(server) : server.listen(port))}/`;
    const running = { address: options.front?.address ?? baseUrl, token };
    if (fileIn !== null) await writeServerFile(fileIn, running);
    announce(running);
  } catch (error) {
    return failed(options, startSentence(error as NodeJS.ErrnoException, port));
  }
  await new Promise<void>((done) => {
    if (ending.aborted) done();
    else ending.addEventListener('abort', () => done(), { once: true });
  });
  return 0;
}

async function joinRunning(
  dataDir: string,
  { open, remote, resume, scenario, continue: latest }: StartOptions,
  sentence: string,
  options: BrowserHostOptions,
): Promise<number> {
  const running = await findRunningHost(dataDir, patienceMs);
  if (!running) return failed(options, sentence);
  options.out(`Throughline is already running at ${addressWithToken(running.server)}`);
  if (remote !== null)
    options.err('It was started without this name. Set it under Settings → Devices, or quit it first.');
  if (scenario !== null) options.err('It was started without this scenario. Quit it first.');
  if (resume !== null || latest) options.err('It shows what was last open. Find the conversation there.');
  const page = open ? await running.page() : null;
  if (page !== null) options.openPage(page);
  return 0;
}

/** Null: it is free. Asked before the data folder is opened, and often. */
async function portProblem(port: number): Promise<string | null> {
  const server = createServer();
  const problem = await new Promise<string | null>((resolve) => {
    server.once('error', (error) => resolve(startSentence(error, port)));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => resolve(null));
  });
  if (problem === null) await new Promise((closed) => server.close(closed));
  return problem;
}

function startSentence(error: NodeJS.ErrnoException, port: number | null): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is in use by another app. Nothing was changed. Choose another with --port.`;
  if (error.code === 'EACCES' && error.syscall === 'listen')
    return `You do not have permission to use port ${port}. Nothing was changed. Choose another with --port.`;
  return `The browser host could not start: ${error.message}`;
}

function failed(options: BrowserHostOptions, sentence: string): number {
  options.err(sentence);
  return 1;
}
