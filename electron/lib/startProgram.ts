// Starts a program of the app with Node. Electron's packaged binary is none: there, the host starts it (desktop/startProgram.ts).

import { fork } from 'node:child_process';
import type { StartedProgram } from '../ports/programs.ts';

/** Variables that a process needs to start; none is a key. */
const passed = ['SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'PATH', 'HOME'];

export function programEnvironment(env: Record<string, string | undefined> = process.env): Record<string, string> {
  return Object.fromEntries(passed.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

export function startProgram(file: string): StartedProgram {
  const child = fork(file, [], {
    env: programEnvironment(),
    execArgv: ['--max-old-space-size=512'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    windowsHide: true,
  });
  let ended = false;
  const end = (): void => {
    if (ended) return;
    ended = true;
    program.onEnd();
  };
  const program: StartedProgram = {
    // A message to a process that is ending is lost, like the process.
    send: (message) => void (child.connected && child.send(message as object, () => {})),
    onMessage: () => {},
    onEnd: () => {},
    kill: () => void child.kill('SIGKILL'),
  };
  child.on('message', (message) => program.onMessage(message));
  child.on('error', end);
  child.on('exit', end);
  return program;
}
