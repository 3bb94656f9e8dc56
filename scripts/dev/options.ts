// The command line of `npm run dev`: that of `npm start`, plus the inspector.

import { readOptions, type StartOptions, usage } from '../options.mjs';

const defaultInspectPort = 9229;

export const devUsage = `${usage.replace('npm start', 'npm run dev')}  --inspect [PORT] opens Node's inspector for the host on 127.0.0.1 (default port: ${defaultInspectPort})

--port is the port of the window here. Without --data, everything is kept in out/dev-data.
`;

export type DevOptions =
  | { ok: true; help: true }
  | {
      ok: true;
      help: false;
      start: StartOptions;
      /** The inspector's port; null: no inspector. */
      inspect: number | null;
    }
  | { ok: false; message: string };

export function readDevOptions(args: readonly string[], folder: string): DevOptions {
  let inspect: number | null = null;
  const others: string[] = [];
  for (const [at, arg] of args.entries()) {
    const isPort = args[at - 1] === '--inspect' && /^\d+$/.test(arg);
    if (isPort) inspect = Number(arg);
    else if (arg === '--inspect') inspect = defaultInspectPort;
    else if (/^--inspect=\d+$/.test(arg)) inspect = Number(arg.slice('--inspect='.length));
    else others.push(arg);
  }
  const read = readOptions(others, { folder });
  if (!read.ok) return { ok: false, message: read.message.replace('npm start', 'npm run dev') };
  if (read.options.help) return { ok: true, help: true };
  if (inspect !== null && inspect > 65_535) return { ok: false, message: '--inspect must be a port from 0 to 65535.' };
  return { ok: true, help: false, start: read.options, inspect };
}
