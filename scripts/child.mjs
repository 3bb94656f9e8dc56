// Runs another program: to its end with captured output, or in the foreground with signals forwarded.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { giveKeys } from './keyAside.mjs';

/** @typedef {(signal: NodeJS.Signals) => void} Ending */

/** @type {NodeJS.Signals[]} */
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const lookEveryMs = 100;

/**
 * Calls `ending` when this process is asked to end. npm runs it in a shell and signals only that shell, so a missing
 * parent counts as a signal. Returns a function that stops listening.
 * @param {Ending} ending
 */
function whenAskedToEnd(ending) {
  for (const signal of endingSignals) process.on(signal, ending);
  const parent = process.ppid;
  const watch = process.env.npm_lifecycle_event
    ? setInterval(() => {
        if (process.ppid === parent) return;
        clearInterval(watch);
        ending('SIGTERM');
      }, lookEveryMs).unref()
    : undefined;
  return () => {
    clearInterval(watch);
    for (const signal of endingSignals) process.off(signal, ending);
  };
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const waitedFor = new Set();

/**
 * Runs a program to its end and captures its output (at most the last 64 kB). Never rejects.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & {timeoutMs?: number}} [options]
 * @returns {Promise<{code: number | null, output: string}>}
 */
export function runToEnd(command, args, options = {}) {
  const { timeoutMs, ...spawnOptions } = options;
  return new Promise((done) => {
    let output = '';
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...spawnOptions });
    const timer = timeoutMs ? setTimeout(() => child.kill('SIGKILL'), timeoutMs) : undefined;
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-65_536);
    };
    waitedFor.add(child);
    // Ending this process also ends the steps it waits for.
    const stopListening = whenAskedToEnd((signal) => {
      for (const each of waitedFor) each.kill(signal);
      process.exit(128 + constants.signals[signal]);
    });
    const end = (/** @type {number | null} */ code) => {
      clearTimeout(timer);
      stopListening();
      waitedFor.delete(child);
      done({ code, output });
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', (error) => {
      output += error.message;
      end(null);
    });
    child.on('close', end);
  });
}

/**
 * Runs a program in the foreground until it ends, and forwards signals. Resolves with its exit code; a program ended by
 * a signal counts as 128 + its number, and one that failed to start as 127.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & {keys?: Record<string, string>}} [options] `keys`: see withKeys
 * @returns {Promise<{code: number, signalled: boolean}>} `signalled`: this process was asked to end meanwhile
 */
export function runInPlace(command, args, { keys, ...options } = {}) {
  return new Promise((done) => {
    let signalled = false;
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    giveKeys(child, keys);
    const stopListening = whenAskedToEnd((signal) => {
      signalled = true;
      // A terminal sends Ctrl-C to the whole group; a second signal would force an immediate exit.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    });
    const end = (/** @type {number} */ code) => {
      stopListening();
      done({ code, signalled });
    };
    child.on('error', () => end(127));
    child.on('close', (code, signal) => end(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}
