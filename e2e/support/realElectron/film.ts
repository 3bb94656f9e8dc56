// Films a virtual screen, for people to look at; no test reads the film.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

export interface Film {
  /** Finishes the file. */
  end(): Promise<void>;
}

const maxBytes = 2_000_000;

/** Films until its end, or until the file is as large as it may be. Null: ffmpeg is not installed. */
export function startFilm(display: string, file: string): Film | null {
  if (spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).error) return null;
  mkdirSync(path.dirname(file), { recursive: true });
  const screen = ['-f', 'x11grab', '-draw_mouse', '0', '-framerate', '5', '-i', display];
  const film = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '400k', '-fs', String(maxBytes)];
  const camera: ChildProcess = spawn('ffmpeg', ['-y', ...screen, ...film, file], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const exit = once(camera, 'exit');
  // It may be gone by then, when the file is full.
  camera.stdin?.on('error', () => {});
  return {
    async end() {
      camera.stdin?.end('q');
      await exit;
    },
  };
}
