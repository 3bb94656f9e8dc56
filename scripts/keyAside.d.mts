import type { ChildProcess, SpawnOptions } from 'node:child_process';

/** Whether tools or servers run behind a command of the command line. */
export function runsTools(args: readonly string[]): boolean;

/**
 * Where the environment has the key of a model's server: runs the program in this one's place and does not return. It returns
 * where there is no key, and where the system or this Node cannot do it.
 */
export function startWithoutKey(command: string, args: readonly string[]): void;

/** The environment with the key in it, for this program alone: what it starts finds none in `process.env`. */
export function takeEnvironment(): Record<string, string | undefined>;

/** How a program is started that is to have the key: by a pipe, into which `key` is then written. */
export function withKey(key: string | undefined): SpawnOptions & { key?: string };

/** Writes the key to the pipe of a program that was started so. */
export function giveKey(child: ChildProcess, key: string | undefined): void;
