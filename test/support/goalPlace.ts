// A real repository whose Node tests fail, and a scripted model that works on them, for goals.

import path from 'node:path';
import { commandHere } from './commandHere.ts';
import { type FakeModelServer, startFakeModelServer } from './fakeModelServer.ts';
import { type GitProject, gitProject } from './gitProject.ts';
import { mathFiles } from './mathProject.ts';
import { tempFolder } from './tempFolder.ts';

export function failingProject(): GitProject {
  return gitProject(mathFiles);
}

/** The model may edit files without asking. */
export const mayEdit = ['--approve', 'edit'];

export interface GoalPlace extends GitProject {
  model: FakeModelServer;
  dataDir: string;
  env: Record<string, string>;
  run(...args: string[]): ReturnType<typeof commandHere>;
}

export async function goalPlace(options: Parameters<typeof startFakeModelServer>[0] = {}): Promise<GoalPlace> {
  const model = await startFakeModelServer({ window: 10_000_000, ...options });
  const project = failingProject();
  const dataDir = path.join(tempFolder(), 'data');
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake' };
  const run = (...args: string[]) => commandHere([...args, '--data', dataDir, '--project', project.folder], env);
  return { ...project, model, dataDir, env, run };
}
