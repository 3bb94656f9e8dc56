// Replaces Electron's utility processes in tests: each is a process of Node.

import { fork } from 'node:child_process';
import type { ForksPrograms } from '../../electron/host/desktop/startProgram.ts';

export const utilityProcess: ForksPrograms = {
  fork(file, args, { env, execArgv = [] }) {
    const child = fork(file, args, {
      env: { ...env },
      execArgv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    return Object.assign(child, { postMessage: (message: object) => void child.send(message) }) as never;
  },
};
