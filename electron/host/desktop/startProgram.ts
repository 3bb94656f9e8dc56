// Starts a program of the app as a utility process of Electron: the packaged app does not run as Node.

import type { UtilityProcess } from 'electron';
import { programEnvironment } from '../../lib/startProgram.ts';
import type { StartedProgram, StartProgram } from '../../ports/programs.ts';

export interface ForksPrograms {
  fork(
    file: string,
    args: string[],
    options: Electron.ForkOptions,
  ): Pick<UtilityProcess, 'kill' | 'on' | 'pid' | 'postMessage'>;
}

export function createStartProgram(utilityProcess: ForksPrograms): StartProgram {
  return (file, name) => {
    const child = utilityProcess.fork(file, [], {
      env: programEnvironment(),
      execArgv: ['--max-old-space-size=512'],
      serviceName: name,
      stdio: 'ignore',
    });
    const program: StartedProgram = {
      send: (message) => child.postMessage(message),
      onMessage: () => {},
      onEnd: () => {},
      kill() {
        // Its own way asks the process, which a query keeps busy.
        const { pid } = child;
        if (pid === undefined) child.kill();
        else killNow(pid);
      },
    };
    child.on('message', (message) => program.onMessage(message));
    child.on('exit', () => program.onEnd());
    return program;
  };
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
