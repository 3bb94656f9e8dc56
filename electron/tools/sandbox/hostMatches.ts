import { parseHostAndPort } from '../../../shared/conversation/sandbox.ts';
import { normalizeHost } from './sandboxProxy.ts';

/** `pattern` is a name, or `*.` and a name for its subdomains; an appended port restricts it to that port. */
export function matchesHost(pattern: string, host: string, port: number): boolean {
  const target = parseHostAndPort(pattern);
  if (target.port !== null && target.port !== port) return false;
  const [expected, name] = [normalizeHost(target.host), normalizeHost(host)];
  return expected.startsWith('*.') ? name.endsWith(expected.slice(1)) : name === expected;
}
