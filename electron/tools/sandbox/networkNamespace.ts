// A conversation's sandbox namespace on Linux: a network with only a loopback device and a bridge to the proxy, and a
// /tmp. A small helper keeps it alive and forwards a port inside to the proxy's socket. Every command joins it, so
// commands can reach each other's servers but no other conversation's.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describeThrown, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { SandboxKind, WrappedProgram } from '../../ports/sandbox.ts';
import { namespaceArguments, sandboxedCommandLine, toNamespacePath } from './bubblewrap.ts';
import { sandboxEnvironment } from './sandboxEnvironment.ts';
import type { SandboxProfile } from './sandboxProfile.ts';

export interface NetworkNamespace {
  readonly kind: SandboxKind;
  /** Returns how to start a program in it, with the files as in `profile`. */
  wrap(profile: SandboxProfile, argv: readonly string[], cwd: string, ownTerminal: boolean): WrappedProgram;
  isOpen(): boolean;
  /** Closes the namespace and kills what is left in it. */
  close(): void;
}

export const proxySocket = 'proxy.sock';
const maxStartMs = 10_000;

/** Listens on a free port, reports it, and forwards connections to the socket. */
const nodeBridge = `const net=require('node:net');const s=net.createServer({allowHalfOpen:true},(c)=>{
const p=net.connect({path:process.argv[1],allowHalfOpen:true});c.pipe(p);p.pipe(c);
c.on('error',()=>p.destroy());p.on('error',()=>c.destroy());});
s.listen(0,'127.0.0.1',()=>console.log(s.address().port));`;

const pythonBridge = `import asyncio,sys
async def carry(r,w):
  try:
    while True:
      b=await r.read(65536)
      if not b: break
      w.write(b);await w.drain()
    w.write_eof()
  except Exception: w.close()
async def accept(r,w):
  try: pr,pw=await asyncio.open_unix_connection(sys.argv[1])
  except Exception: w.close();return
  await asyncio.gather(carry(r,pw),carry(pr,w));w.close();pw.close()
async def main():
  s=await asyncio.start_server(accept,'127.0.0.1',0);print(s.sockets[0].getsockname()[1],flush=True);await s.serve_forever()
asyncio.run(main())`;

/** The app's own runtime if that is plain Node; the packaged window's cannot run scripts. */
function bridge(edge: string): string[] {
  return process.versions.electron === undefined
    ? [toNamespacePath(process.execPath, edge), '-e', nodeBridge]
    : ['python3', '-c', pythonBridge];
}

/** `edge` is the proxy's folder. */
export async function openNetworkNamespace(edge: string): Promise<Result<NetworkNamespace>> {
  const asAdministrator = process.getuid?.() === 0;
  const args = [...namespaceArguments(edge, asAdministrator), ...bridge(edge), join(edge, proxySocket)];
  let child: ChildProcess;
  try {
    child = spawn('bwrap', args, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'], env: { PATH: process.env.PATH ?? '' } });
  } catch (thrown) {
    return notOpened(describeThrown(thrown));
  }
  let isOpen = true;
  let readText = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    readText = `${readText}${bytes}`.slice(0, 500);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(readText.trim() || `it ended with code ${code}`));
  }).then((why) => {
    isOpen = false;
    return why;
  });
  const late = AbortSignal.timeout(maxStartMs);
  const close = (): void => void child.kill('SIGKILL');
  const first = await Promise.race([
    Promise.all([matchIn(child.stdout, /^(\d+)\n/), matchIn(child.stdio[3] as Readable, /"child-pid": (\d+)\D/)]),
    ended,
    new Promise<string>((resolve) => late.addEventListener('abort', () => resolve('it took too long'))),
  ]);
  if (typeof first === 'string') {
    close();
    return notOpened(first);
  }
  const [proxyPort, pid] = first;
  const user = asAdministrator ? [] : ['--user', '--preserve-credentials'];
  const joining = ['--target', pid, ...user, '--net', '--mount', '--'];
  return ok({
    kind: 'bubblewrap',
    wrap: (profile, argv, cwd, ownTerminal) => ({
      file: 'nsenter',
      args: [...joining, ...sandboxedCommandLine(profile, edge, cwd, argv, ownTerminal)],
      env: sandboxEnvironment(`http://127.0.0.1:${proxyPort}`, '/tmp'),
    }),
    isOpen: () => isOpen,
    close,
  });
}

function matchIn(stream: Readable | null, pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    stream?.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
      const matched = pattern.exec(text)?.[1];
      if (matched !== undefined) resolve(matched);
    });
  });
}

function notOpened(why: string): Result<never> {
  return fail('TOOL_EXEC_FAILED', say`The sandbox could not be opened: ${why}.`);
}
