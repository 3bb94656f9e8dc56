// The demo as the registry uses it: its server starts on first use.

import { fail, ok, type Result, saidByThrown } from '../../../shared/errors.ts';
import { say } from '../../../shared/sentence.ts';
import type { Clock } from '../../ports/clock.ts';
import { type DemoServer, startDemoServer } from './demoServer.ts';
import { parseScenario } from './scenario.ts';
import scenarioText from './scenario.yaml?raw';
import chineseText from './scenario.zh.yaml?raw';

export interface Demo {
  /** The address of its server. */
  baseUrl(): Promise<Result<string>>;
  close(): Promise<void>;
}

export const demoModel = 'demo-script';

export interface DemoOptions {
  clock: Clock;
  token: string;
  platform: string;
}

export function createDemo(options: DemoOptions): Demo {
  let server: Promise<Result<DemoServer>> | null = null;

  const start = async (): Promise<Result<DemoServer>> => {
    const scenario = parseScenario(scenarioText, 'scenario.yaml');
    if (!scenario.ok) return scenario;
    const chinese = parseScenario(chineseText, 'scenario.zh.yaml');
    if (!chinese.ok) return chinese;
    try {
      return ok(await startDemoServer({ ...options, scenario: scenario.value, chinese: chinese.value }));
    } catch (thrown) {
      return fail('LLM_NETWORK', say`The demo model could not be started: ${saidByThrown(thrown)}.`);
    }
  };
  return {
    async baseUrl() {
      server ??= start();
      const started = await server;
      // The next use tries again.
      if (!started.ok) server = null;
      return started.ok ? ok(started.value.url) : started;
    },
    async close() {
      const started = await server;
      server = null;
      if (started?.ok) await started.value.close();
    },
  };
}
